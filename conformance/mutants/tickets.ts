/** Venues that mint the wrong tickets, or open the stream to the wrong ones. */

import { changeRequest, envelope, fieldsOf, matches } from "../interposer/changes.ts";
import {
  always,
  forgedTicket,
  givenTo,
  hasBearer,
  hasSession,
  MINT,
  members,
  told,
} from "../interposer/credentials.ts";
import { withBody } from "../interposer/interposer.ts";
import type { Mutant } from "../interposer/mutant.ts";

const minting: readonly Mutant[] = [
  {
    name: "ticket-as-200",
    breaks: ["TKT-MINT-01"],
    defect: "Minting a ticket is answered 200.",
    wire: told(MINT, 201, 200),
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

const opening: readonly Mutant[] = [
  {
    name: "stream-refuses-tickets",
    breaks: ["STRM-CONN-01"],
    defect: "No ticket opens the stream.",
    stream: { decide: () => "refuse" },
  },
  {
    name: "stream-closes-at-once",
    breaks: ["STRM-CONN-01"],
    defect: "The stream closes every connection it has accepted.",
    stream: { decide: () => "refuse", refusesBy: "close" },
  },
  {
    name: "tickets-used-twice",
    breaks: ["STRM-CONN-02"],
    defect: "A ticket opens a second connection while the first is open.",
    stream: { decide: ({ open }) => (open > 0 ? "accept" : "pass") },
  },
  {
    name: "tickets-raced",
    breaks: ["STRM-CONN-02"],
    defect: "A ticket opens every connection that comes before the first is up.",
    stream: { decide: ({ pending }) => (pending > 0 ? "accept" : "pass") },
  },
  {
    name: "tickets-never-expire",
    breaks: ["STRM-CONN-03"],
    defect: "A minted ticket opens one connection at any time.",
    stream: { decide: ({ minted, earlier }) => (minted && earlier === 0 ? "accept" : "refuse") },
  },
  {
    name: "made-up-tickets-open",
    breaks: ["STRM-CONN-04"],
    defect: "A ticket nobody minted opens the stream.",
    stream: { decide: ({ ticket, minted }) => (ticket !== "" && !minted ? "accept" : "pass") },
  },
  {
    name: "stream-needs-no-ticket",
    breaks: ["STRM-CONN-04"],
    defect: "The stream opens without a ticket.",
    stream: { decide: ({ ticket }) => (ticket === "" ? "accept" : "pass") },
  },
  {
    name: "tickets-given-back",
    breaks: ["STRM-CONN-05"],
    defect: "A ticket may be used again once its socket is closed.",
    stream: {
      decide: ({ earlier, open }) => (earlier > 0 && open === 0 ? "accept" : "pass"),
    },
  },
];

/** Defects of tickets and of opening the stream. */
export const tickets: readonly Mutant[] = [...minting, ...opening];
