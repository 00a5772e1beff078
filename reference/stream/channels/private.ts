/** The channels of one agent, which it alone may follow: orders, fills, positions, wallet. */
import type { TradeEvent } from "../../core/events.ts";
import type { OrderView, PositionView } from "../../core/outcomes.ts";
import { orderRecord, ownFillRecord, positionRecord, walletRecord } from "../../wire/mapping.ts";
import { batch, type OpenChannel, whole } from "./channel.ts";

/**
 * `orders`: the agent's resting orders, then every order that came, changed or ended.
 * Shape: D-090; an order that changed twice in one command is told once, as it is now.
 */
export const ordersChannel: OpenChannel = ({ venue }, agentId) => {
  /**
   * @bound orders that one command touches: told when it is over; reference/stream/stream.test.ts
   */
  const changed = new Map<string, OrderView>();
  const recordsOf = (orders: OrderView[]) => ({ orders: orders.map(orderRecord) });
  return {
    snapshot: () => recordsOf(venue.openOrders(agentId)),
    take(event) {
      if ("order" in event) changed.set(event.order.orderId, event.order);
    },
    changes() {
      if (changed.size === 0) return null;
      const orders = [...changed.values()];
      changed.clear();
      return recordsOf(orders);
    },
  };
};

/**
 * `fills`: the agent's side of every trade as it happens; nothing of before.
 * Shape: D-034 with order, market and side, oldest first; nothing of the other agent.
 */
export const fillsChannel: OpenChannel = (_, agentId) =>
  batch<TradeEvent>({
    of: (event) => (event.type === "trade" ? event : null),
    record: (trades) => ({ fills: trades.map((trade) => ownFillRecord(trade, agentId)) }),
  });

/**
 * `positions`: the agent's positions, then those that its orders, trades and markets changed.
 * Shape: D-120; a position that is gone is sent once more, with qty 0.
 */
export const positionsChannel: OpenChannel = ({ venue }, agentId) => {
  let sent = byMarket(venue.positions(agentId));
  const record = (positions: PositionView[]) => ({ positions: positions.map(positionRecord) });
  return {
    snapshot: () => record(venue.positions(agentId)),
    take() {},
    changes() {
      const now = byMarket(venue.positions(agentId));
      const changed = [...now.values()].filter((held) => !equal(held, sent.get(held.marketId)));
      const gone = [...sent.values()].filter(({ marketId }) => !now.has(marketId)).map(closed);
      sent = now;
      return changed.length + gone.length === 0 ? null : record([...changed, ...gone]);
    },
  };
};

const byMarket = (positions: PositionView[]) =>
  new Map(positions.map((position) => [position.marketId, position]));

const equal = (one: PositionView, other: PositionView | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The venue lists no position that is closed and has gained nothing. */
const closed = (position: PositionView): PositionView => ({
  ...position,
  qty: 0,
  avgEntryPrice: null,
  realizedPnlCents: 0,
  unrealizedPnlCents: 0,
});

/**
 * `wallet`: the agent's wallet, again when one of its orders, trades or markets changed it.
 * Shape: D-120.
 */
export const walletChannel: OpenChannel = ({ venue }, agentId) =>
  whole(() => walletRecord(venue.wallet(agentId)));
