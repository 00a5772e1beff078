/** Verdicts as lines of JSON, one file a shard, so that a run goes on where it was stopped. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { parsed } from "../kept-verdicts.ts";
import { WORKSHOP } from "./instrumented-copy.ts";
import type { MutationVerdict } from "./mutation.ts";

const PREFIX = "verdicts-";

/** Everything judged so far, by key; the last verdict counts. */
export function earlierVerdicts(): Map<string, MutationVerdict> {
  if (!existsSync(WORKSHOP)) return new Map();
  const names = readdirSync(WORKSHOP).filter((name) => name.startsWith(PREFIX));
  const files = names.map((name) => join(WORKSHOP, name));
  const oldestFirst = files.toSorted(
    (one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs,
  );
  const lines = oldestFirst.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  return new Map(lines.flatMap(parsed<MutationVerdict>).map((verdict) => [verdict.key, verdict]));
}

/** Appends to the file of a shard, such as `1-of-4`. */
export function keep(verdict: MutationVerdict, shard: string): void {
  mkdirSync(WORKSHOP, { recursive: true });
  appendFileSync(join(WORKSHOP, `${PREFIX}${shard}.jsonl`), `${JSON.stringify(verdict)}\n`);
}
