/** What the end of a market leaves of the orders that rested in it. Spec: States 1; D-032. */

import { mentions, statusIn } from "../../../scenarios/deployment/reading/reading.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import { type Exchange, succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { ENDED, KINDS, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { contains, http, lacks, recordExecuted } from "../../expect/answers.ts";
import { roomFor } from "../order-endpoints/arrange.ts";

const QTY = 3;

const ordersOfEnded: Check = {
  title: "an order filled in part, as its market ends: it trades no more and is told alike by all",
  proves: [
    ...["STATE-ORD-02", "STATE-ORD-03", "STATE-ORD-04", "STATE-ORD-05"],
    ...["OAPI-GET-02", "OAPI-ALL-01"],
  ],
  needs: ["two-owners", "market", "operator"],
  over: { kind: KINDS, side: SIDES, status: ENDED },
  async body(t) {
    const { agent, other, market, side, control } = t;
    const [price = 0] = await market.inside();
    const rested = await agent.rests(market.limit(side, price, { qty: QTY }));
    const taken = await other.takes(market.limit(opposite(side), price));
    const read = () => agent.order(rested.orderId);
    await t.reading(read, recordExecuted(rested.orderId, 1));
    const shown = [
      ...(await whereShown(t, agent, rested.orderId)),
      ...(await whereShown(t, other, String(taken.orderId))),
    ];
    await control.setMarket(market.id, endedAs(t.cell.status));
    await demandRefused(t, price);
    await t.settle();
    t.expect("STATE-ORD-03", await read(), untaken(rested.orderId));
    t.expect("STATE-ORD-04", await read(), contains(rested.orderId));
    const both = await bothReadings(t, rested.orderId);
    t.expect("STATE-ORD-05", both, toldAlike);
    t.observe("STATE-ORD-02", both);
    for (const one of shown) await demandShown(t, one);
    t.expect("OAPI-GET-02", await other.order(rested.orderId), http(403));
    await judgeCancelAll(t, { orderId: rested.orderId, isOpen: both.listed_as_open });
  },
};

/** What has shown an order of its caller while its market was OPEN. */
interface WhereShown {
  orderId: string;
  read(): Promise<Exchange>;
}

/** Whether an order of an OPEN market shows by its id, and in the lists, is other rules' business. */
async function whereShown(
  t: CheckContext,
  caller: AgentClient,
  orderId: string,
): Promise<WhereShown[]> {
  const reads = [
    () => caller.order(orderId),
    () => caller.orders(),
    () => caller.orders({ market_id: t.market.id }),
  ];
  const shown: WhereShown[] = [];
  for (const read of reads) {
    const answer = await t.reading(read, contains(orderId));
    if (contains(orderId).judge(answer).ok) shown.push({ orderId, read });
  }
  return shown;
}

/** Errors: Inconclusive where others may stand before it, on a page that is full. */
async function demandShown(t: CheckContext, { orderId, read }: WhereShown): Promise<void> {
  roomFor(orderId, await t.reading(read, contains(orderId)));
  await t.eventually("STATE-ORD-04", read, contains(orderId));
}

/** A cancel of all that is not refused, as on a market that has ended, takes what rests there. */
async function judgeCancelAll(
  t: CheckContext,
  { orderId, isOpen }: { orderId: string; isOpen: boolean },
): Promise<void> {
  const { agent } = t;
  const moot = () => t.moot("OAPI-ALL-01", "a cancel of an order that outlives its market");
  if (!isOpen || !succeeded(await agent.cancelAll())) return moot();
  await t.settle();
  const gone = lacks(orderId);
  const open = await t.reading(() => agent.openOrders(), gone);
  // What may not be cancelled alone need not be with all.
  if (!gone.judge(open).ok && !succeeded(await agent.cancel(orderId))) return moot();
  t.expect("OAPI-ALL-01", open, gone);
}

/** Errors: StandsOn where the ended market takes an order that meets the resting one. */
async function demandRefused({ other, market, side }: CheckContext, price: number): Promise<void> {
  const late = await other.provoke(market.limit(opposite(side), price));
  if (late.fate === "accepted")
    throw new StandsOn("REJ-CLOSED-01", "an ended market took an order");
}

/** Nothing more was filled than before, where that can be read. */
function untaken(id: string): Expectation<Exchange> {
  return { ...recordExecuted(id, 1), says: "the executed quantity of before the market's end: 1" };
}

/** Where an order stands: by its own record, and by the list of open orders. */
interface OrderSeen {
  status: string | null;
  listed_as_open: boolean;
}

async function bothReadings(t: CheckContext, id: string): Promise<OrderSeen> {
  const { agent, market } = t;
  const read = async (): Promise<OrderSeen> => {
    const [record, open] = await Promise.all([agent.order(id), agent.openOrders(market.id)]);
    return {
      status: statusIn(record.response?.body, id),
      listed_as_open: mentions(open.response?.body, id),
    };
  };
  return t.reading(read, toldAlike);
}

const toldAlike: Expectation<OrderSeen> = that(
  "an order that is CANCELLED not among the open ones",
  (told) => !(told.listed_as_open && /^CANCEL/i.test(told.status ?? "")),
  (told) => `status ${told.status}, and among the open orders`,
);

/** Checks of orders whose market has ended. */
export const endedMarkets: readonly Check[] = [ordersOfEnded];
