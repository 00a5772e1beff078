/** What share of the defects is told by the rules that own them. */
import { type Blame, type BlameVerdict, blameOf } from "./verdict.ts";

/** Shape: counts that add up to `judged`, but for those that failed nothing. */
export interface Shares {
  judged: number;
  alone: number;
  byNature: number;
  beside: number;
}

/** A defect that fails no rule is not judged: it is no matter of blame. */
export function sharesOf(verdicts: readonly BlameVerdict[]): Shares {
  const of = (blame: Blame) => verdicts.filter((one) => blameOf(one) === blame).length;
  const [alone, byNature, beside] = [of("own alone"), of("by nature"), of("others beside")];
  return { judged: alone + byNature + beside, alone, byNature, beside };
}

/** The share with no other rule beside; 1 where nothing was judged. */
export function insideOf(verdicts: readonly BlameVerdict[]): number {
  const { judged, beside } = sharesOf(verdicts);
  return judged === 0 ? 1 : 1 - beside / judged;
}

/** The shares in one line. */
export function shareText(verdicts: readonly BlameVerdict[]): string {
  const { judged, alone, byNature } = sharesOf(verdicts);
  const percent = (count: number) =>
    judged === 0 ? "none" : `${((100 * count) / judged).toFixed(1)}%`;
  const left = verdicts.reduce((sum, { leftOpen }) => sum + leftOpen.length, 0);
  return (
    `${judged} judged: ${alone} told by their own rules alone (${percent(alone)}), ${byNature} more ` +
    `with rules that they break by their nature (${percent(alone + byNature)} together); ` +
    `rules left open: ${left}`
  );
}
