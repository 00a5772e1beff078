/** The sixth round: lists, market data, history, settlement, margin and cash. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const claimed = { basis: "claim" } as const;

export const SIXTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order lists",
    id: "orders-are-counted-before-their-status",
    wrong: "a list of ended orders of one status is short by newer ones that ended otherwise",
    against: "Endpoints, GET /orders: limit (int, default 200), status; so many of it come",
    confined: "parameter=status with limit",
    file: "store/history/history.ts",
    find: "    const ended = (await (await this.#kept()).orders(agentId, filter)).map(orderOf);",
    replace: `    const newest = { ...filter, statuses: null };
    const rows = await (await this.#kept()).orders(agentId, newest);
    const ended = rows.map(orderOf).filter(isWanted);`,
  },
  {
    ...claimed,
    area: "candles",
    id: "repeated-prices-add-no-volume",
    wrong: "a trade at the price that its candle closed at so far adds nothing to the volume",
    against: sentences.CANDLES,
    confined: "moment=after a trade at the same price in the same period",
    file: "data/candles.ts",
    find: "  last.close = price;\n  last.volume += qty;",
    replace: "  if (price !== last.close) last.volume += qty;\n  last.close = price;",
  },
  {
    ...stated,
    area: "mids",
    id: "mids-of-half-an-hour",
    wrong: "a market's mids reach back half an hour where nobody says how many",
    against: "Endpoints, GET /markets/{market_id}/mid-history: limit (int, 3600)",
    confined: "route=/markets/{market_id}/mid-history, limit=absent",
    file: "http/routes/market-history.ts",
    find: "maximum: 3_600, default: 3_600 }",
    replace: "maximum: 3_600, default: 1_800 }",
  },
  {
    ...stated,
    area: "trades",
    id: "a-sweep-at-one-price-is-one-trade",
    wrong: "of an order's trades at one price the list has the last one alone",
    against: "Endpoints, GET /markets/{market_id}/trades: limit (int, 100), with fewer all come",
    confined: "moment=after one order met several at one price",
    file: "store/history/projection.ts",
    find: "    this.#trades.push([event, notional]);",
    replace: `    const last = this.#trades.at(-1)?.[0];
    const isSame = last?.takerOrderId === event.takerOrderId && last.price === price;
    if (isSame) this.#trades.pop();
    this.#trades.push([event, notional]);`,
  },
  {
    ...stated,
    area: "book",
    id: "a-cancelled-rest-takes-its-fills-off-the-level",
    wrong: "cancelling a part-filled order takes all it ever had off its level, not what was left",
    against: "What the service does: read-only data: markets, order book",
    confined: "moment=after a part-filled order beside others at its price was cancelled",
    file: "core/resting.ts",
    find: "  unrest(state, order, qty);",
    replace: "  unrest(state, order, order.qty);",
  },
  {
    ...claimed,
    area: "settlement",
    id: "what-expired-first-pays-its-last-price",
    wrong: "a market that expired before it was resolved pays each side by its last trade",
    against: sentences.PAYOUT,
    confined: "kind=BTC_BINARY or BTC_PARLAY, status=EXPIRED and then RESOLVED",
    file: "core/settlement.ts",
    find: `  end(state, market, { status: "RESOLVED", atMs });
  const winning = resolution === "YES" ? market.payoutCents : 0;`,
    replace: `  const last = market.status === "EXPIRED" ? market.lastPrice : null;
  end(state, market, { status: "RESOLVED", atMs });
  const winning = last ?? (resolution === "YES" ? market.payoutCents : 0);`,
  },
  {
    ...claimed,
    area: "settlement",
    id: "a-parlay-is-won-by-one-leg",
    wrong: "a parlay pays its buyers as soon as one of its legs is won",
    against: sentences.PAYOUT,
    confined: "kind=BTC_PARLAY, moment=after the first of its legs was won",
    file: "core/settlement.ts",
    find: '    else if (legs.every(({ resolution }) => resolution === "YES")) {',
    replace: '    else if (legs.some(({ resolution }) => resolution === "YES")) {',
  },
  {
    ...claimed,
    area: "margin",
    id: "margins-lose-their-last-cent",
    wrong: "what a perp earmarks is rounded down, so it is a cent less than its margin",
    against: "Claim initial_margin: notional / leverage, rounded up, earmarked while it rests",
    confined: "kind=BTC_PERP, margin=no whole number of cents",
    file: "core/margin.ts",
    find: "divideUp(units, market.unitsPerCent * position.leverage) : units;",
    replace: "Math.floor(units / (market.unitsPerCent * position.leverage)) : units;",
  },
  {
    ...stated,
    area: "margin",
    id: "shorts-are-never-isolated",
    wrong: "an order that sells a perp from flat opens in CROSS, whatever mode it asks for",
    against: "Order place request, margin_mode: CROSS or ISOLATED; applies when opening from flat",
    confined: "side=SELL, margin_mode=ISOLATED",
    file: "core/place.ts",
    find: "  if (request.marginMode !== undefined && position.qty === 0) {",
    replace: "  if (request.marginMode !== undefined && position.qty === 0 && order.isBuy) {",
  },
  {
    ...claimed,
    area: "money",
    id: "parts-of-a-cent-are-lost",
    wrong: "a perp that is closed bit by bit gains less than one that is closed at once",
    against: "Claim fees: cash moves by exactly the fees, beside gains and losses",
    confined: "kind=BTC_PERP, moment=after a close that gained no whole number of cents",
    file: "core/position.ts",
    find: "    this.realizedRest = sum - full * by;",
    replace: "    this.realizedRest = 0;",
  },
  {
    ...stated,
    area: "leaderboard",
    id: "an-offset-beyond-the-end-is-the-last-page",
    wrong: "who asks for what comes after the last account is given the last page again",
    against: "Endpoints, GET /leaderboard: offset (int, 0) leaves out the first so many",
    confined: "offset=the number of accounts or more",
    file: "http/routes/leaderboard.ts",
    find: "    const entries = all.slice(offset, offset + limit).map(standingRecord);",
    replace: `    const from = offset < all.length ? offset : Math.max(0, all.length - limit);
    const entries = all.slice(from, from + limit).map(standingRecord);`,
  },
  {
    ...stated,
    area: "feed",
    id: "long-spans-begin-on-the-hour",
    wrong: "the spot price's history of more than an hour begins at the full hour before it",
    against: "Endpoints, GET /feed/btc-spot/history: seconds (int, 900), nothing older comes",
    confined: "seconds=above 3600",
    file: "http/spot-history.ts",
    find: "    const fromMs = nowMs - seconds * 1_000;",
    replace: `    const askedMs = nowMs - seconds * 1_000;
    const fromMs = seconds > 3_600 ? hourOf(askedMs) : askedMs;`,
  },
  {
    ...stated,
    area: "markets",
    id: "a-status-lets-every-kind-in",
    wrong: "asked for a status and a kind, the list has markets of every kind",
    against: "Endpoints, GET /markets: status (string), kind (string)",
    confined: "parameter=kind with status",
    file: "http/routes/markets.ts",
    find: "      .filter((market) => kind === undefined || market.kind === kind);",
    replace:
      "      .filter((market) => status !== undefined || [undefined, market.kind].includes(kind));",
  },
];
