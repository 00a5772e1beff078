/** Books a placement: the verdict first, then its fills, then what its answer says of them. */
import type { OrderRequest, PlaceOutcome, PlaceResult } from "../../../reference/index.ts";
import { type Law, violate } from "../violation.ts";
import type { EventReader } from "./events.ts";
import { contractValue, unsettle } from "./reserve.ts";
import {
  otherSide,
  positionOf,
  remaining,
  type Shadow,
  type ShadowAgent,
  type ShadowMarket,
  type ShadowOrder,
  type ShadowPosition,
} from "./shadow.ts";
import { ZERO_ID } from "./terms.ts";
import { countDecline, limitOf, REPLAY, tifOf, verdictsOf } from "./verdicts.ts";

/** One placement as it came. Units: epoch ms. */
export interface Placement {
  agent: ShadowAgent;
  orderId: string;
  request: OrderRequest;
  at: number;
}

/** Books one placement and consumes its events. */
export class Placements {
  readonly #shadow: Shadow;
  readonly #reader: EventReader;
  #arrivals = 0;

  constructor(reader: EventReader) {
    this.#shadow = reader.shadow;
    this.#reader = reader;
  }

  book(placement: Placement, outcome: PlaceOutcome): void {
    const { agent, request, at } = placement;
    const shadow = this.#shadow;
    const market = shadow.markets.get(request.marketId) ?? null;
    const due = verdictsOf({ shadow, agent, market, request, at });
    const verdict = verdictIn(outcome);
    if (!due.includes(verdict)) {
      const repeats = due.includes(REPLAY) || verdict === REPLAY;
      const law: Law = repeats || due[0] === "CLIENT_ORDER_ID_CONFLICT" ? "idempotency" : "verdict";
      violate(law, `${verdict ?? "accepted"}, due was ${due.map((one) => one ?? "accepted")}`);
    }
    if (outcome.kind === "refused") this.#reader.coverage.code(outcome.code);
    else if (outcome.replayed) this.#replayed(placement, outcome.result);
    else if (outcome.result.status === "REJECTED") this.#declined(placement, outcome.result);
    else this.#accepted(placement, outcome.result, market!);
  }

  /** The next number of an order that queues. */
  nextArrival(): number {
    return this.#arrivals++;
  }

  #replayed({ agent, request }: Placement, result: PlaceResult): void {
    this.#reader.coverage.rule("replay-answered");
    const before = agent.answered.get(request.clientOrderId!)!.result;
    if (JSON.stringify(before) !== JSON.stringify(result)) {
      violate("idempotency", `${request.clientOrderId} is answered differently`);
    }
  }

  #declined({ agent, request, at }: Placement, result: PlaceResult): void {
    const code = result.rejectReason!;
    this.#reader.coverage.code(code);
    const isEmpty = result.filledQty === 0 && result.remainingQty === 0 && !result.fills.length;
    if (result.orderId !== ZERO_ID || !isEmpty)
      violate("order-state", "a declined order has a life");
    const market = this.#shadow.markets.get(request.marketId);
    if (market !== undefined && code !== "AGENT_SIDE_COOLDOWN" && request.reduceOnly !== true) {
      countDecline(positionOf(agent, market), request, at);
    }
    remember(agent, request, result);
  }

  #accepted(placement: Placement, result: PlaceResult, market: ShadowMarket): void {
    const { leverage, marginMode } = positionOf(placement.agent, market);
    const order = this.#arrive(placement, market);
    this.#reader.followArrival(order);
    if (order.filledQty === 0) openedNothing(order, { leverage, marginMode });
    assertAnswer(order, result, this.#reader);
    this.#markCoverage(order);
    remember(placement.agent, placement.request, result);
  }

  #arrive({ agent, orderId, request, at }: Placement, market: ShadowMarket): ShadowOrder {
    const { side, type, qty, leverage, marginMode } = request;
    if (this.#shadow.orders.has(orderId)) violate("order-state", `order ${orderId} exists already`);
    const price = limitOf(market, request);
    const position = positionOf(agent, market);
    const value = contractValue(market, side, price);
    const tif = tifOf(request);
    const order: ShadowOrder = {
      orderId,
      agent,
      market,
      position,
      side,
      type,
      tif,
      price,
      qty,
      filledQty: 0,
      reduceOnly: request.reduceOnly ?? false,
      leverage: null,
      arrival: this.nextArrival(),
      value,
      state: "arriving",
    };
    if (position[side].pausedUntil > 0 && position[side].pausedUntil <= at) {
      this.#reader.coverage.rule("cooldown-ends");
    }
    unsettle(position);
    if (position.qty === 0) {
      position.leverage = leverage ?? position.leverage;
      position.marginMode = marginMode ?? position.marginMode;
    }
    position.isUnread = true;
    order.leverage = market.isPerp ? position.leverage : null;
    position[side].forgive();
    position[side].enter(order);
    this.#shadow.orders.set(orderId, order);
    this.#reader.touched.add(position);
    return order;
  }

  #markCoverage(order: ShadowOrder): void {
    const { coverage } = this.#reader;
    const { tif, type, filledQty } = order;
    const rests = order.state === "resting";
    if (order.reduceOnly && rests) coverage.rule("reduce-only-rests");
    if (tif === "POST_ONLY") coverage.rule("post-only-rests");
    else if (tif === "GTC" && rests)
      coverage.rule(filledQty > 0 ? "gtc-fills-and-rests" : "gtc-rests");
    else if (tif === "FOK") coverage.rule("fok-filled");
    else if (type === "MARKET")
      coverage.rule(remaining(order) > 0 ? "market-protected" : "market-filled");
    else if (tif === "IOC") coverage.rule(remaining(order) > 0 ? "ioc-remainder" : "ioc-filled");
  }
}

