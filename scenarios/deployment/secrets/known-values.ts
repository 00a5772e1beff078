/** Finds many known values in bytes at once, however many there are and however they begin. */
import type { Span } from "./encodings.ts";

/** Values are looked up by how they begin; a shorter one is not found. Units: bytes. */
const HEAD_BYTES = 6;
/** A longer value is looked for in pieces of this length, so that every step is a short one. */
const PIECE_BYTES = 64;
/** A piece of a credential that is found where the whole is not. Units: bytes. */
const FRAGMENT_BYTES = 16;
const SIEVE_SIZE = 1 << 17;
const PRIME = 0x01000193;

/** Letter case goes, and what two alphabets of base64 and two of forms say differently. */
const FOLD = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= 0x41 && byte <= 0x5a) return byte + 0x20;
  if (byte === 0x20 || byte === 0x2d) return 0x2b;
  return byte === 0x5f ? 0x2f : byte;
});

const POWERS = new Int32Array(PIECE_BYTES + 1);
POWERS[0] = 1;
for (let n = 1; n <= PIECE_BYTES; n += 1) POWERS[n] = Math.imul(POWERS[n - 1]!, PRIME);

/** What is looked for. Shape: bytes are folded; a part stands for no value of its own. */
interface Piece {
  bytes: Uint8Array;
  isPart: boolean;
}

/** Pieces that begin alike. */
interface PieceGroup {
  /** Longest first; there are no more than pieces can be long. */
  lengths: number[];
  byHash: Map<number, Piece[]>;
}

/** A value that was found. */
export interface FoundValue extends Span {
  /** Only a part of it, or it with its neighbours. */
  isPart: boolean;
}

/** A set of values to look for, in any letter case. */
export class KnownValues {
  /** By head: most have one alone. @bound a few a value that is known: who adds values bounds them; scenarios/deployment/secrets/redact.test.ts */
  readonly #groups = new Map<number, Piece | PieceGroup>();
  /** Marks the heads there are, so that almost all places of a text cost next to nothing. */
  readonly #sieve = new Uint8Array(SIEVE_SIZE);

  /** Adds a value; nothing where it is shorter than a head. */
  add(value: string): void {
    const bytes = folded(value);
    if (bytes.length <= PIECE_BYTES) {
      this.#add({ bytes, isPart: false });
      return;
    }
    for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
      const at = Math.min(from, bytes.length - PIECE_BYTES);
      this.#add({ bytes: bytes.subarray(at, at + PIECE_BYTES), isPart: true });
    }
  }

  /** Adds what of a value is random enough to be known when it stands alone. */
  addFragments(value: string): void {
    for (let at = 0; at + FRAGMENT_BYTES <= value.length; at += 1) {
      const fragment = value.slice(at, at + FRAGMENT_BYTES);
      if (/\d/.test(fragment) && /[g-z]/i.test(fragment) && /^[\w+/=-]+$/.test(fragment)) {
        this.#add({ bytes: folded(fragment), isPart: true });
      }
    }
  }

  /** Where values stand, of overlapping ones the first and then the longest; parts run together. */
  spansIn(bytes: Uint8Array): FoundValue[] {
    const found: FoundValue[] = [];
    let hashes: Int32Array | null = null;
    // The last four folded bytes, as they were two bytes ago and as they are: together, a head.
    let [older, old, now] = [0, 0, 0];
    let over = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      older = old;
      old = now;
      now = (now << 8) | FOLD[bytes[at]!]!;
      const from = at + 1 - HEAD_BYTES;
      if (from < over) continue;
      const head = headHash(older, now);
      if (this.#sieve[head & (SIEVE_SIZE - 1)] === 0) continue;
      const group = this.#groups.get(head);
      if (group === undefined) continue;
      if ("byHash" in group) hashes ??= prefixHashes(bytes);
      const piece = "byHash" in group ? pieceAt(group, { bytes, from, hashes: hashes! }) : group;
      if (piece === undefined || !isAt(bytes, from, piece)) continue;
      const to = from + piece.bytes.length;
      join(found, { from, to, isPart: piece.isPart });
      if (!piece.isPart) over = to;
    }
    return found;
  }

  #add(piece: Piece): void {
    const { bytes } = piece;
    if (bytes.length < HEAD_BYTES) return;
    const head = headHash(fourAt(bytes, 0), fourAt(bytes, HEAD_BYTES - 4));
    this.#sieve[head & (SIEVE_SIZE - 1)] = 1;
    const there = this.#groups.get(head);
    if (there === undefined) {
      this.#groups.set(head, piece);
      return;
    }
    const group = "byHash" in there ? there : groupOf(there);
    if (group !== there) this.#groups.set(head, group);
    addTo(group, piece);
  }
}

