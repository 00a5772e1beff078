/** Minting WebSocket tickets: for whom, how long, for whom not. Spec: WebSocket ticket. */

import { objectOf } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, odd, that } from "../../check/expectation.ts";
import {
  differ,
  foreign,
  givesNothing,
  nothingForInput,
  ticketIn,
  unknownId,
} from "../../expect/access.ts";
import { answerGist, http, invalidInput } from "../../expect/answers.ts";
import { asCaller } from "../caller.ts";
import {
  anotherOwnersAgent,
  callersTicket,
  freshTicket,
  mint,
  siblingOfHuman,
  ticketOf,
} from "../credentials.ts";

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
  each: true,
  async body(t) {
    const ask = { method: "POST", path: "/auth/ws-ticket" };
    t.expect("TKT-MINT-01", await asCaller(t, ask), minted);
    t.expect("TKT-MINT-01", await asCaller(t, { ...ask, body: {} }), minted);
  },
};

const prefix: Check = {
  title: "a ticket starts with rw_live_",
  proves: ["TKT-MINT-02"],
  needs: ["agent"],
  each: true,
  async body(t) {
    t.expect("TKT-MINT-02", await callersTicket(t), startsRight);
  },
};

const startsRight = that<string>(
  "a ticket that starts with rw_live_ and goes on",
  (ticket) => /^rw_live_./.test(ticket),
  (ticket) => `${ticket.length} characters of another form`,
);

const lifetime: Check = {
  title: "expires_at is ISO 8601 and 60 seconds after minting, for keys and sessions",
  proves: ["TKT-MINT-03"],
  needs: ["agent", "clock"],
  each: true,
  async body(t) {
    const { agentId } = t.cell.caller === "session" ? t.human : t.agent;
    const body = { agent_id: agentId };
    await judgeLifetime(t, () => asCaller(t, { method: "POST", path: "/auth/ws-ticket", body }));
  },
};

/** By then a ticket that waits has lived for a good part of its minute. Units: ms. */
const LATER_MS = 20_000;

const lifetimeBeside: Check = {
  title:
    "expires_at is 60 seconds after minting too while a ticket of the agent waits, by either key",
  proves: ["TKT-MINT-03"],
  needs: ["second-key", "hours"],
  over: {},
  async body(t) {
    const { agent } = t;
    const { secondApiKey: key } = agent.credentials;
    await freshTicket(agent);
    await t.clock.pass(LATER_MS);
    const ask = { method: "POST", path: "/auth/ws-ticket", body: {} };
    for (const by of [{}, { key }]) {
      await judgeLifetime(t, () => agent.request({ ...ask, ...by }));
    }
  },
};

async function judgeLifetime(t: CheckContext, mints: () => Promise<Exchange>): Promise<void> {
  const before = await t.clock.told();
  const answer = await mints();
  const after = await t.clock.told();
  await ticketOf(Promise.resolve(answer), "TKT-MINT-04");
  const minted = { from: before ?? dateOf(answer), to: after ?? dateOf(answer) };
  t.expect("TKT-MINT-03", answer, allOf(isIso, expiresAMinuteAfter(minted)));
}

function expiryIn({ response }: Exchange): string | null {
  const { expires_at } = objectOf(response?.body);
  return typeof expires_at === "string" ? expires_at : null;
}

