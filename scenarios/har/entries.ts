/** Which entries of a HAR file are requests to a venue. */
import type { HarEntry } from "./har.ts";

const ROUTE = new RegExp(
  `^(/api)?(/v1)?/(${[
    ...["orders", "markets", "account", "positions", "me", "agents", "leaderboard", "series"],
    ...["feed", "auth", "health", "live", "ready", "stream"],
  ].join("|")})(/|\\?|$)`,
);

/** The address that most requests for a venue's routes go to; null when there is none. */
export function baseOf(entries: readonly HarEntry[]): string | null {
  const counts = new Map<string, number>();
  for (const { request } of entries) {
    const { origin, pathname } = httpUrl(request.url);
    if (ROUTE.test(pathname)) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? null;
}

/** Whether an entry is the venue's, and was not answered by the browser itself. */
export function belongs(entry: HarEntry, base: string): boolean {
  const { request } = entry;
  const isOwn = entry._fromCache === undefined && request.method !== "OPTIONS";
  return isOwn && httpUrl(request.url).href.startsWith(base) && ROUTE.test(pathBelow(entry, base));
}

/** Path and query below the venue's address. */
export function pathBelow({ request }: HarEntry, base: string): string {
  const { pathname, search } = httpUrl(request.url);
  const above = new URL(base).pathname.replace(/\/+$/, "");
  return (pathname.startsWith(above) ? pathname.slice(above.length) : pathname) + search;
}

/** Whether the file says who sent it; exports without credentials do not. */
export function hasCredentials({ request }: HarEntry): boolean {
  return request.headers.some(({ name }) => /^(authorization|cookie)$/i.test(name));
}

function httpUrl(url: string): URL {
  return new URL(url.replace(/^ws/, "http"));
}
