/** The evidence that a client_order_id stands for one order, however often it is sent (H-10). */

import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../scenarios/deployment/stops.ts";
import type { CheckContext } from "../check/check-context.ts";
import { allOf, type Expectation, ownedBy } from "../check/expectation.ts";
import {
  echoesMarket,
  noOrderBut,
  placedThat,
  sameOrderAs,
  wholeResult,
} from "../expect/placed.ts";
import { noMoreOpenThan, openCount, plus } from "./rejection.ts";

/** The order of a client_order_id, and how many orders its agent had open before it. */
export interface OnlyOrder {
  first: PlaceResponse & { orderId: string };
  openBefore: number | null;
}

/**
 * Arranges a resting order and its plain replay.
 * Errors: StandsOn IDEM-REPLAY-01 where the replay is not answered with the order.
 */
export async function replayed(t: CheckContext, order: OrderBody): Promise<OnlyOrder> {
  const { agent } = t;
  const openBefore = openCount(await agent.openOrders());
  const first = await agent.rests(order);
  const replay = await agent.placeOnce(first.sent);
  if (!sameOrderAs(first).judge(replay).ok) {
    throw new StandsOn("IDEM-REPLAY-01", "a plain replay was not answered with its order");
  }
  return { first, openBefore };
}

/**
 * Arranges the same and makes sure that it left one order, so that what is tried next is the only
 * thing new. Errors: StandsOn IDEM-REPLAY-01 or IDEM-REPLAY-02 where plain replays do not hold.
 */
export async function onlyOrder(t: CheckContext, order: OrderBody): Promise<OnlyOrder> {
  const only = await replayed(t, order);
  const demand = noMoreOpenThan(plus(only.openBefore, 1));
  await t.settle();
  if (!demand.judge(await t.reading(() => t.agent.openOrders(), demand)).ok) {
    throw new StandsOn("IDEM-REPLAY-02", "a plain replay left another order open");
  }
  return only;
}

/** Errors: StandsOn where the replay placed another order, which is another rule's failure. */
export function placedNoOther(first: PlaceResponse, replay: PlaceResponse): void {
  if (replay.fate === "accepted" && replay.orderId !== first.orderId) {
    throw new StandsOn("IDEM-REPLAY-07", "a replay of a finished order placed another one");
  }
}

const ofItsMarket = placedThat(
  "the market_id of the request, where there is one",
  (placed) => (placed.result["market_id"] ?? null) === null || echoesMarket(placed),
);

const whole = allOf(ownedBy("RES-SHAPE-01", wholeResult), ownedBy("RES-SHAPE-03", ofItsMarket));

/**
 * A replay that is answered with its order is an order result like the first answer, whichever state of the
 * order it tells (D-040): no watch over results asks it of replays.
 */
export const wholeWhereTaken: Expectation<PlaceResponse> = {
  says: whole.says,
  judge: (replay) => (replay.fate === "accepted" ? whole.judge(replay) : { ok: true }),
};

/** A replay with the order_id of the first answer, and then a whole result. */
export function originalOf(first: PlaceResponse): Expectation<PlaceResponse> {
  const demand = sameOrderAs(first);
  const judge = (replay: PlaceResponse) => {
    const judged = demand.judge(replay);
    return judged.ok ? wholeWhereTaken.judge(replay) : judged;
  };
  return { says: demand.says, judge };
}

/** What was sent again, what came back, and whether the first order still rests by then. */
export interface Attempted {
  only: OnlyOrder;
  again: PlaceResponse;
  firstRests: boolean;
}

/** Judges that a further request placed nothing: no other id, and no order open beyond the first. */
export async function expectNoSecond(
  t: CheckContext,
  rule: string,
  { only, again, firstRests }: Attempted,
): Promise<void> {
  t.expect(rule, again, noOrderBut(only.first));
  await expectOpen(t, rule, { openBefore: only.openBefore, more: firstRests ? 1 : 0 });
}

/** Judges that the agent has at most so many orders more open than before, once reads settled. */
export async function expectOpen(
  t: CheckContext,
  rule: string,
  { openBefore, more }: { openBefore: number | null; more: number },
): Promise<void> {
  const demand = noMoreOpenThan(plus(openBefore, more));
  await t.settle();
  await t.eventually(rule, () => t.agent.openOrders(), demand);
}
