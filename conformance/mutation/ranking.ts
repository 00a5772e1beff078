/** In which order trials are tried on a mutation: those likely to kill it first. */
import type { Coverage, Mutation } from "./mutation.ts";

/** A trial this long waits until the others have failed to kill. Milliseconds. */
const DEAR_MS = 1_500;

export class Ranking {
  readonly #trials: Coverage["trials"];
  readonly #through = new Map<string, string[]>();
  readonly #kills = new Map<string, number>();

  constructor({ trials }: Coverage) {
    this.#trials = trials;
    for (const name of Object.keys(trials).toSorted(this.#nearer)) {
      for (const id of trials[name]?.mutations ?? []) {
        const known = this.#through.get(id);
        if (known === undefined) this.#through.set(id, [name]);
        else known.push(name);
      }
    }
  }

  /** Trials that can kill it, likely ones first; `fresh`: it may show in any of them. */
  of({ id, file }: Mutation, fresh: boolean): readonly string[] {
    const through = this.#through.get(id) ?? [];
    const able = fresh ? [...new Set([...through, ...Object.keys(this.#trials)])] : through;
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

  // A trial that passes few places is about them.
  readonly #nearer = (one: string, other: string): number =>
    this.#breadth(one) - this.#breadth(other);

  #breadth(name: string): number {
    const { ms = 0, mutations = [] } = this.#trials[name] ?? {};
    return mutations.length + (ms > DEAR_MS ? 1_000_000 : 0);
  }
}
