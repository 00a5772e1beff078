/** JSON that can be walked through: not deeper than calls may be, not more than memory holds. */
import { valueIn } from "../deployment/reading/json-text.ts";

/** Deeper JSON is kept as text. */
const DEPTH_MAX = 256;
/** JSON of more values is kept as text. */
const VALUES_MAX = 1_000_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** What the bytes say; undefined for what is no JSON, too deep or too much. */
export function walkableJson(bytes: Buffer): unknown {
  return isWalkable(bytes) ? valueIn(bytes.toString()) : undefined;
}

function isWalkable(bytes: Buffer): boolean {
  let [depth, values] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) at = textEnd(bytes, at);
    else if (byte === COMMA) values += 1;
    else if (OPENING.has(byte)) {
      depth += 1;
      values += 1;
    } else if (CLOSING.has(byte)) depth -= 1;
    if (depth > DEPTH_MAX || values > VALUES_MAX) return false;
  }
  return true;
}

function textEnd(bytes: Buffer, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
