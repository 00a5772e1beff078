/** What `conform` made of a planted venue, and the files of first and of latest verdicts. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { addVerdicts, verdictsIn } from "../kept-verdicts.ts";

/** Shape: `failed` are rules in the catalogue's order, none unless it was judged. */
export interface DefectVerdict {
  id: string;
  /** JudgedDefect, or why it could not be. */
  came: "judged" | "does not compile" | "does not start" | "nothing judged" | "no end";
  failed: readonly string[];
  /** Rules that hold on the unchanged venue, and came to neither here; absent where nobody counted. */
  unshown?: number;
}

/** A verdict, and the commit whose checks gave it. */
export interface GivenVerdict extends DefectVerdict {
  commit: string;
  date: string;
}

const FIRST = join(import.meta.dirname, "first-verdicts.jsonl");
const LATEST = join(import.meta.dirname, "latest-verdicts.jsonl");

/** Whether a rule failed. */
export const isSeen = ({ failed }: DefectVerdict): boolean => failed.length > 0;

/** First verdicts by id: never changed. */
export const firstVerdicts = (): Map<string, GivenVerdict> => verdictsIn<GivenVerdict>(FIRST);

/** The latest by id, of whatever commit each is. */
export const latestVerdicts = (file = LATEST): Map<string, GivenVerdict> =>
  verdictsIn<GivenVerdict>(file);

/** Adds verdicts on defects that have none. Errors: RangeError for one that has. */
export function addFirst(verdicts: readonly GivenVerdict[], file = FIRST): void {
  const known = verdictsIn(file);
  for (const { id } of verdicts) {
    if (known.has(id)) throw new RangeError(`${id} has its first verdict already`);
  }
  addVerdicts(verdicts, file);
}

/** Puts verdicts in the place of earlier ones on the same defects. */
export function putLatest(verdicts: readonly GivenVerdict[], file = LATEST): void {
  const all = latestVerdicts(file);
  for (const verdict of verdicts) all.set(verdict.id, verdict);
  writeFileSync(file, [...all.values()].map((one) => `${JSON.stringify(one)}\n`).join(""));
}
