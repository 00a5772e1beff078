/** Account, positions, wallet: who is served, whose are whose. Spec: Account; D-120, D-124. */

import { freeCash, mentions, objectsIn } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { isUuid } from "../../../scenarios/deployment/wire/uuid.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { Check } from "../../check/check.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import type { HumanClient } from "../../check/human-client.ts";
import { answerThat, http, lacks } from "../../expect/answers.ts";

const okJson = answerThat(
  "HTTP 200 with JSON",
  ({ response }) => response?.status === 200 && response.body !== undefined,
);

function served(path: string, rule: string): Check {
  return {
    title: `GET ${path} answers a key`,
    proves: [rule],
    needs: ["agent"],
    async body(t) {
      t.expect(rule, await t.agent.get(path), okJson);
    },
  };
}

function refused(path: string, rule: string): Check {
  return {
    title: `GET ${path} refuses a caller without credentials`,
    proves: [rule],
    needs: [],
    async body(t) {
      t.expect(rule, await t.anonymously({ method: "GET", path }), http(401));
    },
  };
}

const separateAgents: Check = {
  title: "orders and positions of two agents are separate",
  proves: ["ACC-ISO-01"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    const mine = await agent.rests(market.resting("BUY"));
    const theirs = await other.rests(market.resting("SELL"));
    await t.settle();
    t.expect("ACC-ISO-01", await agent.orders({ market_id: market.id }), lacks(theirs.orderId));
    t.expect("ACC-ISO-01", await other.orders({ market_id: market.id }), lacks(mine.orderId));
    const [long, short] = [await agent.position(market), await other.position(market)];
    await t.trade({ buyer: agent, seller: other });
    await t.eventually("ACC-ISO-01", () => agent.position(market), movedTo(long, 1));
    await t.eventually("ACC-ISO-01", () => other.position(market), movedTo(short, -1));
  },
};

/** A position that moved by so much; one that cannot be read is not judged. Units: contracts. */
function movedTo(before: number | null, by: number): Expectation<number | null> {
  return that(
    `a position of ${before} moved by ${by}`,
    (now) => before === null || now === null || now === before + by,
  );
}

const fillShows: Check = {
  title: "whether a fill shows in /positions with the market's id",
  proves: ["ACC-POS-03"],
  needs: ["two-owners", "binary", "quiet"],
  async body(t) {
    const { agent, other, market } = t;
    await t.flat(agent);
    await t.trade({ buyer: agent, seller: other });
    const shows = answerThat("the market's id in /positions", ({ response }) =>
      mentions(response?.body, market.id),
    );
    await t.eventually("ACC-POS-03", () => agent.get("/positions"), shows);
  },
};

const sameWallet: Check = {
  title: "the session and a key of one agent see the same wallet",
  proves: ["ACC-SHARE-01"],
  needs: ["browser", "agent"],
  async body(t) {
    const { human } = t;
    await demandSameAgent(human);
    const { caller } = await human.newKey();
    await t.eventually("ACC-SHARE-01", () => balances(human, caller), equal);
  },
};

/** Free cash as the session and as the key see it. Errors: Missing where one is unreadable. */
async function balances(human: HumanClient, caller: AgentClient): Promise<readonly number[]> {
  const seen = freeCash((await human.get("/me/wallet")).response?.body);
  const ofKey = await caller.freeCash();
  return [readable(seen, "the wallet of a session"), readable(ofKey, "the wallet of a key")];
}

const equal = that<readonly number[]>("equal free cash", ([one, two]) => one === two);

/** Which agent a session acts for is open where an account has several (D-124). */
async function demandSameAgent(human: HumanClient): Promise<void> {
  const acting = agentsIn(await human.get("/me/wallet"));
  const owned = agentsIn(await human.get("/account"));
  const known = acting.size > 0 ? acting : owned;
  if (known.size === 0 || (known.size === 1 && known.has(human.agentId))) return;
  throw new Missing("needs a session that acts for the agent of browser.agent_id");
}

function agentsIn({ response }: Exchange): Set<unknown> {
  const named = objectsIn(response?.body).map((object) => object["agent_id"]);
  return new Set(named.filter(isUuid));
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  served("/account", "ACC-ACC-01"),
  refused("/account", "ACC-ACC-02"),
  served("/positions", "ACC-POS-01"),
  refused("/positions", "ACC-POS-02"),
  served("/me/wallet", "ACC-WAL-01"),
  refused("/me/wallet", "ACC-WAL-02"),
  separateAgents,
  fillShows,
  sameWallet,
];
