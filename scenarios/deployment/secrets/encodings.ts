/** Ways in which a value may stand in bytes so that it is not seen: escaped or encoded. */

/** A piece of bytes, its end not included. */
export interface Span {
  from: number;
  to: number;
}

/** Bytes with their escapes taken off. */
export interface Unescaped {
  bytes: Buffer;
  /** The escapes were backslashes. */
  isOfBackslashes: boolean;
  /** Where a byte of them, or their end, began in the bytes with escapes. */
  originOf(at: number): number;
}

const PERCENT = 0x25;
const AMPERSAND = 0x26;
const BACKSLASH = 0x5c;
const SEMICOLON = 0x3b;
const NUL = 0;
const SHORT_PIECE = 64;
/** Units: characters, with sign and semicolon. */
const LONGEST_ENTITY = 10;
const NAMED_ENTITIES: Record<string, number> = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39 };
const SHORT_ESCAPES: Record<number, number> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

/**
 * One layer taken off, of the first kind there is: NULs, so that text in two-byte characters reads
 * as text; percent-encoding, which may be of some characters only; HTML entities; backslash escapes.
 * Null where there was nothing to take off.
 */
export function unescaped(bytes: Buffer): Unescaped | null {
  for (const [sign, escapeAt] of KINDS) {
    const found = bytes.includes(sign) ? without(bytes, sign, escapeAt) : null;
    if (found !== null) return found;
  }
  return null;
}

/** One layer of backslash escapes taken off, whatever else there is; null where there is none. */
export function withoutBackslashEscapes(bytes: Buffer): Unescaped | null {
  return bytes.includes(BACKSLASH) ? without(bytes, BACKSLASH, backslashAt) : null;
}

type EscapeAt = (bytes: Buffer, at: number) => number;

function without(bytes: Buffer, sign: number, escapeAt: EscapeAt): Unescaped | null {
  const stripped = strip(bytes, { sign, escapeAt }, null);
  if (stripped === null) return null;
  // Most bytes hide nothing, and nobody asks where something stood.
  let origins: Origins | null = null;
  const originOf = (at: number) => {
    if (origins === null) {
      origins = new Origins();
      strip(bytes, { sign, escapeAt }, origins);
    }
    return origins.of(at);
  };
  return { bytes: stripped, isOfBackslashes: sign === BACKSLASH, originOf };
}

interface EscapeKind {
  sign: number;
  escapeAt: EscapeAt;
}

/** The bytes without these escapes, null where there are none; `origins` hears where each began. */
function strip(bytes: Buffer, { sign, escapeAt }: EscapeKind, origins: Origins | null) {
  let out: Buffer | null = null;
  let size = 0;
  let copied = 0;
  for (let at = bytes.indexOf(sign); at >= 0 && at < bytes.length; at += 1) {
    if (bytes[at] !== sign) continue;
    const found = escapeAt(bytes, at);
    if (found === NO_ESCAPE) continue;
    out ??= Buffer.allocUnsafe(bytes.length);
    // Short pieces, of which there are millions, are copied faster so.
    if (at - copied > SHORT_PIECE) size += bytes.copy(out, size, copied, at);
    else while (copied < at) out[size++] = bytes[copied++]!;
    const code = found & CODE_MASK;
    if (code < 0x80 || code >= RAW) {
      origins?.begin(size, at);
      out[size++] = code & 0xff;
    } else if (code !== NO_CODE) {
      for (const one of Buffer.from(charOf(code))) {
        origins?.begin(size, at);
        out[size++] = one;
      }
    }
    copied = at + (found >>> LENGTH_SHIFT);
    origins?.begin(size, copied);
    at = copied - 1;
  }
  if (out === null) return null;
  size += bytes.copy(out, size, copied);
  return out.subarray(0, size);
}

