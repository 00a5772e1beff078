/** Venues on which a session that a login opened is held to less than others. */

import {
  answer,
  answerInstead,
  changeAnswer,
  changeRequest,
  envelope,
  inFrontOf,
} from "../../interposer/changes.ts";
import {
  cookieOf,
  hasSession,
  knowingLogins,
  MAKE_KEY,
  withCsrf,
} from "../../interposer/credentials.ts";
import { mayChange } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

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
  {
    name: "a-login-after-a-logout-is-created",
    breaks: ["SESS-LOGIN-03"],
    defect: "The first login after somebody has logged out is answered 201.",
    wire: () => {
      let isAnew = false;
      const out = changeAnswer("POST /auth/logout", (given) => {
        isAnew ||= given.status === 200;
        return given;
      });
      const back = changeAnswer("POST /auth/login", (given) => {
        if (!isAnew || given.status !== 200) return given;
        isAnew = false;
        return { ...given, status: 201 };
      });
      return inFrontOf(out, back);
    },
  },
  {
    name: "a-failed-login-of-who-is-signed-in-has-another-code",
    breaks: ["SESS-LOGIN-01"],
    defect: "A failed login in a browser that is signed in has the code UNAUTHENTICATED.",
    wire: () =>
      changeAnswer("POST /auth/login", (given, request) =>
        given.status === 401 && hasSession(request) ? envelope(401, "UNAUTHENTICATED") : given,
      ),
  },
];
