/** Verdicts of a long run, kept as they come, so that one that is stopped goes on where it was. */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commit, isUnchanged } from "./working-tree.ts";

/** What has a name that no other verdict has. */
interface Named {
  id: string;
}

/** By id, a line each; none where there is no file. The last of a name counts. */
export function verdictsIn<T extends Named>(file: string): Map<string, T> {
  if (!existsSync(file)) return new Map();
  const verdicts = readFileSync(file, "utf8")
    .split("\n")
    .flatMap(parsed<T>);
  return new Map(verdicts.map((verdict) => [verdict.id, verdict]));
}

/** A line cut short by a stop is judged again. */
export function parsed<T>(line: string): T[] {
  try {
    return [JSON.parse(line) as T];
  } catch {
    return [];
  }
}

/** Adds lines to a file, which need not be there. */
export function addVerdicts(verdicts: readonly Named[], file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, verdicts.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

/** Those of the working tree: of a commit they are kept under its name, of any other tree nowhere. */
export class KeptVerdicts<T extends Named> {
  /** By its first twelve digits. */
  readonly commit = commit().slice(0, 12);
  readonly isClean = isUnchanged();
  readonly #file: string;
  readonly #all: Map<string, T>;

  /** Takes up what an earlier run left in this folder of `out`. */
  constructor(folder: string) {
    this.#file = join("out", folder, `${this.commit}.jsonl`);
    this.#all = this.isClean ? verdictsIn<T>(this.#file) : new Map();
  }

  get all(): ReadonlyMap<string, T> {
    return this.#all;
  }

  keep(verdict: T): void {
    this.#all.set(verdict.id, verdict);
    if (this.isClean) addVerdicts([verdict], this.#file);
  }
}
