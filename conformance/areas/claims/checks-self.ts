/** An order that meets one of the same agent: what is claimed of it, alone and before another's. */

import type { Claims } from "../../../scenarios/deployment/profile/claims.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { mentions } from "../../../scenarios/deployment/reading/reading.ts";
import type { How } from "../../check/agent-client.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { outcomeOf } from "../../expect/placed.ts";

/** How it ended. Shape: `own` is how many of the agent's resting orders are left, `others` one behind. */
interface Met {
  arriving: PlaceResponse;
  fills: number;
  own: number;
  others: boolean;
  /** Whether the arriving order rests; null where it is no matter. */
  rests: boolean | null;
}

/** Whether it trades and rests, and which of the resting orders are left. */
type Ending = Omit<Met, "arriving">;

type Handling = NonNullable<Claims["self_trade"]>;

/** With another agent's order behind the own one, at the same price. */
const BEHIND: Readonly<Record<Handling, Ending>> = {
  allow: { fills: 1, own: 0, others: true, rests: false },
  "cancel-taker": { fills: 0, own: 1, others: true, rests: false },
  "cancel-maker": { fills: 1, own: 0, others: false, rests: false },
  skip: { fills: 1, own: 1, others: false, rests: false },
};

/** With the other agent's order met first, though it came later. */
const PASSED: Ending = { fills: 1, own: 1, others: false, rests: false };

/** With nothing behind the own two, which the arriving order of two contracts meets one by one. */
const ALONE: Readonly<Record<Handling, Ending>> = {
  allow: { fills: 2, own: 0, others: false, rests: false },
  "cancel-taker": { fills: 0, own: 2, others: false, rests: false },
  "cancel-maker": { fills: 0, own: 0, others: false, rests: true },
  skip: { fills: 0, own: 2, others: false, rests: null },
};

/** The arriving order of two contracts trades with another agent first; a venue may look ahead. */
const AFTER: Readonly<Record<Handling, readonly Ending[]>> = {
  allow: [{ fills: 2, own: 0, others: false, rests: false }],
  "cancel-taker": [
    { fills: 1, own: 1, others: false, rests: false },
    { fills: 0, own: 1, others: true, rests: false },
  ],
  "cancel-maker": [{ fills: 1, own: 0, others: false, rests: true }],
  skip: [{ fills: 1, own: 1, others: false, rests: null }],
};

const meetsOneself: Check = {
  title: "an order that meets one of the same agent, and nothing behind it",
  proves: ["CLAIM-SELF-01"],
  needs: ["agent", "market", "quiet"],
  async body(t) {
    const handling = t.claim("self_trade");
    const arrived = await meet(t, "nowhere");
    await t.eventually("CLAIM-SELF-01", arrived, ending(handling, ALONE[handling]));
  },
};

const meetsOneselfFirst: Check = {
  title: "an order that meets one of the same agent, and another agent's behind it",
  proves: ["CLAIM-SELF-02"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const handling = t.claim("self_trade");
    // Without a claim of turns the other's order may be met first.
    const ends = t.claims.price_time_priority ? [BEHIND[handling]] : [BEHIND[handling], PASSED];
    await judgeMet(t, "behind", ending(handling, ...ends));
  },
};

const meetsOneselfLater: Check = {
  title: "an order that meets one of the same agent after it has traded with another's",
  proves: ["CLAIM-SELF-02"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const handling = t.claim("self_trade");
    await judgeMet(t, "before", ending(handling, ...AFTER[handling]));
  },
};

/** Errors: StandsOn where another's order is not taken here, with no own one in the way. */
async function judgeMet(t: CheckContext, place: Others, wanted: Expectation<Met>): Promise<void> {
  const { agent, other, market, side } = t;
  const met = await t.reading(await meet(t, place), wanted);
  if (!wanted.judge(met).ok) {
    for (const one of [agent, other]) await one.cancelAll(market.id);
    const [price = 0] = await market.inside();
    await other.rests(market.limit(opposite(side), price));
    const { fields, how } = arrivingIn(t, place);
    await agent.takes(market.limit(side, price, fields), how);
  }
  t.expect("CLAIM-SELF-02", met, wanted);
}

/** Where another agent's order stands, as seen from the own one; there are two of those without it. */
type Others = "nowhere" | "behind" | "before";

/**
 * The agent rests, another before or behind it if wanted, and the agent comes from the other side.
 * Returns what reads how it ended.
 */
async function meet(t: CheckContext, place: Others): Promise<() => Promise<Met>> {
  const { agent, market, side } = t;
  const prices = await market.ladder(place === "behind" ? 1 : 2);
  const [best = 0, price = best] = prices;
  const resting = (at: number) => market.limit(opposite(side), at);
  const before = place === "before" ? await t.other.rests(resting(best)) : null;
  const own: string[] = [];
  for (const at of place === "nowhere" ? inTurnOf(t.cell, [[price, price], prices]) : [price]) {
    own.push((await agent.rests(resting(at))).orderId);
  }
  const others = place === "behind" ? await t.other.rests(resting(price)) : before;
  const { fields, how } = arrivingIn(t, place);
  const order = market.limit(side, price, { qty: place === "behind" ? 1 : 2, ...fields });
  const arriving = await agent.provoke(order, how);
  return async () => {
    const mine = (await agent.openOrders(market.id)).response?.body;
    const theirs = others && (await t.other.openOrders(market.id)).response?.body;
    return {
      arriving,
      fills: arriving.filledQty ?? 0,
      own: own.filter((id) => mentions(mine, id)).length,
      others: others !== null && mentions(theirs, others.orderId),
      rests: arriving.fate === "accepted" && mentions(mine, String(arriving.orderId)),
    };
  };
}

/** How the own order arrives: where nothing of it may rest, IOC or with another key of the agent. */
function arrivingIn({ agent, cell }: CheckContext, place: Others): { fields: OrderBody; how: How } {
  const plain = { fields: {}, how: {} };
  if (place !== "behind") return plain;
  const { secondApiKey: key } = agent.credentials;
  const withKey = key === null ? plain : { ...plain, how: { key } };
  return inTurnOf(cell, [{ ...plain, fields: { tif: "IOC" } }, withKey]);
}

/** One of these endings. */
function ending(handling: Handling, ...endings: readonly Ending[]): Expectation<Met> {
  return that(
    `${handling}: ${endings.map(worded).join("; or ")}`,
    (met) => endings.some((wanted) => isSuch(met, wanted)),
    (met) => `${outcomeOf(met.arriving)}, ${worded(met)}`,
  );
}

function isSuch({ fills, own, others, rests }: Met, wanted: Ending): boolean {
  return (
    fills === wanted.fills &&
    own === wanted.own &&
    others === wanted.others &&
    (wanted.rests ?? rests) === rests
  );
}

function worded({ fills, own, others, rests }: Ending): string {
  const left = [own > 0 ? `${own} of the own` : "", others ? "the other agent's" : ""];
  const resting = left.filter(Boolean).join(" and ") || "none";
  const arriving = rests === null ? "" : `, the arriving one ${rests ? "rests" : "does not rest"}`;
  return `${fills} filled, ${resting} of the resting orders left${arriving}`;
}

/** Checks of orders that meet their own. */
export const selfTrade: readonly Check[] = [meetsOneself, meetsOneselfFirst, meetsOneselfLater];
