/** What others quote in a market, so that no order of a narrowing meets theirs. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { BookReading } from "../../scenarios/deployment/reading/reading.ts";
import { readable } from "../../scenarios/deployment/stops.ts";

/** The book of others; null where nobody else trades. Errors: Missing where it cannot be read. */
export async function quotedIn(market: TradableMarket): Promise<BookReading | null> {
  return market.info.own ? null : readable(await market.bookShown(), "the book");
}

/** Whether an order could meet somebody else's. */
export function mayTake(order: OrderBody = {}, book: BookReading | null): boolean {
  if (book === null) return false;
  const { type, side, price } = order;
  if (type !== "LIMIT" || typeof price !== "number") return true;
  if (side === "BUY") return price >= (book.asks[0]?.price ?? Number.POSITIVE_INFINITY);
  return price <= (book.bids[0]?.price ?? Number.NEGATIVE_INFINITY);
}
