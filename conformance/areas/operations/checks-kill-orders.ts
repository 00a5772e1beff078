/** Orders that the kill switch refuses: of every type and caller, whatever else is done. Spec: D-170. */

import { ControlError } from "../../../scenarios/deployment/control-endpoint.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { KINDS, ORDERS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { HELD } from "../../check/take-position.ts";
import { accepted } from "../../expect/placed.ts";
import { asBefore, FROZEN, frozen, PERHAPS, quote, standing, whileFrozen } from "../kill-switch.ts";

/** One order of each type and time in force: three that would trade, and two that would rest. */
function everyOrder({ market, side }: CheckContext, touch: number): OrderBody[] {
  return [
    market.resting(),
    market.resting(side, { tif: "POST_ONLY" }),
    ...["GTC", "IOC", "FOK"].map((tif) => market.limit(side, touch, { tif })),
    market.sweep(side),
  ];
}

const refusesOrders: Check = {
  title:
    "a frozen venue refuses every type of order, nothing comes of it, and then it trades again",
  proves: ["OPS-KILL-01", "OPS-KILL-05", "OPS-KILL-04", "OPS-KILL-06"],
  needs: ["two-owners", "market", "quiet", "kill-switch"],
  over: ORDERS,
  async body(t) {
    const { agent, market } = t;
    const offered = await quote(t);
    const orders = everyOrder(t, Number(offered.sent["price"]));
    await judgeFrozen(t, offered, orders);
    t.expect("OPS-KILL-04", await agent.placeOnce(market.resting(), FROZEN), accepted);
    t.expect("OPS-KILL-06", await agent.placeOnce(orders[0]!, FROZEN), accepted);
    t.expect("OPS-KILL-06", await agent.placeOnce(orders[1]!, FROZEN), accepted);
  },
};

/** Judges that a frozen venue refuses each of these, and that nothing has come of them after it. */
async function judgeFrozen(
  t: CheckContext,
  offered: { orderId: string },
  orders: readonly OrderBody[],
): Promise<void> {
  await t.settle();
  const before = await standing(t, offered);
  const send = () => Promise.all(orders.map((order) => t.agent.placeOnce(order, FROZEN)));
  for (const placed of await whileFrozen(t, send)) t.expect("OPS-KILL-01", placed, frozen);
  await t.settle();
  await t.eventually("OPS-KILL-05", () => standing(t, offered), asBefore(before, orders));
}

const refusesReductions: Check = {
  title: "a frozen venue refuses reduce_only orders of who has a position, which stays as it is",
  proves: ["OPS-KILL-01", "OPS-KILL-05"],
  needs: ["two-owners", "market", "quiet", "kill-switch"],
  over: { kind: KINDS },
  async body(t) {
    const { agent, other, market, side } = t;
    await t.flat(agent);
    const [buyer, seller] = side === "SELL" ? [agent, other] : [other, agent];
    await t.trade({ buyer, seller, qty: HELD });
    const offered = await quote(t);
    const part = { reduce_only: true, qty: 1 };
    const orders = [
      market.resting(side, part),
      market.limit(side, Number(offered.sent["price"]), { ...part, tif: "IOC" }),
      market.sweep(side, part),
    ];
    await judgeFrozen(t, offered, orders);
  },
};

/** Another way to act for an agent than by its first key. */
const OTHERWISE: Readonly<
  Record<string, (t: CheckContext, order: OrderBody) => Promise<PlaceResponse>>
> = {
  "second-key": ({ agent }, order) =>
    agent.placeOnce(order, { ...FROZEN, key: agent.credentials.secondApiKey }),
  session: ({ human }, order) => human.place(order, FROZEN),
};

