/** What a deployment assigned or handed out, in the recording and now: one to one, as it appears. */

import { placeholderIn } from "../deployment/secrets/placeholders.ts";
import { isAssigned } from "../deployment/wire/uuid.ts";
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

/** A placeholder with what it stands for now. */
export type Handed = [placeholder: string, live: string];

/** Members of a body. */
export function handedIn(recorded: unknown, live: unknown): Handed[] {
  if (typeof recorded === "string" && typeof live === "string") {
    const name = placeholderIn(recorded);
    return name === undefined ? [] : [[name, live]];
  }
  if (typeof recorded !== "object" || recorded === null) return [];
  return Object.entries(recorded).flatMap(([key, one]) => handedIn(one, Object(live)[key]));
}

/** Cookies, in the order they are set. */
export function cookiesHanded(recorded = "", live = ""): Handed[] {
  const lives = live.split("\n").map(cookieValue);
  return recorded.split("\n").flatMap((line, index) => {
    const name = placeholderIn(cookieValue(line));
    const value = lives[index];
    return name === undefined || !value ? [] : [[name, value] as Handed];
  });
}

function cookieValue(line: string): string {
  const [pair = ""] = line.split(";");
  return pair.slice(pair.indexOf("=") + 1).trim();
}

/** A map that keeps at least as many entries as it is told to, and at most twice as many. */
export class Fading<Value> {
  readonly #kept: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(kept: number) {
    this.#kept = kept;
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  has(key: string): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#kept) [this.#old, this.#young] = [this.#young, new Map()];
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
