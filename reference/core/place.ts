/** Placing one order: admission, matching, resting, and the result under its client order id. */
import { admit, contextOf } from "./admission.ts";
import type { Agent } from "./agent.ts";
import type { OrderRequest, PlaceOrder } from "./commands.ts";
import { countDecline } from "./cooldown.ts";
import type { Admission, Decline, Objection } from "./gates/gate.ts";
import { copyResult } from "./idempotency.ts";
import { contractValue, updateReserve } from "./margin.ts";
import { match } from "./matching.ts";
import { averageFillPrice, type Order, statusOf } from "./order.ts";
import type { FillView, PlaceOutcome, PlaceResult } from "./outcomes.ts";
import type { Position } from "./position.ts";
import { REJECT_CODES, ZERO_ID } from "./rejects.ts";
import { rest } from "./resting.ts";
import { announce, closeOrder, takeOrder, type VenueState } from "./state.ts";

/** Spec: POST /orders. */
export function place(state: VenueState, command: PlaceOrder, atMs: number): PlaceOutcome {
  const agent = state.agents.get(command.agentId);
  if (agent === undefined) {
    return { kind: "refused", code: "AGENT_NOT_FOUND", message: `no agent ${command.agentId}` };
  }
  const { request, isIndexLost } = command;
  const context = contextOf(state, { agent, request, atMs, isIndexLost });
  const objection = admit(state, request, context);
  if (objection !== null) return turnAway(state, request, { context, objection });
  const result = execute(state, command, context);
  remember(agent, request, result);
  return { kind: "result", result, replayed: false };
}

interface TurnedAway {
  context: Admission;
  objection: Objection;
}

function turnAway(state: VenueState, request: OrderRequest, turned: TurnedAway): PlaceOutcome {
  const { context, objection } = turned;
  if (objection.kind === "refused") return objection;
  if (objection.kind === "first-result") {
    return { kind: "result", result: objection.result, replayed: true };
  }
  const { code } = objection;
  state.hash.mix(REJECT_CODES.indexOf(code));
  state.hash.mix(context.agent.index);
  if (context.position !== null && code !== "AGENT_SIDE_COOLDOWN" && request.reduceOnly !== true) {
    countDecline(context.position.side(request.side === "BUY"), context.atMs, state.limits);
  }
  const result = rejected(request, objection);
  remember(context.agent, request, result);
  return { kind: "result", result, replayed: false };
}

/** Spec: States 2. */
function rejected({ marketId }: OrderRequest, { code, message, details }: Decline): PlaceResult {
  const result: PlaceResult = {
    orderId: ZERO_ID,
    marketId,
    status: "REJECTED",
    rejectReason: code,
    rejectMessage: message,
    filledQty: 0,
    remainingQty: 0,
    avgFillPrice: null,
    fills: [],
    effectiveLeverage: null,
  };
  return details === undefined ? result : withDetails(result, details);
}

/** Where they stand among the rest counts: the digest is of the text. */
function withDetails(result: PlaceResult, rejectDetails: PlaceResult["rejectDetails"] & object) {
  const { orderId, marketId, status, rejectReason, rejectMessage, ...filled } = result;
  const why = { rejectReason, rejectMessage, rejectDetails };
  return { orderId, marketId, status, ...why, ...filled };
}

function remember(agent: Agent, request: OrderRequest, result: PlaceResult): void {
  if (request.clientOrderId === undefined) return;
  const kept = { request: { ...request }, orderId: result.orderId, result: copyResult(result) };
  agent.results.set(request.clientOrderId, kept);
}

/** Works an admitted order. */
export function execute(state: VenueState, command: PlaceOrder, context: Admission): PlaceResult {
  const { leverage, marginMode } = context.position!;
  const order = accept(state, command, context);
  const { position } = order;
  const side = position.side(order.isBuy);
  const lowBefore = side.low;
  side.cooldown = null;
  side.enter(order);
  updateReserve(position);
  const fills = match(state, order, context.atMs);
  settle(state, order, lowBefore);
  if (order.filledQty === 0) openedNothing(order, { leverage, marginMode });
  // Own orders are told: D-155.
  if (order.open) announce(state, "order-opened", order);
  state.hash.mix(order.seq);
  state.hash.mix(order.price);
  state.hash.mix(order.filledQty);
  state.hash.mix(order.agent.index);
  return accepted(command.request, order, fills);
}

/** The order as it enters the venue; from flat it brings leverage and margin mode. D-075, D-079. */
function accept(state: VenueState, { orderId, request }: PlaceOrder, context: Admission): Order {
  const order = takeOrder(state);
  order.begin(orderId, request, context);
  const { position, market } = order;
  if (request.leverage !== undefined && position.qty === 0) position.leverage = request.leverage;
  if (request.marginMode !== undefined && position.qty === 0) {
    position.marginMode = request.marginMode;
  }
  order.seq = ++state.orderSeq;
  order.placedSeq = order.seq;
  order.value = contractValue(market, order.isBuy, order.price);
  if (market.isPerp) order.leverage = position.leverage;
  return order;
}

/** Beside other working orders, those go on at the terms that they were placed at. D-075. */
function openedNothing(order: Order, terms: Pick<Position, "leverage" | "marginMode">): void {
  const { position } = order;
  const { leverage, marginMode } = terms;
  if (position.leverage === leverage && position.marginMode === marginMode) return;
  const own = order.open ? order.remainingQty : 0;
  if (position.buys.qty + position.sells.qty === own) return;
  Object.assign(position, terms);
  if (order.open && order.leverage !== null) order.leverage = leverage;
  updateReserve(position);
}

/** After matching: the remainder rests, or the order is done. D-021, D-022, D-023. */
export function settle(state: VenueState, order: Order, lowBefore: number): void {
  const qty = order.remainingQty;
  if (qty > 0 && (order.tif === "GTC" || order.tif === "POST_ONLY")) {
    rest(state, order);
    return;
  }
  const side = order.position.side(order.isBuy);
  side.leave(order, qty);
  side.low = lowBefore;
  updateReserve(order.position);
  closeOrder(state, order);
}

function accepted({ marketId }: OrderRequest, order: Order, fills: FillView[]): PlaceResult {
  return {
    orderId: order.orderId,
    marketId,
    status: statusOf(order),
    rejectReason: null,
    rejectMessage: null,
    filledQty: order.filledQty,
    remainingQty: order.open ? order.remainingQty : 0,
    avgFillPrice: averageFillPrice(order),
    fills,
    effectiveLeverage: order.leverage,
  };
}
