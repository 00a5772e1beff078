/** Which defects of one venue a reader would be led to, by the rules that fail there. */
import type { DefectVerdict } from "./verdict.ts";

/** What becomes of a defect among others. */
export type Naming = "named" | "behind others" | "not seen";

/**
 * By id. A defect is named when a rule fails of the whole venue that fails of this defect alone too,
 * and of no other one alone; it stands behind others when every such rule is another's as well.
 */
export function namings(
  whole: DefectVerdict,
  singles: readonly DefectVerdict[],
): Map<string, Naming> {
  const failsInWhole = new Set(whole.failed);
  return new Map(
    singles.map((one) => {
      const left = one.failed.filter((rule) => failsInWhole.has(rule));
      const own = left.filter((rule) =>
        singles.every((other) => other === one || !other.failed.includes(rule)),
      );
      if (own.length > 0) return [one.id, "named"];
      return [one.id, left.length > 0 ? "behind others" : "not seen"];
    }),
  );
}
