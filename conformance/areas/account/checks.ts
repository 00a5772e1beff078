/** Account, positions, wallet: who is served, whose are whose. Spec: Account; D-120, D-124. */

import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, ORDERS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { answerThat, http, lacks } from "../../expect/answers.ts";
import { agentsIn, EACH_CALLER, readBy } from "../caller.ts";
import { siblingOfHuman } from "../credentials.ts";
import { naming } from "./checks-named.ts";
import { ofNewcomer, okJson } from "./checks-newcomers.ts";
import { shared } from "./checks-shared.ts";

function served(path: string, rule: string): Check {
  return {
    title: `GET ${path} answers every caller of an agent`,
    proves: [rule],
    needs: ["agent"],
    over: { caller: EACH_CALLER, prefix: PREFIXES },
    each: true,
    async body(t) {
      t.expect(rule, await readBy(t, path), okJson);
    },
  };
}

const withoutCash: Check = {
  title: "an agent that has not a cent has a wallet too",
  proves: ["ACC-WAL-01"],
  needs: ["agent", "operator"],
  over: {},
  async body(t) {
    const name = t.run.freshId();
    const { apiKey: key } = await t.control.createAgent({ owner: name, name, cash: 0 });
    t.expect("ACC-WAL-01", await t.agent.get("/me/wallet", {}, { key }), okJson);
  },
};

const ofSeveralAgents: Check = {
  title: "GET /account answers the session of an owner of several agents",
  proves: ["ACC-ACC-01"],
  needs: ["browser", "sibling"],
  over: { caller: ["session"], prefix: PREFIXES },
  each: true,
  async body(t) {
    siblingOfHuman(t);
    t.expect("ACC-ACC-01", await t.human.get("/account"), okJson);
  },
};

function refused(path: string, rule: string): Check {
  return {
    title: `GET ${path} refuses a caller without credentials`,
    proves: [rule],
    needs: [],
    each: true,
    async body(t) {
      t.expect(rule, await t.anonymously({ method: "GET", path }), http(401));
    },
  };
}

const separateAccounts: Check = {
  title: "GET /account tells an agent of no other owner's agent, whoever has asked before",
  proves: ["ACC-ISO-01"],
  needs: ["two-owners"],
  over: { prefix: PREFIXES },
  each: true,
  async body(t) {
    const { agent, other } = t;
    for (const [caller, another] of [
      [agent, other],
      [other, agent],
      [agent, other],
    ] as const) {
      t.expect("ACC-ISO-01", await caller.get("/account"), withoutAgent(another.agentId));
    }
  },
};

/** Of an account whose agents cannot be told nothing is demanded. */
function withoutAgent(id: string): Expectation<Exchange> {
  return answerThat(
    "an account without another owner's agent",
    (answer) => !agentsIn(answer).has(id),
  );
}

const separateAgents: Check = {
  title: "orders and positions of two agents are separate, whichever of them buys",
  proves: ["ACC-ISO-01"],
  needs: ["two-owners", "market", "quiet"],
  over: ORDERS,
  async body(t) {
    const { agent, other, market, side } = t;
    const mine = await agent.rests(market.resting());
    const theirs = await other.rests(market.resting());
    await t.settle();
    t.expect("ACC-ISO-01", await agent.orders({ market_id: market.id }), lacks(theirs.orderId));
    t.expect("ACC-ISO-01", await other.orders({ market_id: market.id }), lacks(mine.orderId));
    const [held, counter] = [await agent.position(market), await other.position(market)];
    const [buyer, seller] = side === "BUY" ? [agent, other] : [other, agent];
    const by = side === "BUY" ? 2 : -2;
    await t.trade({ buyer, seller, qty: 2 });
    await t.eventually("ACC-ISO-01", () => agent.position(market), movedTo(held, by));
    await t.eventually("ACC-ISO-01", () => other.position(market), movedTo(counter, -by));
    await agent.cancelAll(market.id);
    await t.trade({ buyer: seller, seller: buyer, qty: 2 });
    await t.eventually("ACC-ISO-01", () => agent.position(market), movedTo(held, 0));
    await t.eventually("ACC-ISO-01", () => other.position(market), movedTo(counter, 0));
  },
};

const apartFromSibling: Check = {
  title: "a trade of an agent moves neither position nor cash of its sibling",
  proves: ["ACC-ISO-01"],
  needs: ["two-owners", "sibling", "market", "quiet"],
  over: { kind: KINDS, prefix: PREFIXES },
  once: true,
  async body(t) {
    const { agent, other, sibling, market } = t;
    const held = await agent.position(market);
    const before = [await sibling.position(market), await sibling.freeCash()];
    await t.trade({ buyer: agent, seller: other });
    await t.reading(() => agent.position(market), movedTo(held, 1));
    const after = [await sibling.position(market), await sibling.freeCash()];
    t.expect("ACC-ISO-01", after, unmoved(before));
  },
};

/** What could not be read is not judged. */
function unmoved(before: readonly (number | null)[]): Expectation<readonly (number | null)[]> {
  return that(`position and cash of the sibling still ${before.join(" and ")}`, (after) =>
    after.every((now, index) => now === null || now === before[index]),
  );
}

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
  needs: ["market", "quiet"],
  over: { kind: KINDS, position: ["long", "short"] },
  async body(t) {
    const { agent, market } = t;
    const shows = answerThat("the market's id in /positions", ({ response }) =>
      mentions(response?.body, market.id),
    );
    await t.eventually("ACC-POS-03", () => agent.get("/positions"), shows);
  },
};

const closedAgain: Check = {
  title: "GET /positions answers 200 to an agent that has closed all it held, with gain or loss",
  proves: ["ACC-POS-01"],
  needs: ["two-owners", "market", "quiet"],
  over: ORDERS,
  once: true,
  async body(t) {
    const { agent, other, market, side } = t;
    await t.flat(agent);
    const [low = 0, high = 0] = await market.inside(2);
    for (const [way, price] of [
      [side, low],
      [opposite(side), high],
    ] as const) {
      await other.rests(market.limit(opposite(way), price));
      await agent.takes(market.limit(way, price));
    }
    await t.settle();
    t.expect("ACC-POS-01", await agent.get("/positions"), http(200));
  },
};

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  served("/account", "ACC-ACC-01"),
  ofSeveralAgents,
  refused("/account", "ACC-ACC-02"),
  served("/positions", "ACC-POS-01"),
  refused("/positions", "ACC-POS-02"),
  served("/me/wallet", "ACC-WAL-01"),
  withoutCash,
  ofNewcomer({ wallet: "ACC-WAL-01", positions: "ACC-POS-01" }),
  refused("/me/wallet", "ACC-WAL-02"),
  separateAccounts,
  ...naming("ACC-ISO-01"),
  separateAgents,
  apartFromSibling,
  fillShows,
  closedAgain,
  ...shared,
];
