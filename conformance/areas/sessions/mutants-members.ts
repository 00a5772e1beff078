/** Venues that let the wrong people in, or register them wrongly. */

import {
  answer,
  answerInstead,
  changeAnswer,
  changeRequest,
  envelope,
  fieldsOf,
  inFrontOf,
  learning,
} from "../../interposer/changes.ts";
import { changeStatus, cookieOf, hasSession, sessionSet } from "../../interposer/credentials.ts";
import {
  type WireAnswer,
  type WireRequest,
  type WireVariant,
  withBody,
} from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

function withPasswordCut(request: WireRequest): WireRequest {
  const body = fieldsOf(request.body);
  const { password } = body;
  return typeof password === "string"
    ? withBody(request, { ...body, password: password.slice(0, 72) })
    : request;
}

/** Of an e-mail that is refused as taken the password of the refused sign-up opens the account. */
function passwordsSetAnew(): WireVariant {
  const first = new Map<string, unknown>();
  const anew = new Map<string, unknown>();
  const signedUp = changeAnswer("POST /auth/signup", (given, { body }) => {
    const { email, password } = fieldsOf(body);
    const known = String(email).toLowerCase();
    if (given.status === 201) first.set(known, password);
    if (given.status === 409) anew.set(known, password);
    return given;
  });
  const loggedIn = changeRequest("POST /auth/login", (request) => {
    const { email, password } = fieldsOf(request.body);
    const known = String(email).toLowerCase();
    const isAnew = anew.has(known) && anew.get(known) === password;
    return isAnew ? withBody(request, { email, password: first.get(known) }) : request;
  });
  return inFrontOf(signedUp, loggedIn);
}

/** A session is to say as which agent it asks, where there are several. */
function oneAgentAlone(route: string): () => WireVariant {
  return () =>
    changeAnswer(route, (given) => {
      const agents = JSON.stringify(given.body ?? null).match(/"agent_id":"[^"]+"/g);
      return new Set(agents).size > 1 ? envelope(400, "VALIDATION_ERROR") : given;
    });
}

/** Defects of logins and sign-ups. */
export const members: readonly Mutant[] = [
  {
    name: "session-of-one-agent-alone",
    breaks: ["SESS-SES-01"],
    defect: "GET /auth/session is answered 400 where the account has several agents.",
    wire: oneAgentAlone("GET /auth/session"),
  },
  {
    name: "me-of-one-agent-alone",
    breaks: ["SESS-ME-01"],
    defect: "GET /auth/me is answered 400 where the account has several agents.",
    wire: oneAgentAlone("GET /auth/me"),
  },
  {
    name: "anybody-logs-in",
    breaks: ["SESS-LOGIN-01"],
    defect: "A login with a wrong password is answered 200.",
    wire: () =>
      changeAnswer("POST /auth/login", (given) =>
        fieldsOf(given.body)["code"] === "INVALID_CREDENTIALS" ? answer(200, {}) : given,
      ),
  },
  {
    name: "signed-in-by-any-password",
    breaks: ["SESS-LOGIN-01"],
    defect: "A login with a wrong password is answered 200 where a session cookie comes along.",
    wire: () =>
      changeAnswer("POST /auth/login", (given, { headers }) =>
        given.status === 401 && "cookie" in headers ? answer(200, {}) : given,
      ),
  },
  {
    name: "key-holder-mistypes-forbidden",
    breaks: ["SESS-LOGIN-01"],
    defect: "A failed login that comes with an API key is answered 403.",
    wire: () =>
      changeAnswer("POST /auth/login", (given, request) =>
        given.status === 401 && "authorization" in request.headers
          ? envelope(403, "FORBIDDEN")
          : given,
      ),
  },
  {
    name: "one-key-logs-in",
    breaks: ["SESS-LOGIN-02"],
    defect: "A login that comes with another API key than the first that did is answered 403.",
    wire: () => {
      let known: string | undefined;
      return changeAnswer("POST /auth/login", (given, { headers: { authorization } }) => {
        if (given.status !== 200 || authorization === undefined) return given;
        known ??= authorization;
        return authorization === known ? given : envelope(403, "FORBIDDEN");
      });
    },
  },
  {
    name: "login-created",
    breaks: ["SESS-LOGIN-03"],
    defect: "A login is answered 201.",
    wire: changeStatus("POST /auth/login", 200, 201),
  },
  {
    name: "later-of-two-logins-refused",
    breaks: ["SESS-LOGIN-03"],
    defect:
      "A login is told that its password is wrong while another of the same e-mail is under way.",
    wire: () => {
      const underWay = new Set<unknown>();
      return answerInstead("POST /auth/login", async (request, venue) => {
        const { email } = fieldsOf(request.body);
        if (underWay.has(email)) return envelope(401, "INVALID_CREDENTIALS");
        underWay.add(email);
        return venue(request).finally(() => underWay.delete(email));
      });
    },
  },
  {
    name: "passwords-cut",
    breaks: ["SESS-LOGIN-01"],
    defect: "Of a password no more than 72 characters are looked at.",
    wire: () =>
      inFrontOf(
        changeRequest("POST /auth/signup", withPasswordCut),
        changeRequest("POST /auth/login", withPasswordCut),
      ),
  },
  {
    name: "sign-up-accepted-only",
    breaks: ["SESS-SIGN-01"],
    defect: "A sign-up is answered 202.",
    wire: changeStatus("POST /auth/signup", 201, 202),
  },
  {
    name: "e-mail-registered-twice",
    breaks: ["SESS-SIGN-02"],
    defect: "Signing up a registered e-mail again is answered 201.",
    wire: changeStatus("POST /auth/signup", 409, 201, {}),
  },
  {
    name: "who-is-signed-in-signs-up-again",
    breaks: ["SESS-SIGN-02"],
    defect: "Signing up a registered e-mail again is answered 201 to who is signed in.",
    wire: () =>
      changeAnswer("POST /auth/signup", (given, request) =>
        given.status === 409 && hasSession(request) ? answer(201, {}) : given,
      ),
  },
  {
    name: "sign-up-takes-over",
    breaks: ["SESS-SIGN-02"],
    defect: "Signing up a registered e-mail again is answered 409, and sets its password.",
    wire: passwordsSetAnew,
  },
  {
    name: "all-are-the-first",
    breaks: ["SESS-SIGN-03"],
    defect: "Who has logged in is shown the account of who logged in first.",
    wire: () => {
      const loggedIn: string[] = [];
      const remember = ({ path }: WireRequest, given: WireAnswer) => {
        const session = sessionSet(given);
        if (path === "/auth/login" && session !== undefined) loggedIn.push(session);
      };
      const asTheFirst = changeRequest("GET /account", (request) =>
        hasSession(request) && loggedIn.includes(cookieOf(request, "sid"))
          ? { ...request, headers: { ...request.headers, cookie: `sid=${loggedIn[0]}` } }
          : request,
      );
      return learning(remember, asTheFirst);
    },
  },
];
