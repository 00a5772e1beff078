/** What a deployment assigned, in the recording and now: one to one, by first appearance. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const ZERO = "00000000-0000-0000-0000-000000000000";

/** Whether a text is an id that a deployment assigns; the all-zero UUID is a constant. */
export function isAssigned(text: string): boolean {
  return UUID.test(text) && text !== ZERO;
}

const CHANNEL = /^([a-z_]+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** A channel of the stream that is named for an id, as `book:` and a market's; else null. */
export function channelIn(text: string): { name: string; id: string } | null {
  const [, name, id] = CHANNEL.exec(text) ?? [];
  return name === undefined || id === undefined ? null : { name, id };
}

/** The binding of ids. Shape: UUIDs are the same in any letter case. */
export class Bindings {
  readonly #live = new Map<string, string>();
  readonly #recorded = new Map<string, string>();
  readonly #lost = new Map<string, number>();

  /** Binds a pair that is free on both sides; false where either is bound to something else. */
  bind(recorded: string, live: string): boolean {
    const [from, to] = [recorded.toLowerCase(), live.toLowerCase()];
    const bound = this.#live.get(from);
    if (bound !== undefined || this.#recorded.has(to)) return bound === to;
    this.#live.set(from, to);
    this.#recorded.set(to, from);
    this.#lost.delete(from);
    return true;
  }

  /** Whether a pair is bound, or could be. */
  fits(recorded: string, live: string): boolean {
    const [from, to] = [recorded.toLowerCase(), live.toLowerCase()];
    const bound = this.#live.get(from);
    return bound === undefined ? !this.#recorded.has(to) : bound === to;
  }

  /** What a recorded text is now; undefined where it was never bound. */
  liveOf(recorded: string): string | undefined {
    return this.#live.get(recorded.toLowerCase());
  }

  /** Whether a live id is known. */
  knows(live: string): boolean {
    return this.#recorded.has(live.toLowerCase());
  }

  /** Remembers that a recorded id found no counterpart, and in which line. */
  lose(recorded: string, n: number): void {
    const id = recorded.toLowerCase();
    if (!this.#live.has(id) && !this.#lost.has(id)) this.#lost.set(id, n);
  }

  /** The line in which a recorded id found no counterpart. */
  lostIn(recorded: string): number | undefined {
    return this.#lost.get(recorded.toLowerCase());
  }

  /** How many ids are bound. */
  get size(): number {
    return this.#live.size;
  }
}
