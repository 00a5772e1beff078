/** `positions`: the agent's positions, then those that its orders, trades and markets changed. */
import type { PositionView } from "../../core/outcomes.ts";
import { positionRecord } from "../../wire/mapping.ts";
import type { OpenChannel } from "./channel.ts";

/** Shape: D-120; a position that is gone is sent once more, with qty 0. */
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
