/** Reads query parameters; what is no value of theirs is answered 422, with an array of details. */
import { isUuid } from "../trading/place-request.ts";
import type { ListName } from "../wire/wire.ts";
import type { Call } from "./call.ts";
import { Refused } from "./refusal.ts";

/** Bounds of a count: what stands when it is left out, and the least and most that is served. */
export interface Count {
  usual: number;
  least?: number;
  most: number;
}

/** A whole number; beyond its bounds it is brought into them, or refused, as the venue likes. */
export function countQuery(call: Call, name: string, { usual, least = 0, most }: Count): number {
  const text = call.query.get(name) ?? String(usual);
  if (!/^-?\d+$/.test(text)) return refuse(name, "an integer is needed");
  const clamped = Math.min(most, Math.max(least, Number(text)));
  if (call.parts.settings.counts === "strict" && clamped !== Number(text)) {
    return refuse(name, `a number from ${least} to ${most} is needed`);
  }
  return clamped;
}

/** So many of a list as `limit` allows, after `offset` where the route has one. */
export function pageOf<T>(call: Call, items: T[], limit: Count, offsets = false): T[] {
  const from = offsets ? countQuery(call, "offset", { usual: 0, most: 1_000_000 }) : 0;
  return items.slice(from, from + countQuery(call, "limit", limit));
}

/** The last so many of what happened, as the venue lists such things. Shape: oldest first in. */
export function pastBody<T>(
  { parts: { wire } }: Call,
  name: ListName,
  { happened, limit, show }: { happened: T[]; limit: number; show: (one: T) => unknown },
): unknown {
  const last = happened.slice(Math.max(0, happened.length - limit));
  return wire.list(name, (wire.newestFirst.includes(name) ? last.reverse() : last).map(show));
}

/** The market id of the query in lower case, or null when none is asked for. */
export function marketQuery(call: Call): string | null {
  const text = call.query.get("market_id");
  if (text === null || text === "") return null;
  return isUuid(text) ? text.toLowerCase() : refuse("market_id", "a UUID is needed");
}

/** One word out of several, in any letter case; null when left out or, in a lax venue, unknown. */
export function wordQuery<T extends string>(
  call: Call,
  name: string,
  words: readonly T[],
): T | "unknown" | null {
  const text = call.query.get(name);
  if (text === null || text === "") return null;
  const found = words.find((word) => word.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  if (call.parts.settings.counts === "clamped") return "unknown";
  return refuse(name, `one of ${words.join(", ")} is needed`);
}

function refuse(name: string, message: string): never {
  throw new Refused({ form: "invalid", loc: ["query", name], message });
}
