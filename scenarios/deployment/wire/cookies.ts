/** The cookies a venue sets, and whether the browser session they carry is alive. */
import { statusesOf } from "../../decisions/forms.ts";
import type { PreflightProblem } from "../preflight.ts";
import type { Cookie, HumanCredentials } from "../profile/credentials.ts";
import type { Profile } from "../profile/profile.ts";
import type { Client } from "./client.ts";
import type { Exchange } from "./exchange.ts";

/** A cookie being set. Shape: attribute names in lower case; a bare attribute is "". */
export interface CookieSet extends Cookie {
  attributes: ReadonlyMap<string, string>;
}

/** The cookies an answer sets, in its order. */
export function cookiesSet({ response }: Exchange): CookieSet[] {
  return (response?.setCookies ?? []).map((line) => {
    const [pair = "", ...attributes] = line.split(";");
    const [name, value] = halves(pair);
    return { name, value, attributes: new Map(attributes.map((one) => lower(halves(one)))) };
  });
}

/** A `Cookie` header of these. */
export function cookieHeader(cookies: readonly Cookie[]): string {
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/** Who signs in or out is given another session than the one that asked. */
const SIGNING = /^\/auth\/(login|signup|logout|idp)/;

/** Keeps what an answer renews of the cookies that a browser sent, as a browser does. */
export function keepRenewed(
  human: HumanCredentials,
  { path, headers = {} }: { path: string; headers?: Record<string, string> },
  exchange: Exchange,
): void {
  const { sessionCookie, csrfCookie } = human;
  const wasSent = headers["cookie"]?.includes(cookieHeader([sessionCookie])) ?? false;
  if (!wasSent || SIGNING.test(path) || (exchange.response?.status ?? 400) >= 400) return;
  for (const { name, value, attributes } of cookiesSet(exchange)) {
    const kept = [sessionCookie, csrfCookie].find((cookie) => cookie.name === name);
    if (kept !== undefined && value !== "" && attributes.get("max-age") !== "0") kept.value = value;
  }
}

/** Name and value of a cookie or an attribute; a bare one has the value "". */
export function halves(pair: string): [string, string] {
  const cut = pair.indexOf("=");
  return cut < 0 ? [pair.trim(), ""] : [pair.slice(0, cut).trim(), pair.slice(cut + 1).trim()];
}

function lower([name, value]: [string, string]): [string, string] {
  return [name.toLowerCase(), value];
}

/** As a scope is refused, so is a session that is over (D-130). */
const REFUSED = statusesOf("D-130");

/**
 * The session, or null where there is none or the target refuses it. Two routes have to: a target
 * that refuses a good session on one of them has a defect, the session has none.
 */
export async function trySession(
  { browser, prefix }: Profile,
  client: Client,
): Promise<{ browser: HumanCredentials | null; problems: PreflightProblem[] }> {
  if (browser === null) return { browser, problems: [] };
  const { sessionCookie, csrfCookie } = browser;
  const headers = {
    cookie: cookieHeader([sessionCookie, csrfCookie]),
    // Reads need none (SESS-CSRF-04), but a target that wants one all the same is no dead session.
    "x-service-csrf": csrfCookie.value,
  };
  for (const path of ["/auth/me", "/account"]) {
    const ask = { method: "GET", path: prefix + path, credentials: browser, headers };
    const { response } = await client.send(ask);
    if (!REFUSED.includes(response?.status ?? 0)) return { browser, problems: [] };
  }
  const message = "the target refused this session; sign in again";
  return { browser: null, problems: [{ field: "browser.session_cookie", message, fatal: false }] };
}
