/** Holds two texts against each other that are the same but for the ids in them. */
import { isUuid, ZERO_UUID } from "../deployment/wire/uuid.ts";
import type { Bindings } from "./bindings.ts";

const ID_CHARS = ZERO_UUID.length;
/** Where an id has its first dash, and how far from there the others are. */
const FIRST_DASH = 8;
const NEXT_DASHES = [5, 10, 15];
const DASH = "-".charCodeAt(0);
/** Ids of one request alone: another one each time, and bound to nothing. */
const CORRELATION_MEMBER = /"request_id"\s*:\s*"$/;
const CORRELATION_CHARS = 24;

/** Pairs of recorded and live ids, to be bound; in lower case. */
export type IdPairing = [recorded: string, live: string][];

/** The ids of both, in order, where all else is equal and they can be bound; else null. */
export function pairedIn(recorded: string, live: string, bindings: Bindings): IdPairing | null {
  if (recorded.length !== live.length) return null;
  const lives = new Map<string, string>();
  const recordeds = new Map<string, string>();
  let end = 0;
  for (let index = idAfter(recorded, 0); index >= 0; index = idAfter(recorded, end)) {
    if (recorded.slice(end, index) !== live.slice(end, index)) return null;
    const from = recorded.slice(index, index + ID_CHARS).toLowerCase();
    const to = live.slice(index, index + ID_CHARS).toLowerCase();
    end = index + ID_CHARS;
    if (from === ZERO_UUID ? to !== ZERO_UUID : !isUuid(to) || to === ZERO_UUID) return null;
    if (
      from === ZERO_UUID ||
      CORRELATION_MEMBER.test(recorded.slice(Math.max(0, index - CORRELATION_CHARS), index))
    )
      continue;
    const known = lives.get(from);
    if (known !== undefined || recordeds.has(to)) {
      if (known !== to) return null;
      continue;
    }
    if (!bindings.fits(from, to)) return null;
    lives.set(from, to);
    recordeds.set(to, from);
  }
  return recorded.slice(end) === live.slice(end) ? [...lives] : null;
}

/** Where the next id begins; less than 0 where there is none. Dashes are few: they are looked for. */
function idAfter(text: string, start: number): number {
  for (let dash = text.indexOf("-", start + FIRST_DASH); dash >= 0; ) {
    const at = dash - FIRST_DASH;
    const isLike = NEXT_DASHES.every((step) => text.charCodeAt(dash + step) === DASH);
    if (isLike && isUuid(text.slice(at, at + ID_CHARS))) return at;
    dash = text.indexOf("-", dash + 1);
  }
  return -1;
}
