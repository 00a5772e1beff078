/** Knows what went another way before, so that what hangs on it is told once. */
import type { Bindings } from "./bindings.ts";

/** Whom and what a request is about: its actor, and the ids it names. */
export type Subjects = readonly string[];

export class Consequences {
  readonly #causes = new Map<string, number>();
  readonly #bindings: Bindings;

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /** The line that explains a difference here; null where it is a new one. */
  causeOf(subjects: Subjects): number | null {
    for (const subject of subjects) {
      const cause = this.#causes.get(subject) ?? this.#bindings.lostIn(subject);
      if (cause !== undefined) return cause;
    }
    return null;
  }

  /** From here on, what is about these may differ because of that line. */
  spread(subjects: Subjects, cause: number): void {
    for (const subject of subjects) {
      if (!this.#causes.has(subject)) this.#causes.set(subject, cause);
    }
  }
}
