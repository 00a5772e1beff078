/** Remembers the latest of many things, so that a session of any length needs the same room. */

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
