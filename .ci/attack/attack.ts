/** What an attack is: so many tries from a seed, and what they broke. */

/** How much to try. Shape: the same numbers try the same, but for times. */
export interface AttackBudget {
  draws: number;
  seed: number;
}

/** What came of it. Shape: `found` is empty where all held. */
export interface AttackResult {
  tried: number;
  found: string[];
}

/** One attack. */
export type Attack = (budget: AttackBudget) => Promise<AttackResult>;

/** More of the same tells nothing. */
const FOUND_MAX = 20;

/** Collects findings, each kind once: a finding begins with its kind, up to a colon. */
export class Findings {
  readonly #byKind = new Map<string, string>();

  add(kind: string, what: string): void {
    if (this.#byKind.size < FOUND_MAX && !this.#byKind.has(kind)) {
      this.#byKind.set(kind, `${kind}: ${what}`);
    }
  }

  get all(): string[] {
    return [...this.#byKind.values()];
  }
}

/** What was sent, short enough to read and safe to print. */
export const shown = (bytes: Buffer): string =>
  JSON.stringify(bytes.toString("latin1").slice(0, 300));
