/** Venues on which a session that a login opened is held to less than others. */

import { answer, answerInstead, changeRequest, learning } from "../../interposer/changes.ts";
import { cookieOf, MAKE_KEY, sessionSet, withCsrf } from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { mayChange } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A variant that knows of a request whether a login opened its session. */
function knowingLogins(
  variant: (isByLogin: (request: WireRequest) => boolean) => WireVariant,
): WireVariant {
  const opened = new Set<string>();
  const remember = ({ path }: WireRequest, given: WireAnswer) => {
    const session = sessionSet(given);
    if (path === "/auth/login" && session !== undefined) opened.add(session);
  };
  return learning(
    remember,
    variant((request) => opened.has(cookieOf(request, "sid"))),
  );
}

/** Defects of sessions that a login opened. */
export const byLogin: readonly Mutant[] = [
  {
    name: "who-logged-in-makes-keys-without-the-header",
    breaks: ["SESS-CSRF-01"],
    defect: "A session that a login opened makes a key without X-Service-CSRF.",
    wire: () =>
      knowingLogins((isByLogin) =>
        changeRequest(MAKE_KEY, (request) =>
          isByLogin(request) && request.headers["x-service-csrf"] === undefined
            ? withCsrf(request, cookieOf(request, "csrf"))
            : request,
        ),
      ),
  },
  {
    name: "who-logged-in-never-logs-out",
    breaks: ["SESS-OUT-03"],
    defect: "The logout of a session that a login opened is answered 200, and leaves it open.",
    wire: () =>
      knowingLogins((isByLogin) =>
        answerInstead("POST /auth/logout", async (request, venue) =>
          isByLogin(request) && (await mayChange({ request, venue })) ? answer(200, {}) : null,
        ),
      ),
  },
];
