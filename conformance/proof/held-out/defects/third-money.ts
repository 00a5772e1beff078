/** The third round: caps, cash and settlement, market data, the leaderboard and the stream. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const claimed = { basis: "claim", area: "money" } as const;
const data = { ...stated, area: "market data" } as const;
const FEES = "Claim fees: cash moves by exactly the fees, beside gains and losses";

export const THIRD_OF_MONEY_AND_DATA: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "money",
    id: "the-other-side-makes-room",
    wrong: "orders that rest on the other side let a position grow beyond the cap",
    against: sentences.POSITION_CAP,
    confined: "moment=with orders resting on the other side",
    file: "core/gates/position-cap.ts",
    find: "held + position!.side(isBuy).qty + order.qty;",
    replace: "held + position!.side(isBuy).qty - position!.side(!isBuy).qty + order.qty;",
  },
  {
    ...claimed,
    id: "what-was-saved-stays-reserved",
    wrong: "a purchase below its limit keeps the difference reserved while its rest is working",
    against: sentences.COLLATERAL,
    confined: "side=BUY, moment=after a part-fill at a better price",
    file: "core/matching.ts",
    find: "  order.position.side(order.isBuy).leave(order, qty);",
    replace: `  const side = order.position.side(order.isBuy);
  side.leave(order, qty);
  const isKept = order.isBuy && !order.market.isPerp && order.tif === "GTC";
  if (isKept && order.remainingQty > 0) side.value += (order.value - price) * qty;`,
  },
  {
    ...claimed,
    id: "a-part-close-starts-the-entry-over",
    wrong: "what is left of a perp position counts as entered at the price its other part left at",
    against: FEES,
    confined: "kind=BTC_PERP, moment=after a part of the position was closed",
    file: "core/clearing.ts",
    find: "  position.entry -= entry;",
    replace:
      "  position.entry = position.market.isPerp ? price * (whole - closing) : position.entry - entry;",
  },
  {
    ...claimed,
    area: "fees",
    id: "parlays-cost-a-hundredth-more",
    wrong: "opening a position on a parlay costs a hundredth more than its price",
    against: FEES,
    confined: "kind=BTC_PARLAY",
    file: "core/clearing.ts",
    find: "  const paid = (isBuy ? price : market.payoutCents - price) * (qty - closing);",
    replace: `  const cost = (isBuy ? price : market.payoutCents - price) * (qty - closing);
  const paid = market.terms.kind === "BTC_PARLAY" ? Math.ceil((cost * 101) / 100) : cost;`,
  },
  {
    ...claimed,
    area: "settlement",
    id: "a-void-parlay-is-lost",
    wrong: "a parlay that is void pays its sellers, as if it were lost",
    against: sentences.PAYOUT,
    confined: "kind=BTC_PARLAY, status=VOID",
    file: "core/settlement.ts",
    find: "  for (const position of openPositions(market)) refund(position);",
    replace: `  const price = market.terms.kind === "BTC_PARLAY" ? 0 : null;
  for (const position of openPositions(market)) closeAt(state, position, price);`,
  },
  {
    ...data,
    id: "ended-markets-have-no-trades",
    wrong: "the list of a market's trades is empty once it is resolved or void",
    against: "Endpoints, GET /markets/{market_id}/trades: limit (int, 100), with fewer all come",
    confined: "status=RESOLVED or VOID",
    file: "http/routes/market-history.ts",
    find: "    const list = (await parts.history.trades(marketId, limit)).map(tradeRecord);",
    replace: `    const { status } = parts.venue.market(marketId)!;
    const isLive = status === "OPEN" || status === "EXPIRED";
    const all = isLive ? await parts.history.trades(marketId, limit) : [];
    const list = all.map(tradeRecord);`,
  },
  {
    ...data,
    id: "asks-end-at-the-twentieth-level",
    wrong: "the book shows twenty levels of asks, however many there are and were asked for",
    against: "Endpoints, GET /markets/{market_id}/book: depth (int, 50), so many levels come",
    confined: "side=SELL, depth=above 20",
    file: "core/views.ts",
    find: "asks: depthOf(book.asks, depth)",
    replace: "asks: depthOf(book.asks, Math.min(depth, 20))",
  },
  {
    ...data,
    area: "candles",
    basis: "claim",
    id: "a-candle-opens-at-the-last-close",
    wrong: "a candle opens at the price that the one before it closed at",
    against: sentences.CANDLES,
    confined: "moment=after an earlier candle",
    file: "data/candles.ts",
    find: "    return { startMs, open: price, high",
    replace: `    const open = qty > 0 ? (last?.close ?? price) : price;
    return { startMs, open, high`,
  },
  {
    ...data,
    area: "leaderboard",
    id: "idle-accounts-shorten-a-page",
    wrong: "a page of the leaderboard is short by the accounts in it that have not traded",
    against: "Endpoints, GET /leaderboard: limit (int, 50), offset (int, 0); so many come",
    confined: "account=without trades",
    file: "http/routes/leaderboard.ts",
    find: "    const entries = all.slice(offset, offset + limit).map(standingRecord);",
    replace: `    const page = all.slice(offset, offset + limit);
    const entries = page.filter(({ volumeCents }) => volumeCents > 0).map(standingRecord);`,
  },
  {
    ...stated,
    area: "stream",
    id: "siblings-hear-of-the-first-wallet",
    wrong: "the stream tells each agent of an owner the wallet of the owner's first agent",
    against: sentences.PRIVATE,
    confined: "channel=wallet, caller=sibling agent",
    file: "stream/channels/private.ts",
    find: "  whole(() => walletRecord(venue.wallet(agentId)));",
    replace: `  whole(() => {
    const [first] = venue.accountOf(agentId)!.agents;
    return walletRecord(venue.wallet(first!.agentId));
  });`,
  },
];
