/** Venues that mint the wrong tickets. */

import {
  answer,
  ask,
  changeRequest,
  envelope,
  fieldsOf,
  matches,
} from "../../interposer/changes.ts";
import {
  always,
  changeStatus,
  forgedTicket,
  givenTo,
  hasBearer,
  hasSession,
  MINT,
  members,
} from "../../interposer/credentials.ts";
import { withBody } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "ticket-as-200",
    breaks: ["TKT-MINT-01"],
    defect: "Minting a ticket is answered 200.",
    wire: changeStatus(MINT, 201, 200),
  },
  {
    name: "tickets-of-another-form",
    breaks: ["TKT-MINT-02"],
    defect: "Tickets start with tk_.",
    wire: members(MINT, (body) => ({ ...body, ticket: String(body["ticket"]).slice(5) })),
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
    wire: () => async (request, venue) => {
      const names = fieldsOf(request.body)["agent_id"] !== undefined;
      return matches(request, MINT) && hasBearer(request) && names
        ? envelope(422, "VALIDATION_ERROR")
        : venue(request);
    },
  },
  {
    name: "tickets-for-strangers",
    breaks: ["TKT-MINT-05"],
    defect: "A key mints tickets for another owner's agent.",
    wire: givenTo(MINT, 403, { who: hasBearer, body: forgedTicket }),
  },
  {
    name: "tickets-for-siblings",
    breaks: ["TKT-MINT-05"],
    defect: "A key mints tickets for the other agents of its owner.",
    wire: () => async (request, venue) => {
      const { agent_id: wanted } = fieldsOf(request.body);
      if (!matches(request, MINT) || !hasBearer(request)) return venue(request);
      const { body } = await ask({ request, venue }, "GET /account");
      const isSibling = JSON.stringify(body).includes(String(wanted));
      const given = await venue(request);
      return isSibling && given.status === 403 ? answer(201, forgedTicket()) : given;
    },
  },
  {
    name: "agent-of-ticket-unread",
    breaks: ["TKT-MINT-06"],
    defect: "An agent_id that is not a UUID is ignored.",
    wire: () =>
      changeRequest(MINT, (request) =>
        String(fieldsOf(request.body)["agent_id"]).length === 36 ? request : withBody(request, {}),
      ),
  },
  {
    name: "session-tickets-without-agent",
    breaks: ["TKT-MINT-07"],
    defect: "A session that names no agent gets a ticket.",
    wire: givenTo(MINT, 400, { who: hasSession, body: forgedTicket }),
  },
  {
    name: "no-tickets-for-sessions",
    breaks: ["TKT-MINT-08"],
    defect: "Sessions are refused tickets.",
    wire: always(MINT, 403, { when: hasSession }),
  },
  {
    name: "session-tickets-for-the-first-agent-alone",
    breaks: ["TKT-MINT-08"],
    defect: "A session mints tickets for its owner's first agent alone.",
    wire: () => async (request, venue) => {
      if (!matches(request, MINT) || !hasSession(request)) return venue(request);
      const { body } = await ask({ request, venue }, "GET /me/wallet");
      const { agent_id: wanted } = fieldsOf(request.body);
      const isOther = wanted !== undefined && wanted !== fieldsOf(body)["agent_id"];
      return isOther ? envelope(403, "FORBIDDEN") : venue(request);
    },
  },
  {
    name: "session-tickets-for-strangers",
    breaks: ["TKT-MINT-09"],
    defect: "A session mints tickets for another owner's agent.",
    wire: givenTo(MINT, 403, { who: hasSession, body: forgedTicket }),
  },
  {
    name: "tickets-for-nobody",
    breaks: ["TKT-MINT-10"],
    defect: "Anybody gets a ticket.",
    wire: givenTo(MINT, 401, { body: forgedTicket }),
  },
  {
    name: "one-ticket-for-all",
    breaks: ["TKT-MINT-11"],
    defect: "Every request gives the same ticket.",
    wire: () => {
      let first: unknown;
      return members(MINT, (body) => {
        first ??= body["ticket"];
        return { ...body, ticket: first };
      })();
    },
  },
];
