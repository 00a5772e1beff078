/** Venues whose sessions outlive their logout. */

import {
  answer,
  answerInstead,
  changeAnswer,
  learning,
  matches,
  timeOf,
} from "../../interposer/changes.ts";
import { changeStatus, cookieOf, hasSession, ownersKept } from "../../interposer/credentials.ts";
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

/** A session that was logged out amends an order as who placed it does. */
function amendingOn(): WireVariant {
  const ended = new Set<string>();
  const remember = (request: WireRequest, { status }: WireAnswer) => {
    if (matches(request, LOGOUT) && status === 200) ended.add(sessionOf(request));
  };
  const amended = ownersKept((ownerOf) =>
    changeAnswer("PATCH /orders/*", (given, request, venue) => {
      const owner = ownerOf(request.path.slice("/orders/".length));
      const isEnded = given.status === 401 && ended.has(sessionOf(request));
      return isEnded && owner ? venue({ ...request, headers: owner.headers }) : given;
    }),
  );
  return learning(remember, amended);
}

const TEN_MINUTES_MS = 600_000;

/** Who was logged out ten minutes ago is signed in again. */
function livingAgain(): WireVariant {
  const ended = new Map<string, number>();
  const remember = (request: WireRequest, given: WireAnswer) => {
    const isEnd = matches(request, LOGOUT) && given.status === 200;
    if (isEnd) ended.set(sessionOf(request), timeOf(given));
  };
  const served = changeAnswer("GET /auth/me", (given, request) => {
    const agoMs = timeOf(given) - (ended.get(sessionOf(request)) ?? Infinity);
    return given.status === 401 && agoMs > TEN_MINUTES_MS ? answer(200, {}) : given;
  });
  return learning(remember, served);
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
    name: "logged-out-sessions-amend",
    breaks: ["SESS-OUT-03"],
    defect: "A session that was logged out still amends orders.",
    wire: amendingOn,
  },
  {
    name: "logged-out-sessions-live-again",
    breaks: ["SESS-OUT-03"],
    defect: "A session that was logged out opens /auth/me again ten minutes later.",
    wire: livingAgain,
  },
];
