/** In which order checks are tried on a mutation: those likely to kill it first. */
import type { Mutation, MutationCoverage } from "./mutation.ts";

type RankedMutation = Pick<Mutation, "id" | "file" | "line">;

/** How far around a mutation its surroundings reach. Units: lines. */
const AROUND = 15;
/** What any check takes, so that the quickest are not all that counts. */
const START_MS = 50;

export class Ranking {
  readonly #checks: MutationCoverage["checks"];
  /** What is done before a check sends anything may show in any of them. */
  readonly #early: ReadonlySet<string>;
  /** Checks by mutation that they pass. */
  readonly #through = new Map<string, string[]>();
  readonly #inFile = new Map<string, RankedMutation[]>();
  readonly #kills = new Map<string, { line: number; checks: readonly string[] }[]>();

  constructor({ atLoad, atStart, checks }: MutationCoverage, mutations: readonly RankedMutation[]) {
    this.#checks = checks;
    this.#early = new Set([...atLoad, ...atStart]);
    for (const [name, { mutations: passed }] of Object.entries(checks)) {
      for (const id of passed) listed(this.#through, id).push(name);
    }
    for (const one of mutations) listed(this.#inFile, one.file).push(one);
  }

  /** Checks that can kill it, those first that promise most for their time. */
  of(mutation: RankedMutation): readonly string[] {
    const through = this.#through.get(mutation.id) ?? [];
    const able = this.#early.has(mutation.id) ? Object.keys(this.#checks) : through;
    const near = this.#nearness(mutation);
    const score = (name: string) => (near.get(name) ?? 0) / (this.#checks[name]!.ms + START_MS);
    return able.toSorted((one, other) => score(other) - score(one));
  }

  /** Remembers what killed: it is likely to kill what stands next to it. */
  killed({ file, line }: RankedMutation, checks: readonly string[]): void {
    listed(this.#kills, file).push({ line, checks });
  }

  /**
   * Every check passes a gate's condition; those that pass the lines behind it, which few do, are
   * about it. So a check is near for what it passes around the place, the more the fewer do.
   */
  #nearness({ file, line }: RankedMutation): Map<string, number> {
    const near = new Map<string, number>();
    const count = (checks: readonly string[], weight: number) => {
      for (const name of checks) near.set(name, (near.get(name) ?? 0) + weight);
    };
    for (const { id, line: there } of this.#inFile.get(file) ?? []) {
      const away = Math.abs(there - line);
      const checks = this.#through.get(id) ?? [];
      if (away <= AROUND) count(checks, 1 / (1 + away) / checks.length);
    }
    for (const { line: there, checks } of this.#kills.get(file) ?? []) {
      count(checks, 1 / (1 + Math.abs(there - line)));
    }
    return near;
  }
}

function listed<T>(map: Map<string, T[]>, key: string): T[] {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made: T[] = [];
  map.set(key, made);
  return made;
}
