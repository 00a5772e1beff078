/** Signs a human in and out: the session, and the cookies that carry it. */
import type { IncomingMessage } from "node:http";
import { sessionCredential } from "../identity/caller.ts";
import { endCredential } from "../identity/people.ts";
import { SESSION_LIFE_MS, type Session } from "../identity/sessions.ts";
import { CSRF_COOKIE, cookieName, cookieOf, SESSION_COOKIE, setCookie } from "./cookies.ts";
import type { HttpParts } from "./parts.ts";

/** The session whose cookie a request carries; null when there is none, or it has ended. */
export function sessionOf({ identity, baseUrl }: HttpParts, req: IncomingMessage): Session | null {
  if (req.headers.cookie === undefined) return null;
  const sid = cookieOf(req, cookieName(baseUrl(), SESSION_COOKIE));
  return sid === null ? null : identity.sessions.find(sid);
}

/** Opens a session, ends the one the browser had, and returns the cookies to set. D-136. */
export function signIn(parts: HttpParts, req: IncomingMessage, accountId: string): string[] {
  const before = sessionOf(parts, req);
  if (before !== null) endSession(parts, before);
  const { sid, csrf } = parts.identity.sessions.open(accountId);
  return cookies(parts, { sid, csrf, lifeMs: SESSION_LIFE_MS });
}

/** Ends a session and returns the cookies that make the browser forget it. */
export function signOut(parts: HttpParts, session: Session): string[] {
  endSession(parts, session);
  return cookies(parts, { sid: "", csrf: "", lifeMs: 0 });
}

function endSession(parts: HttpParts, session: Session): void {
  parts.identity.sessions.close(session);
  endCredential(parts, sessionCredential(session));
}

function cookies(
  { baseUrl }: HttpParts,
  { sid, csrf, lifeMs }: { sid: string; csrf: string; lifeMs: number },
): string[] {
  return [
    setCookie(baseUrl(), { name: SESSION_COOKIE, value: sid, lifeMs }),
    setCookie(baseUrl(), { name: CSRF_COOKIE, value: csrf, lifeMs, readable: true }),
  ];
}
