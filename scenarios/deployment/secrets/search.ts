/** Finds secrets in bytes: known ones, ones that look so, ones that are called so; also encoded. */
import { runsOf, type Span, WORD_BYTES } from "./encodings.ts";
import type { KnownValues } from "./known-values.ts";
import { type Layer, layersOf } from "./layers.ts";
import { namedValuesIn } from "./named-values.ts";

/** A secret that was found. */
export interface FoundSecret extends Span {
  /** What stands there is the secret itself, to be known from then on. */
  isItself: boolean;
}

const KEY_SIGN = "_live_";
const WEB_TOKEN_SIGN = "eyJ";
const DOT = 0x2e;
const TOKEN_BYTES_MIN = 40;
const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Where secrets stand, in order, none over another. Shape: a known value is never divided. */
export function secretsAt(bytes: Buffer, known: KnownValues): FoundSecret[] {
  let whole: FoundSecret[] = [];
  let others: FoundSecret[] = [];
  for (const layer of layersOf(bytes)) {
    if (layer.isBottomless) return [{ from: 0, to: bytes.length, isItself: false }];
    const { keys, values, rest } = foundIn(layer, known);
    if (layer.isOutermost) {
      whole = apart([...keys, ...values]);
      others = rest;
      continue;
    }
    for (const one of [keys, values, rest].flat()) {
      others.push({ ...layer.placeOf(one), isItself: false });
    }
  }
  if (whole.length === 0 && others.length === 0) return [];
  return [...whole, ...without(united(others), whole)].sort(byPlace);
}

/** Whether any stands there. */
export function bearsSecret(bytes: Buffer, known: KnownValues): boolean {
  for (const layer of layersOf(bytes)) {
    if (layer.isBottomless || known.spansIn(layer.bytes).length > 0) return true;
    if (shapedIn(layer.bytes).length > 0) return true;
  }
  return false;
}

/** The values that their names make secret, and what looks like a secret, as they were meant. */
export function* secretsSaid(bytes: Buffer): Generator<string> {
  for (const layer of layersOf(bytes)) {
    const named = namedValuesIn(layer.bytes).filter(({ isSure }) => isSure);
    for (const { from, to } of [...named, ...shapedIn(layer.bytes)]) {
      // What ends it is to be read before its escapes are taken off, it itself without them.
      for (const said of layersOf(layer.bytes.subarray(from, to), undefined, 0)) {
        yield said.bytes.toString();
      }
    }
  }
}

function foundIn({ bytes }: Layer, known: KnownValues) {
  const found = known.spansIn(bytes);
  const parts = found.filter(({ isPart }) => isPart);
  const named = namedValuesIn(bytes).map(({ from, to, isSure }) => ({
    from,
    to,
    isItself: isSure,
  }));
  return {
    keys: keysIn(bytes).map(itself),
    values: found.filter(({ isPart }) => !isPart).map(itself),
    rest: [
      ...parts.map(({ from, to }) => ({ from, to, isItself: false })),
      ...[...tokensIn(bytes).map(itself), ...named],
    ],
  };
}

function itself({ from, to }: Span): FoundSecret {
  return { from, to, isItself: true };
}

function shapedIn(bytes: Buffer): Span[] {
  return [...keysIn(bytes), ...tokensIn(bytes)];
}

function keysIn(bytes: Buffer): Span[] {
  const keys: Span[] = [];
  for (let at = signAt(bytes, KEY_SIGN, 2); at >= 0; at = signAt(bytes, KEY_SIGN, at + 1)) {
    const to = wordEnd(bytes, at + KEY_SIGN.length);
    const isKey = /^r[kw]$/.test(bytes.toString("latin1", at - 2, at));
    if (!isKey || to === at + KEY_SIGN.length) continue;
    keys.push({ from: at - 2, to });
    at = to - 1;
  }
  return keys;
}

/** JSON web tokens, and what is long and random but no id. */
function tokensIn(bytes: Buffer): Span[] {
  const long = runsOf(bytes, WORD_BYTES, TOKEN_BYTES_MIN).filter(({ from, to }) =>
    isRandom(bytes.toString("latin1", from, to)),
  );
  const web: Span[] = [];
  const sign = WEB_TOKEN_SIGN;
  for (let at = signAt(bytes, sign, 0); at >= 0; at = signAt(bytes, sign, at + 1)) {
    const to = webTokenEnd(bytes, at);
    if (to === null || WORD_BYTES[bytes[at - 1] ?? 0] === 1) continue;
    web.push({ from: at, to });
    at = to - 1;
  }
  return [...long, ...web];
}

function signAt(bytes: Buffer, sign: string, from: number): number {
  return bytes.indexOf(sign, from, "latin1");
}

function webTokenEnd(bytes: Buffer, from: number): number | null {
  const head = wordEnd(bytes, from);
  if (head - from < 11 || bytes[head] !== DOT) return null;
  const body = wordEnd(bytes, head + 1);
  if (body === head + 1 || bytes[body] !== DOT) return null;
  return wordEnd(bytes, body + 1);
}

function wordEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && WORD_BYTES[bytes[at]!] === 1) at += 1;
  return at;
}

function isRandom(text: string): boolean {
  const rest = text.replaceAll(UUIDS, "");
  const isMixed = /[A-Z]/.test(rest) && /[a-z]/.test(rest) && /\d/.test(rest);
  return rest.length >= TOKEN_BYTES_MIN && isMixed;
}

function byPlace(one: Span, other: Span): number {
  return one.from - other.from || other.to - one.to;
}

/** Of those that overlap the first, the longest if two begin together; of the others what is left. */
function apart(found: FoundSecret[]): FoundSecret[] {
  let over = 0;
  return found.sort(byPlace).flatMap(({ from, to, isItself }) => {
    if (to <= over) return [];
    const start = Math.max(from, over);
    over = to;
    return [{ from: start, to, isItself: start === from && isItself }];
  });
}

/** Those that overlap as one. */
function united(found: FoundSecret[]): FoundSecret[] {
  const so: FoundSecret[] = [];
  for (const { from, to, isItself } of found.sort(byPlace)) {
    const last = so.at(-1);
    if (last === undefined || from >= last.to) so.push({ from, to, isItself });
    else if (to > last.to) Object.assign(last, { to, isItself: false });
    else if (from === last.from && to === last.to) last.isItself ||= isItself;
  }
  return so;
}

/** What is left of them beside the others. Shape: both in order, none over another of its own. */
function without(found: FoundSecret[], others: readonly FoundSecret[]): FoundSecret[] {
  if (others.length === 0) return found;
  let next = 0;
  return found.flatMap(({ from, to, isItself }) => {
    while (next < others.length && others[next]!.to <= from) next += 1;
    const left: FoundSecret[] = [];
    let at = from;
    for (let one = next; one < others.length && others[one]!.from < to; one += 1) {
      if (others[one]!.from > at) left.push({ from: at, to: others[one]!.from, isItself: false });
      at = Math.max(at, others[one]!.to);
    }
    if (at < to) left.push({ from: at, to, isItself: at === from && isItself });
    return left;
  });
}
