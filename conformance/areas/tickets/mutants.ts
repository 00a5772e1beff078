/** Venues that mint the wrong tickets. */

import {
  answer,
  ask,
  changeAnswer,
  changeRequest,
  envelope,
  fieldsOf,
  keyOf,
  learning,
  matches,
  timeOf,
} from "../../interposer/changes.ts";
import {
  changeStatus,
  forgedTicket,
  givenTo,
  hasBearer,
  hasSession,
  isAnonymous,
  MINT,
  members,
  refused,
} from "../../interposer/credentials.ts";
import {
  type WireAnswer,
  type WireRequest,
  type WireVariant,
  withBody,
} from "../../interposer/interposer.ts";
import { agentsOfOwner } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** True for a request for a ticket that can be read and says of no agent. */
function namesNoAgent({ raw, body }: WireRequest): boolean {
  const isReadable = raw.length === 0 || body !== undefined;
  return isReadable && fieldsOf(body)["agent_id"] === undefined;
}

/** True for a request for a ticket that says of which agent. */
const namesAnAgent = ({ body }: WireRequest) => fieldsOf(body)["agent_id"] !== undefined;

/** A ticket is given again to the caller's next request, where that is the same once more. */
function oneForTwo(): WireVariant {
  const last = new Map<string, { what: string; given: WireAnswer }>();
  return async (request, venue) => {
    const given = await venue(request);
    const caller = keyOf(request);
    const what = request.prefix + request.raw.toString();
    const before = last.get(caller);
    last.delete(caller);
    if (!matches(request, MINT) || given.status > 299) return given;
    if (before?.what === what) return before.given;
    last.set(caller, { what, given });
    return given;
  };
}