const refusesOtherCallers: Check = {
  title:
    "a frozen venue refuses an order by a second key, or by a session, with EXCHANGE_FROZEN too",
  proves: ["OPS-KILL-01"],
  needs: ["agent", "market", "kill-switch"],
  over: { kind: KINDS, prefix: PREFIXES, caller: ["second-key", "session"] },
  async body(t) {
    const send = OTHERWISE[t.cell.caller ?? ""]!;
    const placed = await whileFrozen(t, () => send(t, t.market.resting()));
    t.expect("OPS-KILL-01", placed, frozen);
  },
};

const staysFrozen: Check = {
  title:
    "a frozen venue refuses an order after whatever else it was asked, and when frozen once more",
  proves: ["OPS-KILL-01"],
  needs: ["agent", "market", "kill-switch"],
  over: ORDERS,
  once: true,
  async body(t) {
    const { agent, control, market } = t;
    const { orderId } = await agent.rests(market.resting());
    const asks = [
      { method: "GET", path: "/orders/open" },
      { method: "PATCH", path: `/orders/${orderId}`, body: { qty: 1 } },
      { method: "DELETE", path: `/orders/${orderId}` },
      { method: "DELETE", path: "/orders", query: { market_id: market.id } },
      { method: "DELETE", path: "/orders" },
    ];
    const placed = await whileFrozen(t, async () => {
      const answers: PlaceResponse[] = [];
      for (const ask of asks) {
        await agent.request({ ...ask, ...PERHAPS });
        answers.push(await agent.placeOnce(market.resting(), FROZEN));
      }
      await control.freeze(true);
      const unnamed = market.resting(t.side, { client_order_id: undefined });
      answers.push(await agent.placeOnce(unnamed, FROZEN));
      return answers;
    });
    for (const one of placed) t.expect("OPS-KILL-01", one, frozen);
  },
};

/** Longer than a switch that is kept in a cache is likely to last. Units: ms. */
const LATER_MS = 600_000;

const staysFrozenForMinutes: Check = {
  title: "a frozen venue that nobody releases refuses an order ten minutes later too",
  proves: ["OPS-KILL-01"],
  needs: ["agent", "market", "kill-switch", "hours"],
  over: {},
  async body(t) {
    const { agent, clock, market } = t;
    const place = () => agent.placeOnce(market.resting(), FROZEN);
    const [atOnce, later] = await whileFrozen(t, async () => {
      const first = await place();
      await clock.pass(LATER_MS);
      return [first, await place()] as const;
    });
    if (later.reason === "MARKET_CLOSED") throw new Missing("needs a market that stays open");
    for (const one of [atOnce, later]) t.expect("OPS-KILL-01", one, frozen);
  },
};

const staysFrozenForOperators: Check = {
  title: "a frozen venue refuses an order after an operator has ended markets, whichever way",
  proves: ["OPS-KILL-01"],
  needs: ["agent", "market", "operator", "kill-switch"],
  over: { kind: KINDS },
  once: true,
  async body(t) {
    const { agent, control, market } = t;
    const { kind, band, tick } = market.info;
    const ends = ["VOID", "RESOLVED"].map(endedAs);
    const make = () => control.createMarket({ kind, band, tick, status: "OPEN" });
    const made = [await make(), await make()];
    const placed = await whileFrozen(t, async () => {
      const answers: PlaceResponse[] = [];
      for (const [index, end] of ends.entries()) {
        if (!(await isDone(control.setMarket(made[index]!, end)))) continue;
        answers.push(await agent.placeOnce(market.resting(), FROZEN));
      }
      return answers;
    });
    for (const id of made) await isDone(control.setMarket(id, { status: "VOID" }));
    if (placed.length === 0) throw new Missing("needs an operator who ends a market while frozen");
    for (const one of placed) t.expect("OPS-KILL-01", one, frozen);
  },
};

/** False where the operator's endpoint refuses it. */
async function isDone(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof ControlError) return false;
    throw error;
  }
}

/** Checks of orders while the venue is frozen, and once it is not. */
export const frozenOrders: readonly Check[] = [
  refusesOrders,
  refusesReductions,
  refusesOtherCallers,
  staysFrozen,
  staysFrozenForMinutes,
  staysFrozenForOperators,
];
