/** A third party inside the venue that keeps quoting both sides and takes nobody. */
import type { VenueParts } from "../parts.ts";
import { openAgent } from "./account.ts";
import type { Market, Side } from "./market.ts";
import { sign } from "./market.ts";
import { readPlaceRequest } from "./place-request.ts";

const EVERY_MS = 200;
const LEVELS = 3;
const HALF_SPREAD_TICKS = 5;
const QTY = 7;
const KEPT_MS = 5_000;
const DEEP_POCKET_CENTS = 1_000_000_000;

/** Starts quoting every OPEN market; the returned function stops it. */
export function startMarketMaker(parts: VenueParts): () => void {
  const { draw, venue } = parts;
  const cashCents = DEEP_POCKET_CENTS;
  const agent = openAgent({ id: draw.uuid(), name: "house", owner: "house", cashCents });
  const open = [...venue.books.values()].map((book) => book.market).filter(isOpen);
  const quote = () => {
    for (const market of open) {
      venue.cancelAll(agent, market);
      for (const body of ladder(market, Math.floor(draw.next() * 3) - 1)) {
        venue.place(agent, readPlaceRequest(body), venue.clock.now());
      }
    }
    venue.forgetDone(agent, venue.clock.now() - KEPT_MS);
  };
  quote();
  const timer = setInterval(quote, EVERY_MS);
  return () => clearInterval(timer);
}

function isOpen(market: Market): boolean {
  return market.status === "OPEN";
}

function ladder(market: Market, shiftTicks: number): object[] {
  const fair = market.mark ?? (market.min + market.max) / 2;
  const fairTicks = Math.round((fair - market.min) / market.tick) + shiftTicks;
  const rungs = Array.from({ length: LEVELS }, (_, level) => HALF_SPREAD_TICKS + level);
  return (["BUY", "SELL"] as Side[]).flatMap((side) =>
    rungs.map((ticks) => ({
      market_id: market.id,
      side,
      type: "LIMIT",
      tif: "POST_ONLY",
      price: market.min + (fairTicks - sign(side) * ticks) * market.tick,
      qty: QTY,
    })),
  );
}
