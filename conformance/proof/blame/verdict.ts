/** Which rules are blamed for a defect: its own, those it breaks by its nature, and others. */
import type { Mutant } from "../../interposer/mutant.ts";
import type { WholeRun } from "./run-whole.ts";

/** Rules in the catalogue's order, as far as the unchanged venue keeps them. */
export interface BlameVerdict {
  id: string;
  isOfCell: boolean;
  /** Whether the defect changed an answer of the run. */
  isReached: boolean;
  /** Rules that the mutant is of. */
  breaks: readonly string[];
  /** Those of them that failed. */
  own: readonly string[];
  /** Rules that failed and that it says to break by its nature. */
  byNature: readonly string[];
  /** Every other rule that failed. */
  beside: readonly string[];
  /** Rules that came to nothing. */
  leftOpen: readonly string[];
}

/** What became of a defect. Shape: of `unmet` no answer was changed, of `missed` no rule failed. */
export type Blame = "own alone" | "by nature" | "others beside" | "missed" | "unmet";

/** Sorts the rules of a run; what the unchanged venue does not keep is nobody's fault. */
export function verdictOf(
  { id, isOfCell, mutant }: { id: string; isOfCell: boolean; mutant: Mutant },
  run: WholeRun,
  unchanged: WholeRun,
): BlameVerdict {
  const { breaks, alsoBreaks = [] } = mutant;
  const kept = Object.keys(run.results).filter((rule) => isKept(unchanged, rule));
  const failed = kept.filter((rule) => run.results[rule] === "fail");
  return {
    ...{ id, isOfCell, breaks, isReached: run.isReached },
    own: failed.filter((rule) => breaks.includes(rule)),
    byNature: failed.filter((rule) => !breaks.includes(rule) && alsoBreaks.includes(rule)),
    beside: failed.filter((rule) => !breaks.includes(rule) && !alsoBreaks.includes(rule)),
    leftOpen: kept.filter((rule) => isOpen(run, rule) && !isOpen(unchanged, rule)),
  };
}

/** Who is blamed. A cell in which the run asks nothing that shows the defect is not met. */
export function blameOf({ isReached, own, byNature, beside }: BlameVerdict): Blame {
  if (!isReached) return "unmet";
  if (beside.length > 0) return "others beside";
  if (own.length === 0 && byNature.length === 0) return "missed";
  return byNature.length > 0 ? "by nature" : "own alone";
}

/** The verdict in a line: the defect, its own rules that failed, those beside, those left open. */
export function lineOf({ id, breaks, own, byNature, beside, leftOpen }: BlameVerdict): string {
  const named = (rules: readonly string[]) => rules.join(" ") || "-";
  const nature = byNature.length > 0 ? ` (by nature ${byNature.join(" ")})` : "";
  const unseen = own.length < breaks.length ? ` (of ${breaks.join(" ")})` : "";
  const open = leftOpen.length > 0 ? ` | open ${leftOpen.length}: ${leftOpen.join(" ")}` : "";
  return `${id} | ${named(own)}${unseen}${nature} | ${named(beside)}${open}`;
}

const isKept = ({ results }: WholeRun, rule: string): boolean =>
  results[rule] !== "fail" && results[rule] !== "error";

const isOpen = ({ results }: WholeRun, rule: string): boolean =>
  results[rule] === "inconclusive" || results[rule] === "error";
