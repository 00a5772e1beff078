/** Venues whose sessions outlive their logout, or end with another one. */

import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  envelope,
  fieldsOf,
  learning,
  matches,
} from "../../interposer/changes.ts";
import { changeStatus, cookieOf, hasSession } from "../../interposer/credentials.ts";
import type { WireAnswer, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { mayChange } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const LOGOUT = "POST /auth/logout";

const sessionOf = (request: WireRequest) => cookieOf(request, "sid");

/** A session that was logged out is shown the wallet. */
function readingOn(): WireVariant {
  const ended = new Set<string>();
  const remember = (request: WireRequest, { status }: WireAnswer) => {
    if (matches(request, LOGOUT) && status === 200) ended.add(sessionOf(request));
  };
  const served = changeAnswer("GET /me/wallet", (given, request) =>
    given.status === 401 && ended.has(sessionOf(request)) ? answer(200, {}) : given,
  );
  return learning(remember, served);
}

/** A logout ends the other sessions of its human that were seen before. */
function endingAll(): WireVariant {
  const seen = new Map<string, WireRequest>();
  const ended = new Set<string>();
  const remember = (request: WireRequest) => {
    if (hasSession(request)) seen.set(sessionOf(request), request);
  };
  return learning(remember, async (request, venue) => {
    if (ended.has(sessionOf(request))) return envelope(401, "UNAUTHENTICATED");
    if (!matches(request, LOGOUT) || !hasSession(request)) return venue(request);
    const humanOf = async (one: WireRequest) =>
      fieldsOf((await ask({ request: one, venue }, "GET /account")).body)["account_id"];
    const human = await humanOf(request);
    const given = await venue(request);
    if (given.status !== 200) return given;
    for (const [session, one] of [...seen]) {
      if ((await humanOf(one)) === human) ended.add(session);
    }
    return given;
  });
}

/** Defects of the end of sessions. */
export const endings: readonly Mutant[] = [
  {
    name: "logout-without-content",
    breaks: ["SESS-OUT-01"],
    defect: "Logout is answered 204.",
    wire: changeStatus(LOGOUT, 200, 204, ""),
  },
  {
    name: "logout-forgets-the-cookie-alone",
    breaks: ["SESS-OUT-03"],
    defect: "Logout is answered 200 and leaves the session open.",
    wire: () =>
      answerInstead(LOGOUT, async (request, venue) =>
        hasSession(request) && (await mayChange({ request, venue })) ? answer(200, {}) : null,
      ),
  },
  {
    name: "logged-out-sessions-read",
    breaks: ["SESS-OUT-03"],
    defect: "A session that was logged out is still shown the wallet.",
    wire: readingOn,
  },
  {
    name: "logout-everywhere",
    breaks: ["SESS-OUT-04"],
    defect: "Logout ends every session of the same human that was open.",
    wire: endingAll,
  },
];
