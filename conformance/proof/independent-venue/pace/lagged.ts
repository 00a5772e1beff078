/** A value whose readers see it as it was some time ago, like a read replica. */

const KEPT_MS = 5_000;

/** History of one value, long enough for any lag an independent venue is started with. */
export class Lagged<T> {
  #versions: { atMs: number; value: T }[] = [];

  /** Notes the value from a time on; versions nobody can ask for any more are dropped. */
  write(value: T, atMs: number): void {
    const old = this.#versions.findLastIndex((version) => version.atMs < atMs - KEPT_MS);
    if (old > 0) this.#versions.splice(0, old);
    this.#versions.push({ atMs, value });
  }

  /** The value as it was at a time; undefined when it did not exist yet. */
  read(atMs: number): T | undefined {
    return this.#versions.findLast((version) => version.atMs <= atMs)?.value;
  }
}
