/** Seeded source of everything the venue would otherwise draw at random. */

/** One stream of chance; the same seed gives the same ids and keys. */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Next number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** So many hexadecimal digits. */
  hex(digits: number): string {
    return Array.from({ length: digits }, () => Math.floor(this.next() * 16).toString(16)).join("");
  }

  /** Random UUID (version 4), lower case. */
  uuid(): string {
    return `${this.hex(8)}-${this.hex(4)}-4${this.hex(3)}-a${this.hex(3)}-${this.hex(12)}`;
  }

  /** Time-ordered UUID (version 7) in upper case, which is as legal as lower. */
  timedUuid(atMs: number): string {
    const stamp = atMs.toString(16).padStart(12, "0");
    const head = `${stamp.slice(0, 8)}-${stamp.slice(8)}`;
    return `${head}-7${this.hex(3)}-b${this.hex(3)}-${this.hex(12)}`.toUpperCase();
  }
}
