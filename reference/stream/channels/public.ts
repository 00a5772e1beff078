/** The channels of markets and of the feed, which anyone may follow: market, book, trades, spot. */
import type { TradeEvent } from "../../core/events.ts";
import { bookRecord, marketRecord, spotRecord, tradeRecord } from "../../wire/mapping.ts";
import { batch, type OpenChannel, whole } from "./channel.ts";

/** `market:{market}`: the market's record, again whenever status, mark or touch change. D-103. */
export const marketChannel: OpenChannel = ({ venue }, marketId) =>
  whole(() => marketRecord(venue.market(marketId)!));

/**
 * `book:{market}`: all levels, then those that changed. D-152, D-153.
 * Shape: as GET /markets/{id}/book, `seq` too; in an update qty 0 removes a level.
 */
export const bookChannel: OpenChannel = ({ venue, clock }, marketId) => {
  const bids = new Map<number, number>();
  const asks = new Map<number, number>();
  venue.watchBook(marketId, (isBids, price, qty) => (isBids ? bids : asks).set(price, qty));
  const book = (depth: number) => venue.book(marketId, depth)!;
  return {
    snapshot: () => bookRecord(marketId, book(Infinity), clock.nowMs()),
    take() {},
    changes() {
      if (bids.size === 0 && asks.size === 0) return null;
      const changed = { bids: drain(bids), asks: drain(asks), seq: book(0).seq };
      return bookRecord(marketId, changed, clock.nowMs());
    },
    close: () => venue.watchBook(marketId, null),
  };
};

function drain(levels: Map<number, number>): { price: number; qty: number }[] {
  const drained = Array.from(levels, ([price, qty]) => ({ price, qty }));
  levels.clear();
  return drained;
}

/**
 * `trades:{market}`: trades as they happen; those of before are at GET /markets/{id}/trades.
 * Shape: D-105, oldest first; the snapshot is empty.
 */
export const tradesChannel: OpenChannel = () =>
  batch<TradeEvent>({
    of: (event) => (event.type === "trade" ? event : null),
    record: (trades) => ({ trades: trades.map(tradeRecord) }),
  });

/**
 * `spot`: the price of bitcoin and whether it can be had, again when either changed. D-111, D-152.
 * Shape: `last` is null before the first price; time moves it, no command.
 */
export const spotChannel: OpenChannel = ({ feed, clock }) =>
  whole(() => {
    const { status, last } = feed.health(clock.nowMs());
    return { status, last: last === null ? null : spotRecord(last) };
  });
