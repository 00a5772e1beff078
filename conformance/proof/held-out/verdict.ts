/** What `conform` made of a planted venue, and the files in which that is kept. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

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
const KEPT = "out/held-out";

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
  appendFileSync(file, verdicts.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

/** Verdicts that a stopped run of the same commit left. */
export const keptVerdicts = (commit: string): Map<string, DefectVerdict> =>
  verdictsIn(keptFile(commit));

/** By id, a line each; none where there is no file. */
function verdictsIn<T extends DefectVerdict>(file: string): Map<string, T> {
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const verdicts = lines.map((line) => JSON.parse(line) as T);
  return new Map(verdicts.map((verdict) => [verdict.id, verdict]));
}

/** Keeps a verdict at once. */
export function keep(verdict: DefectVerdict, commit: string): void {
  const file = keptFile(commit);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(verdict)}\n`);
}

const keptFile = (commit: string): string => join(KEPT, `${commit}.jsonl`);
