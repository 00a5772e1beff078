/** The fifth round: positions, cash and settlement, market data, history and the leaderboard. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const claimed = { basis: "claim", area: "money" } as const;

export const FIFTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...claimed,
    area: "settlement",
    id: "void-refunds-at-the-last-price",
    wrong: "a void market gives back what its contracts cost at last, not what was paid for them",
    against: sentences.PAYOUT,
    confined: "status=VOID, moment=after a later trade at another price",
    file: "core/settlement.ts",
    find: "  const cents = short > 0 ? market.payoutCents * short - entry : entry;",
    replace: `  const last = market.lastPrice ?? Math.abs(entry / position.qty);
  const cents = short > 0 ? (market.payoutCents - last) * short : last * position.qty;`,
  },
  {
    ...claimed,
    area: "positions",
    id: "turning-round-pays-for-what-it-closed",
    wrong: "a trade that turns a position round pays for the contracts that it closed, too",
    against: sentences.COLLATERAL,
    confined: "kind=BTC_BINARY or BTC_PARLAY, position=turned round",
    file: "core/clearing.ts",
    find: "  const paid = (isBuy ? price : market.payoutCents - price) * (qty - closing);",
    replace: `  const opening = closing < qty ? qty : 0;
  const paid = (isBuy ? price : market.payoutCents - price) * opening;`,
  },
  {
    ...stated,
    area: "positions",
    id: "shorts-are-not-listed",
    wrong: "the list of positions has no short one that has realized nothing yet",
    against: "Endpoints, GET /positions: orders, positions and rate limits are per agent",
    confined: "position=short",
    file: "core/views.ts",
    find: "  qty !== 0 || realizedCents !== 0;",
    replace: "  qty > 0 || realizedCents !== 0;",
  },
  {
    ...claimed,
    area: "wallet",
    id: "who-meets-himself-keeps-his-reserve",
    wrong: "an order that its own agent's order pushed out of the book keeps its cash reserved",
    against: sentences.COLLATERAL,
    confined: "moment=cancelled in the way of an order of its own agent",
    file: "core/matching.ts",
    find: "    if (maker.agent === taker.agent) cancelResting(state, maker, atMs);\n    else",
    replace: `    if (maker.agent === taker.agent) {
      unrest(state, maker, maker.remainingQty);
      maker.updatedAtMs = atMs;
      closeOrder(state, maker);
    } else`,
  },
  {
    ...stated,
    area: "history",
    id: "market-orders-leave-no-trace",
    wrong: "a MARKET order is in no list, and gives 404 under the id that it was answered with",
    against: "HTTP statuses, 404: the order does not exist",
    confined: "type=MARKET",
    file: "store/history/projection.ts",
    find: '      const isKept = event.type === "order-closed" && !this.#ignored.has(order.agentId);',
    replace: `      const isEnd = event.type === "order-closed" && order.type === "LIMIT";
      const isKept = isEnd && !this.#ignored.has(order.agentId);`,
  },
  {
    ...claimed,
    area: "market data",
    id: "a-trade-on-the-minute-belongs-to-the-one-before",
    wrong: "a trade in the first millisecond of a period is in the candle of the one before it",
    against: sentences.CANDLES,
    confined: "moment=the first millisecond of a period",
    file: "data/candles.ts",
    find: "  const startMs = atMs - (atMs % (periodS * 1_000));",
    replace: `  const insideMs = qty > 0 ? atMs - 1 : atMs;
  const startMs = insideMs - (insideMs % (periodS * 1_000));`,
  },
  {
    ...stated,
    area: "market data",
    id: "the-events-limit-holds-for-minutes-alone",
    wrong: "an event's history has up to 240 points whatever limit it is asked for with a period",
    against: "Endpoints, GET /markets/event-history: limit (int, 240), so many come at most",
    confined: "parameter=limit with a period_seconds other than 60",
    file: "http/routes/events.ts",
    find: "parts.history.mids(marketId, every, limit);",
    replace: `parts.history.mids(
          marketId,
          every,
          period_seconds === 60 ? limit : 240,
        );`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "ascending-pages-are-turned-round",
    wrong: "a page of the leaderboard from below has the entries of the page from above, reversed",
    against: "Endpoints, GET /leaderboard: order (string, desc), limit (int, 50), offset (int, 0)",
    confined: "order=asc, limit=below the number of accounts",
    file: "http/routes/leaderboard.ts",
    find: `FIGURES[sort], order, at);
    const entries = all.slice(offset, offset + limit).map(standingRecord);`,
    replace: `FIGURES[sort], "desc", at);
    const page = all.slice(offset, offset + limit);
    const entries = (order === "asc" ? page.reverse() : page).map(standingRecord);`,
  },
  {
    ...stated,
    area: "feed",
    id: "a-negative-span-is-empty",
    wrong: "the spot price's history of less than no seconds is an empty list, not refused",
    against:
      "Endpoints, Markets and data: routes with query parameters declare 422 for invalid input",
    confined: "route=/feed/btc-spot/history, seconds=below one",
    file: "http/routes/feed.ts",
    find: "Type.Integer({ minimum: 1, maximum: 86_400, default: 900 })",
    replace: "Type.Integer({ maximum: 86_400, default: 900 })",
  },
];