/** Whoever came a minute ago or more for the first time is given a ticket by 200. */
function otherwiseForOldCallers(): WireVariant {
  const cameAt = new Map<string, number>();
  const learn = (request: WireRequest, given: WireAnswer) => {
    const caller = keyOf(request);
    if (!cameAt.has(caller)) cameAt.set(caller, timeOf(given));
  };
  const isOld = (request: WireRequest, given: WireAnswer) =>
    timeOf(given) - (cameAt.get(keyOf(request)) ?? Infinity) >= 60_000;
  return learning(
    learn,
    changeAnswer(MINT, (given, request) =>
      given.status === 201 && isOld(request, given) ? { ...given, status: 200 } : given,
    ),
  );
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "ticket-as-200",
    breaks: ["TKT-MINT-01"],
    defect: "Minting a ticket is answered 200.",
    wire: changeStatus(MINT, 201, 200),
  },
  {
    name: "ticket-as-200-a-minute-later",
    breaks: ["TKT-MINT-01"],
    // Time passes between two requests of a check by control alone.
    controlled: true,
    defect: "Whoever came for the first time a minute ago or more is given a ticket by 200.",
    wire: otherwiseForOldCallers,
  },
  {
    name: "tickets-of-another-form",
    breaks: ["TKT-MINT-02"],
    defect: "Tickets start with tk_.",
    wire: members(MINT, (body) => ({
      ...body,
      ticket: String(body["ticket"]).replace(/^rw_live_/, "tk_"),
    })),
    stream: { ticketOf: (told) => told.replace(/^tk_/, "rw_live_") },
  },
  {
    name: "ticket-says-90-seconds",
    breaks: ["TKT-MINT-03"],
    defect: "expires_at is 90 seconds after minting.",
    wire: members(MINT, (body) => {
      const expires = Date.parse(String(body["expires_at"])) + 30_000;
      return { ...body, expires_at: new Date(expires).toISOString() };
    }),
  },
  {
    name: "expiry-in-epoch-seconds",
    breaks: ["TKT-MINT-03"],
    defect: "expires_at is a text of epoch seconds.",
    wire: members(MINT, (body) => {
      const seconds = Date.parse(String(body["expires_at"])) / 1_000;
      return { ...body, expires_at: String(Math.floor(seconds)) };
    }),
  },
  {
    name: "keys-name-no-agent",
    breaks: ["TKT-MINT-04"],
    defect: "A key that names its own agent is refused a ticket.",
    wire: refused(
      MINT,
      { status: 422, code: "VALIDATION_ERROR" },
      (request) => hasBearer(request) && fieldsOf(request.body)["agent_id"] !== undefined,
    ),
  },
  {
    name: "tickets-for-strangers",
    breaks: ["TKT-MINT-05"],
    defect: "A key mints tickets for another owner's agent.",
    wire: givenTo(MINT, "FORBIDDEN", { who: hasBearer, body: forgedTicket }),
  },
  {
    name: "tickets-for-siblings",
    breaks: ["TKT-MINT-05"],
    defect: "A key mints tickets for the other agents of its owner.",
    wire: () =>
      changeAnswer(MINT, async (given, request, venue) => {
        if (given.status !== 403 || !hasBearer(request)) return given;
        const { agent_id: wanted } = fieldsOf(request.body);
        const agents = await agentsOfOwner({ request, venue });
        const isSibling = agents.some(({ agent_id: id }) => id === wanted);
        return isSibling ? answer(201, forgedTicket()) : given;
      }),
  },
  {
    name: "agent-of-ticket-unread",
    breaks: ["TKT-MINT-06"],
    defect: "An agent_id that is not a UUID is ignored.",
    wire: () =>
      changeRequest(MINT, (request) => {
        const { agent_id: agent, ...body } = fieldsOf(request.body);
        const isUnread = agent !== undefined && String(agent).length !== 36;
        return isUnread ? withBody(request, body) : request;
      }),
  },
  {
    name: "session-tickets-without-agent",
    breaks: ["TKT-MINT-07"],
    defect: "A session that names no agent gets a ticket.",
    wire: givenTo(MINT, "VALIDATION_ERROR", {
      who: (request) => hasSession(request) && namesNoAgent(request),
      body: forgedTicket,
    }),
  },
  {
    name: "no-tickets-for-sessions",
    breaks: ["TKT-MINT-08"],
    // Who is refused a ticket is refused it with the right header too.
    alsoBreaks: ["SESS-CSRF-03"],
    defect: "Sessions are refused tickets.",
    wire: refused(MINT, { status: 403, code: "FORBIDDEN" }, hasSession),
  },
  {
    name: "session-tickets-for-the-first-agent-alone",
    breaks: ["TKT-MINT-08"],
    defect: "A session mints tickets for its owner's first agent alone.",
    wire: () =>
      changeAnswer(MINT, async (given, request, venue) => {
        if (given.status > 299 || !hasSession(request)) return given;
        const { body } = await ask({ request, venue }, "GET /me/wallet");
        const isOther = fieldsOf(request.body)["agent_id"] !== fieldsOf(body)["agent_id"];
        return isOther ? envelope(403, "FORBIDDEN") : given;
      }),
  },
  {
    name: "session-tickets-for-strangers",
    breaks: ["TKT-MINT-09"],
    defect: "A session mints tickets for another owner's agent.",
    wire: givenTo(MINT, "FORBIDDEN", { who: hasSession, body: forgedTicket }),
  },
  {
    name: "tickets-for-nobody",
    breaks: ["TKT-MINT-10"],
    // That rule is of every route about one caller, so of this one too.
    alsoBreaks: ["AUTH-BEAR-02"],
    defect: "Who sends no credentials gets a ticket.",
    wire: givenTo(MINT, "UNAUTHENTICATED", { who: isAnonymous, body: forgedTicket }),
  },
  {
    name: "tickets-for-nobody-who-names-an-agent",
    breaks: ["TKT-MINT-10"],
    defect: "Who sends no credentials, but the agent_id of an agent, gets a ticket.",
    wire: givenTo(MINT, "UNAUTHENTICATED", {
      who: (request) => isAnonymous(request) && namesAnAgent(request),
      body: forgedTicket,
    }),
  },
  {
    name: "tickets-for-agents-that-are-not-there",
    breaks: ["TKT-MINT-12"],
    defect: "An agent_id that no agent has gets a ticket.",
    wire: givenTo(MINT, "AGENT_NOT_FOUND", { body: forgedTicket }),
  },
  {
    name: "one-ticket-for-two",
    breaks: ["TKT-MINT-11"],
    // The one may be used by the time the other is asked for, and opens no second connection.
    alsoBreaks: ["STRM-CONN-08"],
    defect: "Two requests in a row for the same ticket are given one.",
    wire: oneForTwo,
  },
];
