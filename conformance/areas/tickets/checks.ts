/** Minting WebSocket tickets: for whom, how long, for whom not. Spec: WebSocket ticket. */

import { objectOf } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import { allOf, anyOf, odd, that } from "../../check/expectation.ts";
import { differ, foreign, givesNothing, noTicketForInput, ticketIn } from "../../expect/access.ts";
import { answerGist, http, invalidInput } from "../../expect/answers.ts";
import { anotherOwnersAgent, freshTicket, mint, ticketOf } from "../credentials.ts";

const LIFETIME_S = 60;
const SLACK_S = 5;
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/i;

const minted = allOf(
  http(201),
  that<Exchange>(
    "ticket and expires_at as texts",
    (exchange) => ticketIn(exchange) !== null && expiryIn(exchange) !== null,
    (exchange) => `${answerGist(exchange)} without them`,
  ),
);

const mints: Check = {
  title: "a key mints a ticket, with no body and with {}",
  proves: ["TKT-MINT-01"],
  needs: ["agent"],
  async body(t) {
    t.expect("TKT-MINT-01", await mint(t.agent, undefined), minted);
    t.expect("TKT-MINT-01", await mint(t.agent), minted);
  },
};

const prefix: Check = {
  title: "a ticket starts with rw_live_",
  proves: ["TKT-MINT-02"],
  needs: ["agent"],
  async body(t) {
    t.expect("TKT-MINT-02", await freshTicket(t.agent), startsRight);
  },
};

const startsRight = that<string>(
  "a ticket that starts with rw_live_ and goes on",
  (ticket) => /^rw_live_./.test(ticket),
  (ticket) => `${ticket.length} characters of another form`,
);

const lifetime: Check = {
  title: "expires_at is ISO 8601 and 60 seconds after minting",
  proves: ["TKT-MINT-03"],
  needs: ["agent", "clock"],
  async body(t) {
    const answer = await mint(t.agent);
    await ticketOf(Promise.resolve(answer));
    demandDate(answer);
    t.expect("TKT-MINT-03", answer, allOf(isIso, expiresAfterAMinute));
  },
};

function expiryIn({ response }: Exchange): string | null {
  const { expires_at } = objectOf(response?.body);
  return typeof expires_at === "string" ? expires_at : null;
}

function demandDate({ response }: Exchange): void {
  if (!Number.isNaN(Date.parse(response?.headers["date"] ?? ""))) return;
  throw new Missing("needs a Date header on the target's answers");
}

/** A text without a zone designator is taken for UTC (D-150). */
const isIso = anyOf<Exchange>(
  expiryThat("an ISO 8601 expires_at with a zone", (text) => ISO_8601.test(text) && zoned(text)),
  odd(
    expiryThat("an ISO 8601 expires_at", (text) => ISO_8601.test(text)),
    "expires_at has no zone designator; taken for UTC",
  ),
);

const expiresAfterAMinute = that<Exchange>(
  `expires_at ${LIFETIME_S} s after the Date header, ${SLACK_S} s either way`,
  (exchange) => Math.abs(lifetimeOf(exchange) - LIFETIME_S) <= SLACK_S,
  (exchange) => `${lifetimeOf(exchange)} s`,
);

function expiryThat(says: string, holds: (text: string) => boolean) {
  return that<Exchange>(says, (exchange) => holds(extended(expiryIn(exchange) ?? "")), expiryIn);
}

/** ISO 8601 has a basic form without separators as well. */
function extended(text: string): string {
  return text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/, "$1-$2-$3T$4:$5:$6");
}

function zoned(text: string): boolean {
  return /(Z|[+-]\d\d(:?\d\d)?)$/i.test(text);
}

function lifetimeOf(exchange: Exchange): number {
  const text = extended(expiryIn(exchange) ?? "");
  const expires = Date.parse(zoned(text) ? text : `${text}Z`);
  return (expires - Date.parse(exchange.response?.headers["date"] ?? "")) / 1_000;
}

const forItself: Check = {
  title: "a key mints a ticket for its own agent_id",
  proves: ["TKT-MINT-04"],
  needs: ["agent"],
  async body(t) {
    t.expect("TKT-MINT-04", await mint(t.agent, { agent_id: t.agent.agentId }), minted);
  },
};

const forAnother: Check = {
  title: "a key mints no ticket for another owner's agent",
  proves: ["TKT-MINT-05"],
  needs: ["two-owners"],
  async body(t) {
    t.expect("TKT-MINT-05", await mint(t.agent, { agent_id: t.other.agentId }), foreign);
  },
};

const forNoAgent: Check = {
  title: "an agent_id that is not a UUID is answered 400 or 422",
  proves: ["TKT-MINT-06"],
  needs: ["agent"],
  async body(t) {
    const answer = await mint(t.agent, { agent_id: "not-a-uuid" });
    t.expect("TKT-MINT-06", answer, allOf(invalidInput, givesNothing));
  },
};

const sessionNamesNone: Check = {
  title: "a session that names no agent is refused a ticket",
  proves: ["TKT-MINT-07"],
  needs: ["browser"],
  async body(t) {
    t.expect("TKT-MINT-07", await t.human.post("/auth/ws-ticket", {}), noTicketForInput);
  },
};

const sessionForItsOwn: Check = {
  title: "a session mints a ticket for its own agent",
  proves: ["TKT-MINT-08"],
  needs: ["browser"],
  async body(t) {
    const answer = await t.human.post("/auth/ws-ticket", { agent_id: t.human.agentId });
    t.expect("TKT-MINT-08", answer, minted);
  },
};

const sessionForAnother: Check = {
  title: "a session mints no ticket for another owner's agent",
  proves: ["TKT-MINT-09"],
  needs: ["browser", "two-owners"],
  async body(t) {
    const body = { agent_id: anotherOwnersAgent(t) };
    t.expect("TKT-MINT-09", await t.human.post("/auth/ws-ticket", body), foreign);
  },
};

const nobody: Check = {
  title: "minting a ticket without credentials is answered 401",
  proves: ["TKT-MINT-10"],
  needs: [],
  async body(t) {
    const ask = { method: "POST", path: "/auth/ws-ticket", body: {} };
    t.expect("TKT-MINT-10", await t.anonymously(ask), allOf(http(401), givesNothing));
  },
};

const unlike: Check = {
  title: "two tickets differ",
  proves: ["TKT-MINT-11"],
  needs: ["agent"],
  async body(t) {
    const tickets = [await freshTicket(t.agent), await freshTicket(t.agent)];
    t.expect("TKT-MINT-11", tickets, differ);
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  mints,
  prefix,
  lifetime,
  forItself,
  forAnother,
  forNoAgent,
  sessionNamesNone,
  sessionForItsOwn,
  sessionForAnother,
  nobody,
  unlike,
];
