/** A small identity provider next to the venue: it signs everybody in under the name that is given. */
import type { Draw } from "../draw.ts";

const LIVES_MS = 300_000;

/** Sign-ins that were begun, and the codes that the provider gave for them. */
export class Provider {
  readonly #states = new Map<string, number>();
  readonly #codes = new Map<string, string>();
  readonly #draw: Draw;

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  /** Begins a sign-in: the state that must come back. */
  begin(atMs: number): string {
    const state = this.#draw.hex(32);
    this.#states.set(state, atMs + LIVES_MS);
    return state;
  }

  /** What the provider's page does when somebody types a name: a code for the callback. */
  consent(subject: string): string {
    const code = this.#draw.hex(32);
    this.#codes.set(code, subject);
    return code;
  }

  /** Who came back with a code and a state; undefined unless both are good and new. */
  finish(code: string, state: string, atMs: number): string | undefined {
    const fresh = atMs < (this.#states.get(state) ?? 0);
    const subject = fresh ? this.#codes.get(code) : undefined;
    this.#states.delete(state);
    this.#codes.delete(code);
    return subject;
  }
}
