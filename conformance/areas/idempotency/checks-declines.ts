/** Ids of orders that the engine declined: what bars one may be gone when its replay comes. Spec: Behaviour 2; D-042. */

import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { How } from "../../check/agent-client.ts";
import { KINDS, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { anyOf, type Expectation, odd } from "../../check/expectation.ts";
import { anyRefusal, placedThat } from "../../expect/placed.ts";
import { declinesUntilCooldown } from "../cooldown.ts";
import { farOff } from "../fat-finger.ts";
import { expectOpen } from "../only-order.ts";
import { openCount } from "../rejection.ts";
import { CONFIRMED, fits, orderFor } from "../reserve.ts";

/** An order that the engine declines as things stand, and what takes the reason away. */
interface Declinable {
  order: OrderBody;
  cure(): Promise<unknown>;
}

const DECLINABLE: Readonly<Record<string, (t: CheckContext, price: number) => Declinable>> = {
  FOK: (t, price) => ({
    order: t.market.limit(t.side, price, { tif: "FOK" }),
    cure: () => offered(t, price),
  }),
  MARKET: (t, price) => ({ order: t.market.sweep(t.side), cure: () => offered(t, price) }),
  reduce_only: (t, price) => ({
    // No more than the position that the cure brings: it has to be fit to reduce it then.
    order: t.market.resting(t.side, { reduce_only: true, qty: 1 }),
    cure: async () => {
      const { agent, other, market } = t;
      await offered(t, price, t.side);
      await agent.takes(market.limit(opposite(t.side), price));
      await other.cancelAll(market.id);
    },
  }),
};

/** The other agent offers a contract that a taker of this side can have. */
export function offered(
  { other, market, side }: CheckContext,
  price: number,
  offer = opposite(side),
) {
  return other.rests(market.limit(offer, price));
}

const replayOfDecline: Check = {
  title: "a replay of a declined order places nothing once its reason is gone",
  proves: ["IDEM-REJ-01"],
  needs: ["two-owners", "market", "quiet"],
  emptyBook: true,
  once: true,
  over: { ...ORDERS, value: Object.keys(DECLINABLE) },
  body: (t) => judgeDeclinable(t),
};

const declineByOtherKey: Check = {
  title: "a replay of a declined order by another key of its agent places nothing",
  proves: ["IDEM-REJ-01"],
  needs: ["two-owners", "second-key", "market", "quiet"],
  emptyBook: true,
  once: true,
  over: { kind: KINDS, value: Object.keys(DECLINABLE) },
  async body(t) {
    const prefix = PREFIXES[1 + KINDS.indexOf(t.market.info.kind)] ?? "";
    await judgeDeclinable(t, { prefix, key: t.agent.credentials.secondApiKey });
  },
};

/** Judges one that is declined as things stand; `how` is the way of its replay. */
async function judgeDeclinable(t: CheckContext, how: How = {}): Promise<void> {
  await t.flat(t.agent);
  await nobodyOffers(t);
  const [price = 0] = await t.market.inside();
  const { order, cure } = DECLINABLE[t.cell.value ?? "FOK"]!(t, price);
  await judgeReplay(t, await t.agent.provoke(order), cure, how);
}

const declineHoursLater: Check = {
  title: "a replay hours later of an order that was declined places nothing",
  proves: ["IDEM-REJ-01"],
  needs: ["two-owners", "market", "quiet", "hours"],
  emptyBook: true,
  // Hours of its own for each cell would be too long.
  over: {},
  async body(t) {
    await nobodyOffers(t);
    const [price = 0] = await t.market.inside();
    const { order, cure } = DECLINABLE["FOK"]!(t, price);
    await judgeReplay(t, await t.agent.provoke(order), async () => {
      await t.clock.passHours();
      await cure();
    });
  },
};

const replayOfPostOnly: Check = {
  title: "a replay of a declined POST_ONLY order places nothing once the book is clear",
  proves: ["IDEM-REJ-01"],
  needs: ["agent", "market"],
  once: true,
  over: { ...ORDERS, value: ["POST_ONLY"] },
  async body(t) {
    const { agent, market, side } = t;
    const [price = 0] = await market.inside();
    const rested = await agent.rests(market.limit(opposite(side), price));
    const order = market.limit(side, price, { tif: "POST_ONLY" });
    await judgeReplay(t, await agent.provoke(order), () => agent.cancel(rested.orderId));
  },
};

const replayOfUnpaid: Check = {
  title: "a replay of an order declined for want of cash places nothing once there is enough",
  proves: ["IDEM-REJ-01"],
  needs: ["agent", "market", "quiet"],
  emptyBook: true,
  once: true,
  over: { ...ORDERS, value: ["want of cash"] },
  async body(t) {
    const { agent, market } = t;
    await t.flat(agent);
    const most = await orderFor(t, market, 0.6);
    const rested = await agent.place(most());
    fits(rested);
    await judgeReplay(t, await agent.provoke(most()), () => agent.cancelAll(market.id));
  },
};

const replayOfCapped: Check = {
  title: "a replay of an order declined at the position cap places nothing once there is room",
  proves: ["IDEM-REJ-01"],
  needs: ["agent", "market", "quiet"],
  once: true,
  over: { kind: KINDS, side: SIDES, value: ["the cap"] },
  async body(t) {
    const { agent, market, side, claims } = t;
    const { kind } = market.info;
    const cap = t.claim("position_cap");
    const qty = typeof cap === "number" ? cap : cap[kind];
    if (qty === undefined) throw new Missing(`needs claims.position_cap.${kind} in the profile`);
    await t.flat(agent);
    const leverage = kind === "BTC_PERP" ? claims.leverage_cap : undefined;
    const order = (fields: OrderBody) => market.limit(side, market.cheap(side), fields);
    const { orderId } = await agent.rests(order({ qty: 1 }));
    const first = await agent.provoke(
      order({ qty, ...CONFIRMED, ...(leverage !== undefined && { leverage }) }),
    );
    if (first.reason !== "POSITION_CAP") throw new Missing("did not arise: POSITION_CAP");
    await judgeReplay(t, first, () => agent.cancel(orderId));
  },
};

const replayOfCooledDown: Check = {
  title: "a replay of an order that met a cooldown places nothing once that is over",
  proves: ["IDEM-REJ-01"],
  needs: ["agent", "market", "wait", "moved-clock"],
  once: true,
  over: { side: SIDES, value: ["a cooldown"] },
  async body(t) {
    const { agent, market, side } = t;
    const declines = await declinesUntilCooldown(t, side);
    if (declines === null) throw new Missing("did not arise: no cooldown after declines");
    const first = await agent.placeOnce(market.resting());
    // An order that rests has waited until it was over.
    await judgeReplay(t, first, () => agent.rests(market.resting()));
  },
};

const replayOfUnmarked: Check = {
  title: "a replay of a MARKET order declined for want of a mark places nothing once there is one",
  proves: ["IDEM-REJ-01"],
  needs: ["two-owners", "market", "operator"],
  once: true,
  over: { ...ORDERS, value: ["want of a mark"] },
  async body(t) {
    const { agent, control, market } = t;
    const [price = 0] = await market.inside();
    await offered(t, price);
    await control.setMarket(market.id, { mark_price: null });
    const first = await agent.provoke(market.sweep(t.side));
    await judgeReplay(t, first, () => control.setMarket(market.id, { mark_price: price }));
  },
};

const replayOfFatFinger: Check = {
  title: "a replay of an order that met FAT_FINGER places nothing once the mark is near its price",
  proves: ["IDEM-REJ-01"],
  needs: ["agent", "perp", "operator"],
  once: true,
  over: { kind: ["BTC_PERP"], side: SIDES, value: ["a far mark"] },
  async body(t) {
    const { agent, control, market, side } = t;
    const price = farOff(market, side);
    const first = await agent.provoke(market.limit(side, price));
    await judgeReplay(t, first, () => control.setMarket(market.id, { mark_price: price })).finally(
      () => control.setMarket(market.id, { mark_price: market.info.markPrice }),
    );
  },
};

async function judgeReplay(
  t: CheckContext,
  first: PlaceResponse,
  cure: Declinable["cure"],
  how: How = {},
): Promise<void> {
  wasDeclined(first);
  await cure();
  await t.settle();
  const openBefore = openCount(await t.agent.openOrders());
  const replay = await t.agent.placeOnce(first.sent, how);
  t.expect("IDEM-REJ-01", replay, anyOf(sameDeclineAs(first), anotherRefusal));
  await expectOpen(t, "IDEM-REJ-01", { openBefore, more: 0 });
}

/** Errors: Missing where the engine of this target declines nothing that this check can arrange. */
function wasDeclined({ fate, reason, sent }: PlaceResponse): void {
  if (fate === "declined") return;
  throw new Missing(`did not arise: no decline of ${JSON.stringify(sent["tif"])} (${reason})`);
}

/** Errors: Missing where a taker would trade with third parties. */
export async function nobodyOffers({ market, side }: CheckContext): Promise<void> {
  const { bids, asks } = await market.book();
  if ((side === "BUY" ? asks : bids).length > 0) {
    throw new Missing("did not arise: others offer what a taker of this side wants");
  }
}

function sameDeclineAs(first: PlaceResponse): Expectation<PlaceResponse> {
  return placedThat(
    "the same decline",
    ({ fate, reason }) => fate === "declined" && reason === first.reason,
  );
}

const anotherRefusal = odd(
  { ...anyRefusal, says: "another refusal" },
  "the replay of a declined order is refused for another reason",
);

/** Checks of ids that were declined. */
export const declines: readonly Check[] = [
  replayOfDecline,
  declineByOtherKey,
  declineHoursLater,
  replayOfPostOnly,
  replayOfUnpaid,
  replayOfCapped,
  replayOfCooledDown,
  replayOfUnmarked,
  replayOfFatFinger,
];
