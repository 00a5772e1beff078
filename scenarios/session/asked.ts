/** Path and query of a recorded request, wherever the query is kept. */
import type { SessionExchange } from "./format.ts";

/** What was asked for. Shape: of a parameter that came twice, the last. */
export interface AskedPlace {
  path: string;
  query: Record<string, string>;
}

/** A query that `query` could not give back to the letter stands behind the path. */
export function askedOf({ path, query = {} }: SessionExchange["request"]): AskedPlace {
  const cut = path.indexOf("?");
  if (cut < 0) return { path, query };
  const kept = Object.fromEntries(new URLSearchParams(path.slice(cut + 1)));
  return { path: path.slice(0, cut), query: { ...kept, ...query } };
}