/** Where others work on, an order that filled nothing leaves their leverage and mode alone. */
function openedNothing(order: ShadowOrder, terms: Pick<ShadowPosition, "leverage" | "marginMode">) {
  const { position } = order;
  const own = order.state === "resting" ? remaining(order) : 0;
  if (position.BUY.qty + position.SELL.qty === own) return;
  unsettle(position);
  Object.assign(position, terms);
  if (order.state === "resting" && order.market.isPerp) order.leverage = position.leverage;
}

function verdictIn(outcome: PlaceOutcome): string | null {
  if (outcome.kind === "refused") return outcome.code;
  return outcome.replayed ? REPLAY : outcome.result.rejectReason;
}

function remember(agent: ShadowAgent, request: OrderRequest, result: PlaceResult): void {
  const { clientOrderId } = request;
  if (clientOrderId !== undefined) agent.answered.set(clientOrderId, { request, result });
}

/** The answer shows the order that the events showed. */
function assertAnswer(order: ShadowOrder, result: PlaceResult, reader: EventReader): void {
  const { filledQty, qty, tif, state } = order;
  const { fills } = reader;
  const rests = state === "resting";
  if (tif === "POST_ONLY" && filledQty > 0) violate("time-in-force", "a POST_ONLY order takes");
  if (tif === "FOK" && filledQty < qty) violate("time-in-force", "a FOK order is filled in part");
  if (rests) assertNotCrossing(order);
  const status = statusOf(order);
  const sum = fills.reduce((total, { price, qty: contracts }) => total + price * contracts, 0);
  const agrees =
    result.orderId === order.orderId &&
    result.status === status &&
    result.filledQty === filledQty &&
    result.remainingQty === (rests ? qty - filledQty : 0) &&
    result.avgFillPrice === (filledQty === 0 ? null : sum / filledQty) &&
    result.fills.length === fills.length &&
    result.effectiveLeverage === order.leverage;
  if (!agrees) violate("order-state", `the answer ${JSON.stringify(result)} is not what happened`);
  fills.forEach(({ tradeSeq, price, qty: contracts }, index) => {
    const fill = result.fills[index]!;
    if (fill.tradeSeq !== tradeSeq || fill.price !== price || fill.qty !== contracts) {
      violate("order-state", `fill ${index} of order ${order.orderId} is told differently`);
    }
  });
}

function statusOf({ filledQty, qty, state }: ShadowOrder): string {
  if (filledQty === qty) return "FILLED";
  if (state === "closed") return "CANCELLED";
  return filledQty > 0 ? "PARTIAL" : "NEW";
}

function assertNotCrossing({ market, side, price }: ShadowOrder): void {
  const touch = otherSide(market, side).best;
  if (touch !== null && (side === "BUY" ? touch <= price : touch >= price)) {
    violate("book-not-crossed", `${side} rests at ${price} against ${touch}`);
  }
}
