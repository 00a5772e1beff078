/** What `conform` made of a planted venue, and the file of first verdicts. */
import { join } from "node:path";
import { addVerdicts, verdictsIn } from "../kept-verdicts.ts";

/** Shape: `failed` are rules in the catalogue's order, none unless it was judged. */
export interface DefectVerdict {
  id: string;
  /** JudgedDefect, or why it could not be. */
  came: "judged" | "does not compile" | "does not start" | "nothing judged" | "no end";
  failed: readonly string[];
  /** Rules that hold on the unchanged venue, and came to neither a pass nor a failure here. */
  unshown: number;
}

/** The first verdict on a defect, and the commit whose checks gave it. Shape: never changed. */
export interface FirstVerdict extends DefectVerdict {
  commit: string;
  date: string;
}

const FIRST = join(import.meta.dirname, "first-verdicts.jsonl");

/** Whether a rule failed. */
export const isSeen = ({ failed }: DefectVerdict): boolean => failed.length > 0;

/** First verdicts by id. */
export const firstVerdicts = (): Map<string, FirstVerdict> => verdictsIn<FirstVerdict>(FIRST);

/** Adds verdicts on defects that have none. Errors: RangeError for one that has. */
export function addFirst(verdicts: readonly FirstVerdict[], file = FIRST): void {
  const known = verdictsIn(file);
  for (const { id } of verdicts) {
    if (known.has(id)) throw new RangeError(`${id} has its first verdict already`);
  }
  addVerdicts(verdicts, file);
}
