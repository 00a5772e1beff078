/** Venues that forget who their callers are, or what they may read, once something has happened. */

import {
  answer,
  answerInstead,
  changeAnswer,
  changeRequest,
  envelope,
  fieldsOf,
  inFrontOf,
  keyOf,
} from "../../interposer/changes.ts";
import { END_KEY, hasSession, isAnonymous } from "../../interposer/credentials.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { knowingKeys } from "../../interposer/keys.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A session that has ended a key finds no way out any more. */
function withoutLogout(): WireVariant {
  const enders = new Set<string>();
  const remember = changeAnswer(END_KEY, (given, request) => {
    if (given.status < 300 && hasSession(request)) enders.add(keyOf(request));
    return given;
  });
  const forget = answerInstead("POST /auth/logout", (request) => {
    const isMeant = request.headers["x-service-csrf"] !== undefined;
    return isMeant && enders.has(keyOf(request)) ? envelope(404, "NOT_FOUND") : null;
  });
  return inFrontOf(remember, forget);
}

/** Defects that show to some callers alone, and only at times. */
export const callers: readonly Mutant[] = [
  {
    name: "who-ends-a-key-cannot-sign-out",
    breaks: ["PROP-ACCESS-01"],
    // Only sessions that control makes are signed out of.
    controlled: true,
    defect: "A session that has revoked a key is answered 404 when it signs out.",
    wire: withoutLogout,
  },
  {
    name: "what-has-ended-ends-for-anybody",
    breaks: ["PROP-ACCESS-02"],
    // Where commands are paced one short sequence is played, in which nobody may have tried it.
    controlled: true,
    defect: "Revoking a key once more is answered 200 without credentials too.",
    wire: knowingKeys(async (keys, request, venue) => {
      const isOver = keys.namedBy(request)?.isRevoked === true;
      return isOver && isAnonymous(request) ? answer(200, {}) : venue(request);
    }),
  },
  {
    name: "browsers-find-no-ended-market",
    breaks: ["PROP-DATA-01"],
    // Only control ends a market, and lets a browser in.
    controlled: true,
    defect: "A market that has ended is answered 404 to a session.",
    wire: () =>
      changeAnswer("GET /markets/*", (given, request) => {
        const isOver = !["OPEN", undefined].includes(fieldsOf(given.body)["status"] as string);
        return isOver && hasSession(request) ? envelope(404, "MARKET_NOT_FOUND") : given;
      }),
  },
  {
    name: "browsers-are-given-every-trade",
    breaks: ["PROP-DATA-02"],
    // As the one above.
    controlled: true,
    defect: "A market's trades have no limit where a session asks for them.",
    wire: () =>
      changeRequest("GET /markets/*/trades", (request) =>
        hasSession(request) ? { ...request, query: {} } : request,
      ),
  },
];
