/** `book:{market}`: all levels, then those that changed. D-152, D-153. */
import { bookRecord } from "../../wire/mapping.ts";
import type { OpenChannel } from "./channel.ts";

/** Shape: as GET /markets/{id}/book, `seq` too; in an update qty 0 removes a level. */
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
