/** Cancelling: one order, all of an agent's, or those that a new ladder replaces. */
import type { Agent } from "./agent.ts";
import type {
  AmendOrder,
  CancelAll,
  CancelOrder,
  PlaceOrder,
  ReplaceLadder,
  Side,
} from "./commands.ts";
import { invalid } from "./gates/gate.ts";
import { type Order, orderView } from "./order.ts";
import type { CancelAllOutcome, CancelOutcome, LadderOutcome, Refusal } from "./outcomes.ts";
import { place } from "./place.ts";
import type { Position } from "./position.ts";
import { cancelResting } from "./resting.ts";
import type { VenueState } from "./state.ts";

/** The agent's resting order; a closed one is history, which the core has forgotten. D-094. */
export function ownOrder(state: VenueState, command: CancelOrder | AmendOrder): Order | Refusal {
  const order = state.orders.get(command.orderId);
  if (order === undefined) {
    return {
      kind: "refused",
      code: "ORDER_NOT_FOUND",
      message: `no open order ${command.orderId}`,
    };
  }
  return order.agent.agentId === command.agentId
    ? order
    : { kind: "refused", code: "FORBIDDEN", message: "the order is another agent's" };
}

/** Spec: DELETE /orders/{order_id}. Works while frozen (D-170), takes effect at once (D-029). */
export function cancel(state: VenueState, command: CancelOrder, atMs: number): CancelOutcome {
  const order = ownOrder(state, command);
  if ("kind" in order) return order;
  cancelResting(state, order, atMs);
  return { kind: "cancelled", order: orderView(order) };
}

/** Spec: DELETE /orders. D-097. Shape: oldest first. */
export function cancelAll(state: VenueState, command: CancelAll, atMs: number): CancelAllOutcome {
  const agent = state.agents.get(command.agentId);
  const positions = agent === undefined ? [] : positionsIn(agent, command.marketId);
  return { kind: "cancelled-all", orderIds: cancelIn(state, positions, { atMs }) };
}

/** Spec: POST /orders/replace-ladder. D-031: not atomic, each order has its own outcome. */
export function replaceLadder(
  state: VenueState,
  command: ReplaceLadder,
  atMs: number,
): LadderOutcome {
  const { agentId, marketId, orders, isIndexLost } = command;
  const lost = isIndexLost && { isIndexLost };
  const refusal = ladderRefusal(state, command);
  if (refusal !== null) return refusal;
  const positions = positionsIn(state.agents.get(agentId)!, marketId);
  const cancelled = cancelIn(state, positions, { atMs, side: command.side });
  const results = orders.map(({ orderId, request }) => {
    const order: PlaceOrder = { type: "place", agentId, orderId, request, ...lost };
    return place(state, order, atMs);
  });
  return { kind: "ladder", cancelled, results };
}

/** D-031. */
function ladderRefusal(state: VenueState, command: ReplaceLadder): Refusal | null {
  const { agentId, marketId, orders } = command;
  const { ladderOrdersMax } = state.limits;
  if (state.frozen) {
    return { kind: "refused", code: "EXCHANGE_FROZEN", message: "the kill switch is on" };
  }
  if (!state.agents.has(agentId)) {
    return { kind: "refused", code: "AGENT_NOT_FOUND", message: `no agent ${agentId}` };
  }
  if (!state.markets.has(marketId)) {
    return { kind: "refused", code: "MARKET_NOT_FOUND", message: `no market ${marketId}` };
  }
  if (orders.length <= ladderOrdersMax) return null;
  return invalid("orders", `more than ${ladderOrdersMax}`);
}

function positionsIn(agent: Agent, marketId: string | undefined): Position[] {
  if (marketId === undefined) return agent.positions;
  return agent.positions.filter((position) => position.market.marketId === marketId);
}

interface Which {
  atMs: number;
  side?: Side | undefined;
}

function cancelIn(state: VenueState, positions: readonly Position[], which: Which): string[] {
  const { atMs, side } = which;
  const orders = positions
    .flatMap(({ orders }) => orders)
    .filter((order) => side === undefined || order.isBuy === (side === "BUY"))
    .sort((one, two) => one.seq - two.seq);
  for (const order of orders) cancelResting(state, order, atMs);
  return orders.map((order) => order.orderId);
}
