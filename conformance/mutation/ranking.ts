/** In which order trials are tried on a mutation: those likely to kill it first. */
import type { Coverage, Mutation } from "./mutation.ts";

/** A trial this long waits until the others have failed to kill. Milliseconds. */
const DEAR_MS = 1_500;

export class Ranking {
  readonly #trials: Coverage["trials"];
  /** What is done before a trial sends anything may show in any of them. */
  readonly #early: ReadonlySet<string>;
  readonly #through = new Map<string, string[]>();
  /** Trials by file of what they pass. */
  readonly #near = new Map<string, Set<string>>();
  readonly #kills = new Map<string, number>();

  constructor(
    { atLoad, atStart, trials }: Coverage,
    mutations: readonly Pick<Mutation, "id" | "file">[],
  ) {
    const fileOf = new Map(mutations.map(({ id, file }) => [id, file]));
    this.#trials = trials;
    this.#early = new Set([...atLoad, ...atStart]);
    for (const name of Object.keys(trials).toSorted(this.#narrower)) {
      for (const id of trials[name]?.mutations ?? []) {
        const known = this.#through.get(id);
        if (known === undefined) this.#through.set(id, [name]);
        else known.push(name);
        const file = fileOf.get(id) ?? "";
        this.#near.set(file, (this.#near.get(file) ?? new Set()).add(name));
      }
    }
  }

  /** Trials that can kill it, likely ones first. */
  of({ id, file }: Mutation): readonly string[] {
    const through = fromBothEnds(this.#through.get(id) ?? []);
    const able = this.#early.has(id)
      ? [...new Set([...through, ...(this.#near.get(file) ?? []), ...Object.keys(this.#trials)])]
      : through;
    const kills = (name: string) => this.#kills.get(`${file} ${name}`) ?? 0;
    return able.toSorted((one, other) => kills(other) - kills(one));
  }

  /** Remembers what killed: it kills others of the same file. */
  killed({ file }: Mutation, trials: readonly string[]): void {
    for (const name of trials) {
      const place = `${file} ${name}`;
      this.#kills.set(place, (this.#kills.get(place) ?? 0) + 1);
    }
  }

  readonly #narrower = (one: string, other: string): number =>
    this.#breadth(one) - this.#breadth(other);

  #breadth(name: string): number {
    const { ms = 0, mutations = [] } = this.#trials[name] ?? {};
    return mutations.length + (ms > DEAR_MS ? 1_000_000 : 0);
  }
}

/** A narrow trial is about the place, a broad one tries much with it: one of each in turn. */
function fromBothEnds(names: readonly string[]): string[] {
  const half = Math.ceil(names.length / 2);
  const broad = names.slice(half).toReversed();
  return names.slice(0, half).flatMap((name, index) => [name, ...broad.slice(index, index + 1)]);
}
