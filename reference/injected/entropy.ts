/** Everything random on the venue, drawn from one seed: the same seed gives the same ids and keys. */
import { createHash, randomBytes } from "node:crypto";

/** Whether a number can seed a venue: an integer from 0 to 2^53 - 1. */
export const isSeed = (seed: number): boolean => Number.isSafeInteger(seed) && seed >= 0;

/** 32 bytes that only the machine knows. */
export const drawSecret = (): Buffer => randomBytes(32);

/** A fresh seed from the machine, short enough to be typed again. Shape: 0 to 2^32 - 1. */
export function drawSeed(): number {
  return randomBytes(4).readUInt32BE();
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

const octet = (word: number, shift: number): string => HEX[(word >>> shift) & 255]!;
const word8 = (word: number): string =>
  octet(word, 24) + octet(word, 16) + octet(word, 8) + octet(word, 0);
const word44 = (word: number): string =>
  `${octet(word, 24)}${octet(word, 16)}-${octet(word, 8)}${octet(word, 0)}`;

/** The sfc32 generator (C. Doty-Humphrey, PractRand), read as ids. */
class Ids {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(a: number, b: number, c: number) {
    [this.#a, this.#b, this.#c] = [a, b, c];
    for (let round = 0; round < 12; round++) this.#next();
  }

  /** A version 4 UUID. */
  uuid(): string {
    const head = word8(this.#next());
    const middle = word44((this.#next() & 0xffff0fff) | 0x4000);
    const tail = word44((this.#next() & 0x3fffffff) | 0x80000000);
    return `${head}-${middle}-${tail}${word8(this.#next())}`;
  }

  #next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    this.#c |= 0;
    return sum >>> 0;
  }
}

/**
 * Ids and secrets of one venue. Secrets come from a hash of seed and counter, so that no run of ids
 * tells a key. Requests are numbered by a generator of their own: whoever only reads changes no id of
 * what is placed later, and the same commands leave the same venue.
 */
export class Entropy {
  readonly seed: number;
  readonly epoch: number;
  readonly #ids: Ids;
  readonly #requests: Ids;
  #secrets = 0;
  readonly #draw: (() => Buffer) | null;

  /**
   * `draw` gives secrets that no seed tells, where a run need not be repeatable; `epoch` counts the
   * earlier runs of the same venue, none of whose ids may come again.
   */
  constructor(seed: number, draw: (() => Buffer) | null = null, epoch = 0) {
    if (!isSeed(seed)) throw new RangeError(`a seed is an integer from 0 to 2^53 - 1, not ${seed}`);
    this.seed = seed;
    this.#draw = draw;
    this.epoch = epoch;
    const words = [Math.floor(seed / 2 ** 32), seed | 0] as const;
    this.#ids = new Ids(epoch, ...words);
    this.#requests = new Ids(~epoch, ...words);
  }

  /** The id of something on the venue, a version 4 UUID. */
  uuid(): string {
    return this.#ids.uuid();
  }

  /** The id of a request, a version 4 UUID. */
  requestId(): string {
    return this.#requests.uuid();
  }

  /** A URL-safe secret of 32 bytes behind a prefix, such as `rk_live_`. */
  token(prefix: string): string {
    return prefix + this.secret().toString("base64url");
  }

  /** 32 secret bytes. */
  secret(): Buffer {
    if (this.#draw !== null) return this.#draw();
    const run = this.epoch === 0 ? `${this.seed}` : `${this.seed}/${this.epoch}`;
    return createHash("sha256")
      .update(`${run}/secret/${this.#secrets++}`)
      .digest();
  }
}
