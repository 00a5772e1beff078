/** Who sends a request: a key, a browser, or nobody the venue knows. */
import type { IncomingHttpHeaders } from "node:http";
import { envelope, Refused } from "../http/refusal.ts";
import type { VenueParts } from "../parts.ts";
import type { Agent } from "../trading/account.ts";
import type { Key } from "./keyring.ts";
import { COOKIES, cookieIn, type Session } from "./sessions.ts";

/** The credential that was found good; at most one of both. */
export interface Caller {
  key: Key | null;
  session: Session | null;
}

/** Who these headers speak for; a bearer key counts before a cookie, even a bad one. */
export function callerOf(headers: IncomingHttpHeaders, parts: VenueParts): Caller {
  if (headers.authorization !== undefined) {
    const presented = /^Bearer (\S+)$/i.exec(headers.authorization)?.[1];
    return { key: parts.keys.find(presented ?? "") ?? null, session: null };
  }
  return { key: null, session: parts.sessions.find(headers.cookie, parts.clock.now()) ?? null };
}

/** The agent a caller acts for; a browser acts for its account's first. */
export function agentOf({ key, session }: Caller): Agent | null {
  return key?.agent ?? session?.account.agents[0] ?? null;
}

/** Throws `Refused` when a browser changes something without echoing its cookie. */
export function mustEchoCsrf({ session }: Caller, headers: IncomingHttpHeaders): void {
  if (session === null) return;
  const echoed = headers["x-service-csrf"];
  const held = cookieIn(headers.cookie, COOKIES.csrf);
  if (echoed === session.csrf && held === session.csrf) return;
  throw new Refused(envelope(403, "csrf", "X-Service-CSRF must repeat the cookie"));
}
