/** What `conform` made of a planted venue, and the files in which that is kept. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Shape: `failed` are rules in the catalogue's order, none unless it was judged. */
export interface Verdict {
  id: string;
  /** Judged, or why it could not be. */
  came: "judged" | "does not compile" | "does not start" | "nothing judged" | "no end";
  failed: readonly string[];
  /** Rules that hold on the unchanged venue, and came to neither a pass nor a failure here. */
  unshown: number;
}

/** The first verdict on a defect, and the commit whose checks gave it. Shape: never changed. */
export interface FirstVerdict extends Verdict {
  commit: string;
  date: string;
}

const FIRST = join(import.meta.dirname, "first-verdicts.json");
const KEPT = "out/held-out";

/** Whether a rule failed. */
export const isSeen = ({ failed }: Verdict): boolean => failed.length > 0;

/** First verdicts by id. */
export function firstVerdicts(): Map<string, FirstVerdict> {
  if (!existsSync(FIRST)) return new Map();
  const all = JSON.parse(readFileSync(FIRST, "utf8")) as FirstVerdict[];
  return new Map(all.map((verdict) => [verdict.id, verdict]));
}

/** Adds verdicts on defects that have none. Errors: RangeError for one that has. */
export function addFirst(verdicts: readonly FirstVerdict[], file = FIRST): void {
  const before: FirstVerdict[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  const known = new Set(before.map(({ id }) => id));
  for (const { id } of verdicts) {
    if (known.has(id)) throw new RangeError(`${id} has its first verdict already`);
  }
  const lines = [...before, ...verdicts].map((one) => `  ${JSON.stringify(one)}`);
  writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
}

/** Verdicts that a stopped run of the same commit left; the last one on a defect counts. */
export function keptVerdicts(commit: string): Map<string, Verdict> {
  const file = keptFile(commit);
  if (!existsSync(file)) return new Map();
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return new Map(
    lines.map((line) => {
      const verdict = JSON.parse(line) as Verdict;
      return [verdict.id, verdict];
    }),
  );
}

/** Keeps a verdict at once. */
export function keep(verdict: Verdict, commit: string): void {
  const file = keptFile(commit);
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(verdict)}\n`);
}

const keptFile = (commit: string): string => join(KEPT, `${commit}.jsonl`);
