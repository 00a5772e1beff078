/** The cookies of a browser at one host: kept by name and path, sent to the paths they are for. */
import { type CookieSet, cookieHeader, cookiesSet } from "../wire/cookies.ts";
import type { Exchange } from "../wire/exchange.ts";

/** More than that no site sets for a sign-in. */
const COOKIES_MAX = 50;

/** Shape: of one host, so a domain is not looked at; nor is `Secure`, as a test may be on this machine. */
export class CookieJar {
  /** By name and path. @bound {COOKIES_MAX} cookies: the oldest is dropped; scenarios/deployment/sign-in/cookie-jar.test.ts */
  readonly #kept = new Map<string, CookieSet & { reach: string }>();

  /** Takes what the answer to a request for that path sets, and drops what it ends. */
  take(exchange: Exchange, path: string): void {
    for (const cookie of cookiesSet(exchange)) {
      const said = cookie.attributes.get("path") ?? "";
      const reach = said.startsWith("/") ? said : path.slice(0, Math.max(1, path.lastIndexOf("/")));
      const key = `${cookie.name} ${reach}`;
      this.#kept.delete(key);
      if (!isEnded(cookie)) this.#kept.set(key, { ...cookie, reach });
      if (this.#kept.size > COOKIES_MAX) this.#kept.delete(this.#kept.keys().next().value!);
    }
  }

  /** What a request for that path carries, as headers. */
  headersFor(path: string): { cookie?: string } {
    const sent = [...this.#kept.values()].filter((one) => reaches(one.reach, path));
    const longestFirst = sent.toSorted((a, b) => b.reach.length - a.reach.length);
    return sent.length === 0 ? {} : { cookie: cookieHeader(longestFirst) };
  }

  /** All that is kept, as it was set; what was set last comes last. */
  get all(): CookieSet[] {
    return [...this.#kept.values()];
  }

  /** Another jar with the same in it. */
  copy(): CookieJar {
    const other = new CookieJar();
    for (const [key, cookie] of this.#kept) other.#kept.set(key, cookie);
    return other;
  }
}

function isEnded({ attributes }: CookieSet): boolean {
  const age = attributes.get("max-age");
  if (age !== undefined) return Number(age) <= 0;
  return Date.parse(attributes.get("expires") ?? "") < Date.now();
}

function reaches(reach: string, path: string): boolean {
  return path === reach || path.startsWith(reach.endsWith("/") ? reach : `${reach}/`);
}
