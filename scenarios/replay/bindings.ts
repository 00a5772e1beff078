/** What a deployment assigned, in the recording and now: one to one, by first appearance. */
import { isAssigned } from "../session/assigned.ts";
import { Fading } from "./fading.ts";
import { IdPairs } from "./id-pairs.ts";

/** Names that are no UUIDs, and ids without a counterpart, that are remembered. */
const KEPT = 100_000;

const CHANNEL = /^([a-z_]+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** A channel of the stream that is named for an id, as `book:` and a market's; else null. */
export function channelIn(text: string): { name: string; id: string } | null {
  const [, name, id] = CHANNEL.exec(text) ?? [];
  return name === undefined || id === undefined ? null : { name, id };
}

/** The binding of ids. Shape: UUIDs are the same in any letter case. */
export class Bindings {
  readonly #ids = new IdPairs();
  readonly #live = new Fading<string>(KEPT);
  readonly #recorded = new Fading<string>(KEPT);
  readonly #lost = new Fading<number>(KEPT);

  /** Binds a pair that is free on both sides; false where either is bound to something else. */
  bind(recorded: string, live: string): boolean {
    const [from, to] = [recorded.toLowerCase(), live.toLowerCase()];
    const bound = this.#find(from, 0);
    if (bound !== undefined || this.#find(to, 1) !== undefined) return bound === to;
    if (isAssigned(from) && isAssigned(to)) this.#ids.add(from, to);
    else {
      this.#live.set(from, to);
      this.#recorded.set(to, from);
    }
    this.#lost.delete(from);
    return true;
  }

  /** Whether a pair is bound, or could be. */
  fits(recorded: string, live: string): boolean {
    const [from, to] = [recorded.toLowerCase(), live.toLowerCase()];
    const bound = this.#find(from, 0);
    return bound === undefined ? this.#find(to, 1) === undefined : bound === to;
  }

  /** What a recorded text is now; undefined where it was never bound. */
  liveOf(recorded: string): string | undefined {
    return this.#find(recorded.toLowerCase(), 0);
  }

  /** Whether a live id is known. */
  knows(live: string): boolean {
    return this.#find(live.toLowerCase(), 1) !== undefined;
  }

  /** Remembers that a recorded id found no counterpart, and in which line. */
  lose(recorded: string, n: number): void {
    const id = recorded.toLowerCase();
    if (this.#find(id, 0) === undefined && !this.#lost.has(id)) this.#lost.set(id, n);
  }

  /** The line in which a recorded id found no counterpart. */
  lostIn(recorded: string): number | undefined {
    return this.#lost.get(recorded.toLowerCase());
  }

  #find(text: string, side: 0 | 1): string | undefined {
    if (isAssigned(text)) {
      const found = this.#ids.find(text, side);
      if (found !== undefined) return found;
    }
    return (side === 0 ? this.#live : this.#recorded).get(text);
  }
}