/** When an answer says that it was sent, epoch milliseconds. Errors: Missing where it does not. */
function dateOf({ response }: Exchange): number {
  const date = Date.parse(response?.headers["date"] ?? "");
  if (!Number.isNaN(date)) return date;
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

/** Units: epoch milliseconds, between which the ticket was minted. */
function expiresAMinuteAfter({ from, to }: { from: number; to: number }) {
  const seconds = (exchange: Exchange, since: number) => (expiryMsOf(exchange) - since) / 1_000;
  return that<Exchange>(
    `expires_at ${LIFETIME_S} s after minting, ${SLACK_S} s either way`,
    (exchange) =>
      seconds(exchange, from) >= LIFETIME_S - SLACK_S &&
      seconds(exchange, to) <= LIFETIME_S + SLACK_S,
    (exchange) => `${seconds(exchange, from)} s`,
  );
}

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

function expiryMsOf(exchange: Exchange): number {
  const text = extended(expiryIn(exchange) ?? "");
  return Date.parse(zoned(text) ? text : `${text}Z`);
}

const forItself: Check = {
  title: "a key mints a ticket for its own agent_id",
  proves: ["TKT-MINT-04"],
  needs: ["agent"],
  each: true,
  async body(t) {
    t.expect("TKT-MINT-04", await mint(t.agent, { agent_id: t.agent.agentId }), minted);
  },
};

const forAnother: Check = {
  title: "a key mints no ticket for another agent, of its owner or of another",
  proves: ["TKT-MINT-05"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const body = { agent_id: t.agent.agentId };
    const answer = await asCaller(t, { method: "POST", path: "/auth/ws-ticket", body });
    t.expect("TKT-MINT-05", answer, foreign);
  },
};

const forNoAgent: Check = {
  title: "an agent_id that is not a UUID is answered 400 or 422",
  proves: ["TKT-MINT-06"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const body = { agent_id: JSON.parse(t.cell.value ?? "") };
    const answer = await asCaller(t, { method: "POST", path: "/auth/ws-ticket", body });
    t.expect("TKT-MINT-06", answer, allOf(invalidInput, givesNothing));
  },
};

const forNobodysAgent: Check = {
  title: "an agent_id that no agent has is answered 404",
  proves: ["TKT-MINT-12"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const body = { agent_id: UNKNOWN_UUID };
    const answer = await asCaller(t, { method: "POST", path: "/auth/ws-ticket", body });
    t.expect("TKT-MINT-12", answer, noSuchAgent);
  },
};

/** A venue may look for the agent while it reads the body. */
const noSuchAgent = anyOf(
  unknownId,
  odd(allOf(invalidInput, givesNothing), "an agent that does not exist is refused as wrong input"),
);

const sessionNamesNone: Check = {
  title: "a session that names no agent is refused a ticket",
  proves: ["TKT-MINT-07"],
  needs: ["browser"],
  each: true,
  async body(t) {
    for (const body of [{}, undefined]) {
      const answer = await t.human.post("/auth/ws-ticket", body);
      t.expect("TKT-MINT-07", answer, nothingForInput);
    }
  },
};

const sessionForItsOwn: Check = {
  title: "a session mints a ticket for its own agent",
  proves: ["TKT-MINT-08"],
  needs: ["browser"],
  each: true,
  async body(t) {
    const answer = await t.human.post("/auth/ws-ticket", { agent_id: t.human.agentId });
    t.expect("TKT-MINT-08", answer, minted);
  },
};

const sessionForItsOther: Check = {
  title: "a session mints a ticket for another agent of its owner",
  proves: ["TKT-MINT-08"],
  needs: ["browser", "sibling"],
  each: true,
  async body(t) {
    const body = { agent_id: siblingOfHuman(t) };
    t.expect("TKT-MINT-08", await t.human.post("/auth/ws-ticket", body), minted);
  },
};

const sessionForAnother: Check = {
  title: "a session mints no ticket for another owner's agent",
  proves: ["TKT-MINT-09"],
  needs: ["browser", "two-owners"],
  each: true,
  async body(t) {
    const body = { agent_id: anotherOwnersAgent(t) };
    t.expect("TKT-MINT-09", await t.human.post("/auth/ws-ticket", body), foreign);
  },
};

const nobody: Check = {
  title: "minting a ticket without credentials is answered 401",
  proves: ["TKT-MINT-10"],
  needs: [],
  each: true,
  async body(t) {
    const ask = { method: "POST", path: "/auth/ws-ticket", body: {} };
    t.expect("TKT-MINT-10", await t.anonymously(ask), allOf(http(401), givesNothing));
  },
};

const nobodyForAnAgent: Check = {
  title: "minting a ticket without credentials is answered 401 where an agent is named too",
  proves: ["TKT-MINT-10"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const body = { agent_id: t.agent.agentId };
    const answer = await t.anonymously({ method: "POST", path: "/auth/ws-ticket", body });
    t.expect("TKT-MINT-10", answer, allOf(http(401), givesNothing));
  },
};

const unlike: Check = {
  title: "two tickets differ",
  proves: ["TKT-MINT-11"],
  needs: ["agent"],
  each: true,
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
  lifetimeBeside,
  forItself,
  forAnother,
  forNoAgent,
  forNobodysAgent,
  sessionNamesNone,
  sessionForItsOwn,
  sessionForItsOther,
  sessionForAnother,
  nobody,
  nobodyForAnAgent,
  unlike,
];