function groupOf(piece: Piece): PieceGroup {
  const group: PieceGroup = { lengths: [], byHash: new Map() };
  addTo(group, piece);
  return group;
}

function addTo(group: PieceGroup, piece: Piece): void {
  const { bytes } = piece;
  if (!group.lengths.includes(bytes.length)) {
    group.lengths.push(bytes.length);
    group.lengths.sort((a, b) => b - a);
  }
  const hash = wholeHash(bytes);
  const alike = group.byHash.get(hash);
  const same = alike?.find((one) => one.bytes.length === bytes.length && isAt(bytes, 0, one));
  if (same !== undefined) same.isPart &&= piece.isPart;
  else if (alike === undefined) group.byHash.set(hash, [piece]);
  else alike.push(piece);
}

interface PlaceInBytes {
  bytes: Uint8Array;
  from: number;
  hashes: Int32Array;
}

function pieceAt(group: PieceGroup, { bytes, from, hashes }: PlaceInBytes): Piece | undefined {
  for (const length of group.lengths) {
    if (from + length > bytes.length) continue;
    const before = Math.imul(hashes[from]!, POWERS[length]!);
    const hash = (hashes[from + length]! - before) | 0;
    const alike = group.byHash.get(hash);
    const piece = alike?.find((one) => one.bytes.length === length && isAt(bytes, from, one));
    if (piece !== undefined) return piece;
  }
  return undefined;
}

function isAt(bytes: Uint8Array, from: number, piece: Piece): boolean {
  const { length } = piece.bytes;
  if (from + length > bytes.length) return false;
  for (let at = 0; at < length; at += 1) {
    if (FOLD[bytes[from + at]!] !== piece.bytes[at]) return false;
  }
  return true;
}

/** Parts that touch are one; a value that is whole takes no neighbour. */
function join(found: FoundValue[], next: FoundValue): void {
  const last = found.at(-1);
  const touches = last !== undefined && next.from <= last.to && last.isPart && next.isPart;
  const overlaps = last !== undefined && next.from < last.to;
  if (!touches && !overlaps) found.push(next);
  else Object.assign(last, { to: Math.max(last.to, next.to), isPart: true });
}

/** Hashes of every beginning, from which that of any piece follows. */
function prefixHashes(bytes: Uint8Array): Int32Array {
  const hashes = new Int32Array(bytes.length + 1);
  for (let at = 0; at < bytes.length; at += 1) {
    hashes[at + 1] = (Math.imul(hashes[at]!, PRIME) + FOLD[bytes[at]!]! + 1) | 0;
  }
  return hashes;
}

/** The last of them alone. */
function wholeHash(bytes: Uint8Array): number {
  let hash = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    hash = (Math.imul(hash, PRIME) + FOLD[bytes[at]!]! + 1) | 0;
  }
  return hash;
}

function headHash(first: number, last: number): number {
  return (Math.imul(first, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b) ^ (last >>> 15)) | 0;
}

function fourAt(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

function folded(value: string): Uint8Array {
  const bytes = Buffer.from(value);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = FOLD[bytes[at]!]!;
  return bytes;
}
