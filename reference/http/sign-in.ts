/** Signs a human in and out: the session, and the cookies that carry it. */
import type { IncomingMessage } from "node:http";
import { sessionCredential } from "../identity/caller.ts";
import { endCredential } from "../identity/people.ts";
import { SESSION_LIFE_MS, type Session } from "../identity/sessions.ts";
import type { Services } from "../running-venue.ts";
import { CSRF_COOKIE, cookieOf, SESSION_COOKIE, setCookie } from "./cookies.ts";

/** The session whose cookie a request carries; null when there is none, or it has ended. */
export function sessionOf({ identity }: Services, req: IncomingMessage): Session | null {
  if (req.headers.cookie === undefined) return null;
  const sid = cookieOf(req, SESSION_COOKIE);
  return sid === null ? null : identity.sessions.find(sid);
}

/** Opens a session, ends the one the browser had, and returns the cookies to set. D-136. */
export function signIn(services: Services, req: IncomingMessage, accountId: string): string[] {
  const before = sessionOf(services, req);
  if (before !== null) endSession(services, before);
  const { sid, csrf } = services.identity.sessions.open(accountId);
  return cookies(services, { sid, csrf, lifeMs: SESSION_LIFE_MS });
}

/** Ends a session and returns the cookies that make the browser forget it. */
export function signOut(services: Services, session: Session): string[] {
  endSession(services, session);
  return cookies(services, { sid: "", csrf: "", lifeMs: 0 });
}

function endSession(services: Services, session: Session): void {
  services.identity.sessions.close(session);
  endCredential(services, sessionCredential(session));
}

function cookies(
  { baseUrl }: Services,
  { sid, csrf, lifeMs }: { sid: string; csrf: string; lifeMs: number },
): string[] {
  return [
    setCookie(baseUrl(), { name: SESSION_COOKIE, value: sid, lifeMs }),
    setCookie(baseUrl(), { name: CSRF_COOKIE, value: csrf, lifeMs, readable: true }),
  ];
}