/** Where bytes began in what they were taken from: behind each of these places, as far behind its origin. */
class Origins {
  /** @bound as many as the bytes have escapes: for as long as they are looked at; scenarios/record/passes.test.ts */
  readonly #places: number[] = [0];
  /** @bound as many as there are places: with them; scenarios/record/passes.test.ts */
  readonly #origins: number[] = [0];

  begin(place: number, origin: number): void {
    if (this.#places.at(-1) === place && this.#origins.at(-1) === origin) return;
    this.#places.push(place);
    this.#origins.push(origin);
  }

  of(at: number): number {
    const part = lastUpTo(this.#places, at);
    return this.#origins[part]! + at - this.#places[part]!;
  }
}

/** The last of ascending numbers that is no more than this. */
function lastUpTo(ascending: readonly number[], wanted: number): number {
  let [low, high] = [0, ascending.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (ascending[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** An escape in one number, as there may be millions: its length, then the character it means. */
const LENGTH_SHIFT = 22;
const CODE_MASK = (1 << LENGTH_SHIFT) - 1;
/** Added to a byte that is meant as it is, and is a part of a character. */
const RAW = 0x300000;
/** Means nothing. */
const NO_CODE = 0x2fffff;
const NO_ESCAPE = 1 << LENGTH_SHIFT;

const KINDS: [sign: number, escapeAt: EscapeAt][] = [
  [NUL, () => escapeOf(1, NO_CODE)],
  [PERCENT, percentAt],
  [AMPERSAND, entityAt],
  [BACKSLASH, backslashAt],
];

function escapeOf(length: number, code: number | null | undefined): number {
  return code === null || code === undefined ? NO_ESCAPE : (length << LENGTH_SHIFT) | code;
}

function percentAt(bytes: Buffer, at: number): number {
  const code = hexAt(bytes, at + 1, 2);
  return escapeOf(3, code === null ? null : RAW + code);
}

function backslashAt(bytes: Buffer, at: number): number {
  const next = bytes[at + 1];
  if (next === undefined) return NO_ESCAPE;
  if (next === 0x75) return unicodeAt(bytes, at);
  if (next === 0x78) return escapeOf(4, hexAt(bytes, at + 2, 2));
  return escapeOf(2, SHORT_ESCAPES[next] ?? RAW + next);
}

function unicodeAt(bytes: Buffer, at: number): number {
  const code = hexAt(bytes, at + 2, 4);
  const isHigh = code !== null && code >= 0xd800 && code < 0xdc00;
  const low = isHigh && bytes[at + 6] === BACKSLASH ? hexAt(bytes, at + 8, 4) : null;
  if (low === null || !isHigh) return escapeOf(6, code);
  return escapeOf(12, 0x10000 + ((code & 0x3ff) << 10) + (low & 0x3ff));
}

function entityAt(bytes: Buffer, at: number): number {
  const end = bytes.subarray(at, at + LONGEST_ENTITY).indexOf(SEMICOLON);
  if (end < 0) return NO_ESCAPE;
  const name = bytes.toString("latin1", at + 1, at + end);
  const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
  const code = hex ? Number.parseInt(hex, 16) : decimal ? Number(decimal) : NAMED_ENTITIES[name];
  return escapeOf(end + 1, code === undefined || code > 0x10ffff ? null : code);
}

function charOf(code: number): string {
  return String.fromCodePoint(code);
}

function hexAt(bytes: Buffer, from: number, digits: number): number | null {
  let value = 0;
  for (let at = from; at < from + digits; at += 1) {
    const digit = HEX[bytes[at] ?? 0]!;
    if (digit === NOT_HEX) return null;
    value = value * 16 + digit;
  }
  return value;
}

const NOT_HEX = 255;
const HEX = new Uint8Array(256).fill(NOT_HEX);
for (const [value, digits] of [..."0123456789abcdef"].entries()) {
  HEX[digits.charCodeAt(0)] = value;
  HEX[digits.toUpperCase().charCodeAt(0)] = value;
}

/** Which bytes are among these characters. */
export function byteClass(characters: string): Uint8Array {
  const among = new Uint8Array(256);
  for (const char of characters) among[char.charCodeAt(0)] = 1;
  return among;
}

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** What words, keys and tokens are made of. */
export const WORD_BYTES = byteClass(`${ALPHANUMERIC}-_`);
const BASE64_BYTES = byteClass(`${ALPHANUMERIC}+/-_`);
const HEX_BYTES = byteClass("0123456789abcdefABCDEF");

/** A shorter run holds no encoded secret that is encoded once more. */
const RUN_MIN = 11;
const GROUP_CHARS = 4;
/** Of what a wrong start decodes to, as much is legible at most. */
const WRONG_SHARE_MOST = 0.6;
const isLegible = (bytes: Buffer): boolean => legibleShare(bytes) > WRONG_SHARE_MOST;

/** Runs that read as text once base64, of either alphabet, or hex is taken off. */
export function* encodedRuns(bytes: Buffer): Generator<Span & { readings: Buffer[] }> {
  for (const run of runsOf(bytes, BASE64_BYTES, RUN_MIN)) {
    if (isUuid(bytes, run)) continue;
    const text = bytes.toString("latin1", run.from, run.to);
    // A word, a number or a date, and almost never a text that is encoded.
    if (!/[A-Z0-9]/.test(text) || !/[A-SU-Za-z]/.test(text)) continue;
    const starts = Array.from({ length: GROUP_CHARS }, (_, start) => start);
    const base64 = starts.map((start) => Buffer.from(text.slice(start), "base64"));
    const readings = base64.filter(isLegible);
    if (readings.length > 0) yield { ...run, readings };
  }
  for (const run of runsOf(bytes, HEX_BYTES, RUN_MIN)) {
    const text = bytes.toString("latin1", run.from, run.to);
    const readings = [text, text.slice(1)].map((one) => Buffer.from(one, "hex")).filter(isLegible);
    if (readings.length > 0) yield { ...run, readings };
  }
}

/** Runs of bytes of a class, of this length or more. */
export function runsOf(bytes: Uint8Array, among: Uint8Array, lengthMin: number): Span[] {
  const runs: Span[] = [];
  let from = 0;
  while (from + lengthMin <= bytes.length) {
    // From its far end: one byte of another class there, and no run begins before it.
    let at = from + lengthMin - 1;
    while (at >= from && among[bytes[at]!] === 1) at -= 1;
    if (at >= from) {
      from = at + 1;
      continue;
    }
    let to = from + lengthMin;
    while (to < bytes.length && among[bytes[to]!] === 1) to += 1;
    runs.push({ from, to });
    from = to + 1;
  }
  return runs;
}

const UUID_CHARS = 36;
const DASH = 0x2d;

function isUuid(bytes: Buffer, { from, to }: Span): boolean {
  const dashes = [8, 13, 18, 23];
  return to - from === UUID_CHARS && dashes.every((at) => bytes[from + at] === DASH);
}

/** The part of them that is printable ASCII or white space, from 0 to 1; 1 where there are none. */
export function legibleShare(bytes: Uint8Array): number {
  let legible = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if ((byte >= 0x20 && byte < 0x7f) || byte === 10 || byte === 13 || byte === 9) legible += 1;
  }
  return bytes.length === 0 ? 1 : legible / bytes.length;
}

const GROUP_BYTES = 3;

/**
 * What base64, of either alphabet, of any text with this value in it has in it.
 * Shape: one for each place in a group of bytes where the value may begin; what depends on its
 * neighbours is left off.
 */
export function base64Forms(value: string): string[] {
  const bytes = Buffer.from(value);
  const forms = Array.from({ length: GROUP_BYTES }, (_, shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]);
    const wholeChars = Math.floor((padded.length * 4) / GROUP_BYTES);
    return padded.toString("base64").slice(Math.ceil((shift * 4) / GROUP_BYTES), wholeChars);
  });
  return [...forms, ...forms.map((form) => form.replaceAll("+", "-").replaceAll("/", "_"))];
}
