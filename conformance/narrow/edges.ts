/** Where along an ordered range a failure begins and ends: few questions, the telling ones first. */

/** What an answer is to a failure: the same again, what was demanded, or something else. */
export type Likeness = "fails" | "holds" | "other";

/** Values to look at: from `low` to `high` in steps of `step`. */
export interface SearchRange {
  low: number;
  high: number;
  step: number;
}

/** Asks at one value; null where no more may be asked. */
export type AskAt = (value: number) => Promise<Likeness | null>;

/** What was asked and what came of it. */
export interface TriedValue {
  value: number;
  likeness: Likeness;
}

/**
 * Looks at both ends and the middle, then for each edge between what fails and what holds: next to
 * the failing value first, as most edges are there, then in growing steps, then halving.
 * Shape: all that is known in ascending order; `failing` is known to fail and is not asked again.
 */
export async function searchEdges(
  failing: number,
  range: SearchRange,
  ask: AskAt,
): Promise<TriedValue[]> {
  const search = new EdgeSearch(range, ask);
  search.knows(failing, "fails");
  await search.run();
  return search.asked;
}

class EdgeSearch {
  readonly #range: SearchRange;
  readonly #ask: AskAt;
  readonly #known = new Map<number, Likeness>();
  #over = false;

  constructor(range: SearchRange, ask: AskAt) {
    this.#range = range;
    this.#ask = ask;
  }

  get asked(): TriedValue[] {
    const all = [...this.#known].map(([value, likeness]) => ({ value, likeness }));
    return all.toSorted((a, b) => a.value - b.value);
  }

  knows(value: number, likeness: Likeness): void {
    this.#known.set(value, likeness);
  }

  async run(): Promise<void> {
    const { low, high, step } = this.#range;
    const middle = low + Math.floor((high - low) / step / 2) * step;
    for (const value of [low, high, middle]) await this.#at(value);
    const { asked } = this;
    for (const [at, one] of asked.entries()) {
      const next = asked[at + 1];
      if (next === undefined) return;
      if (one.likeness === "fails" && next.likeness === "holds") await this.#between(one, next);
      if (one.likeness === "holds" && next.likeness === "fails") await this.#between(next, one);
    }
  }

  async #between(fails: TriedValue, holds: TriedValue): Promise<void> {
    const { step } = this.#range;
    let [last, first] = [fails.value, holds.value];
    const towards = Math.sign(first - last) * step;
    for (let stride = 1; Math.abs(first - last) > step; ) {
      const half = Math.floor(Math.abs(first - last) / step / 2);
      const value = last + towards * Math.min(stride, half);
      const likeness = await this.#at(value);
      if (likeness === null || likeness === "other") return;
      if (likeness === "holds") first = value;
      else {
        last = value;
        stride *= 2;
      }
    }
  }

  async #at(value: number): Promise<Likeness | null> {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const likeness = this.#over ? null : await this.#ask(value);
    if (likeness === null) this.#over = true;
    else this.knows(value, likeness);
    return likeness;
  }
}
