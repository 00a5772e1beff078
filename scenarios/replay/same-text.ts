/** The short way to compare: two texts that are the same but for the ids in them. */
import { type Bindings, ZERO } from "./bindings.ts";

const IDS = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const ONE_ID = new RegExp(`^${IDS.source}$`, "i");
/** Ids of one request alone: another one each time, and bound to nothing. */
const CORRELATION = '"request_id":"';

/** Pairs of recorded and live ids, to be bound; in lower case. */
export type IdPairing = [recorded: string, live: string][];

/** The ids of both, in order, where all else is equal and they can be bound; else null. */
export function pairedIn(recorded: string, live: string, bindings: Bindings): IdPairing | null {
  if (recorded.length !== live.length) return null;
  const lives = new Map<string, string>();
  const recordeds = new Map<string, string>();
  let end = 0;
  for (const { 0: found, index } of recorded.matchAll(IDS)) {
    if (recorded.slice(end, index) !== live.slice(end, index)) return null;
    end = index + found.length;
    const [from, to] = [found.toLowerCase(), live.slice(index, end).toLowerCase()];
    if (from === ZERO ? to !== ZERO : !ONE_ID.test(to) || to === ZERO) return null;
    if (from === ZERO || recorded.startsWith(CORRELATION, index - CORRELATION.length)) continue;
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
