/** Signs an account in, for a harness that has no browser. */
import { Type } from "typebox";
import { CSRF_COOKIE, SESSION_COOKIE } from "../http/cookies.ts";
import type { Services } from "../running-venue.ts";
import { Refused } from "../wire/refused.ts";
import { controlCall } from "./call.ts";

/** Opens a session of an owner's account. Errors: AGENT_NOT_FOUND for an owner without agents. */
export function openSession({ venue, identity }: Services, owner: string) {
  const account = venue.accountOfOwner(owner);
  if (account === null) throw new Refused("AGENT_NOT_FOUND", "the owner has no agent yet");
  const { sid, csrf } = identity.sessions.open(account.accountId);
  return {
    session_cookie: { name: SESSION_COOKIE, value: sid },
    csrf_cookie: { name: CSRF_COOKIE, value: csrf },
  };
}

export const sessionCalls = [
  controlCall({
    capability: "sessions",
    method: "POST",
    path: "sessions",
    body: Type.Object({ owner: Type.String({ minLength: 1, maxLength: 80 }) }),
    handle: ({ services, body }) => openSession(services, body.owner),
  }),
];
