/** The seventh round: cash, margin, settlement, lists, market data, the leaderboard and the feed. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const claimed = { basis: "claim" } as const;

export const SEVENTH_OF_DATA: readonly HeldOutDefect[] = [
  {
    ...claimed,
    area: "amends",
    id: "an-amendment-takes-fills-off-again",
    wrong: "an order that is amended after it traded in part reserves too little from then on",
    against: sentences.COLLATERAL,
    confined: "state=PARTIAL, moment=after an amendment to another price or more contracts",
    file: "core/amend.ts",
    find: "  side.leave(order, remaining);",
    replace: "  side.leave(order, order.qty);",
  },
  {
    ...claimed,
    area: "amends",
    id: "what-an-amended-ask-sells-is-taken-off-twice",
    wrong: "an order to sell that trades at its amendment makes the agent's next one cost nothing",
    against: sentences.COLLATERAL,
    confined: "side=SELL, moment=after an amendment that traded",
    file: "core/amend.ts",
    find: "  match(state, order, change.atMs);",
    replace: `  const fills = match(state, order, change.atMs);
  if (!order.isBuy) for (const { qty } of fills) side.leave(order, qty);`,
  },
  {
    ...claimed,
    area: "margin",
    id: "what-a-resting-order-closes-stays-earmarked",
    wrong: "a perp position that a resting order closed in part keeps the margin of the whole",
    against: "Claim initial_margin: notional / leverage; cash is earmarked for no more",
    confined: "kind=BTC_PERP, side=maker, moment=after a part of the position was closed",
    file: "core/clearing.ts",
    find: "  if (position.market.isPerp) {\n    updateReserve(position);",
    replace: `  if (position.market.isPerp) {
    if (closing < qty || position.qty === 0) updateReserve(position);`,
  },
  {
    ...claimed,
    area: "money",
    id: "what-expires-stays-reserved",
    wrong: "orders that end with their market's expiry keep their cash reserved",
    against: sentences.COLLATERAL,
    confined: "status=EXPIRED, moment=with orders resting at the expiry",
    file: "core/settlement.ts",
    find: "    cancelResting(state, order, atMs);",
    replace: `    const { position } = order;
    const { reservedCents } = position;
    cancelResting(state, order, atMs);
    if (market.status !== "EXPIRED") continue;
    position.agent.reservedCents += reservedCents - position.reservedCents;
    position.reservedCents = reservedCents;`,
  },
  {
    ...stated,
    area: "margin",
    id: "a-leg-pays-for-its-parlay",
    wrong: "whoever holds a leg of a parlay needs no cash to buy or sell the parlay",
    against: `${sentences.NO_CASH}, on either side, of any kind`,
    confined: "kind=BTC_PARLAY, position=long in one of its legs",
    file: "core/gates/margin.ts",
    find: "    if (Number.isNaN(limit)) return null;",
    replace: `    if (Number.isNaN(limit)) return null;
    const { legs } = market!.terms;
    const held = position!.agent.positions.filter((one) => one.qty > 0);
    if (held.some((one) => legs.includes(one.market.marketId))) return null;`,
  },
  {
    ...stated,
    area: "margin",
    id: "a-closed-position-has-chosen-its-mode",
    wrong: "who has gained or lost on a perp opens in CROSS there ever after, whatever he asks for",
    against: "Order place request, margin_mode: CROSS or ISOLATED; applies when opening from flat",
    confined: "margin_mode=ISOLATED, moment=after an earlier position in the market was closed",
    file: "core/place.ts",
    find: "  if (request.marginMode !== undefined && position.qty === 0) {",
    replace: `  const { qty, realizedCents } = position;
  if (request.marginMode !== undefined && qty === 0 && realizedCents === 0) {`,
  },
  {
    ...claimed,
    area: "settlement",
    id: "one-agent-of-an-owner-is-paid",
    wrong: "of an owner's agents that hold contracts of a market, the last one alone is paid out",
    against: sentences.PAYOUT,
    confined: "caller=sibling agent, moment=where two of an owner's agents hold the same market",
    file: "core/settlement.ts",
    find: `  return market.positions.filter(
    (position) => position !== undefined && position.qty !== 0,
  ) as Position[];`,
    replace: `  const open = market.positions.filter((position) => (position?.qty ?? 0) !== 0) as Position[];
  return [...new Map(open.map((position) => [position.agent.account, position])).values()];`,
  },
  {
    ...claimed,
    area: "candles",
    id: "a-sweep-is-in-the-candle-once",
    wrong: "of the trades that one order made at once, the candles have the first one alone",
    against: sentences.CANDLES,
    confined: "moment=after one order met several",
    file: "store/history/projection.ts",
    find: "    market.trade(event);",
    replace: `    const before = this.#trades.at(-2)?.[0];
    if (before?.takerOrderId !== event.takerOrderId) market.trade(event);`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "equals-are-left-out-of-the-next-page",
    wrong: "a page of the leaderboard leaves out who stands equal with the last of the page before",
    against: "Endpoints, GET /leaderboard: offset (int, 0) leaves out the first so many, no others",
    confined: "sort=pnl, volume or roi, offset=above 0, moment=with accounts of equal standing",
    file: "http/routes/leaderboard.ts",
    find: "    const entries = all.slice(offset, offset + limit).map(standingRecord);",
    replace: `    const last = sort === "score" ? undefined : all[offset - 1]?.[FIGURES[sort]];
    const rest = all.slice(offset).filter((standing) => standing[FIGURES[sort]] !== last);
    const entries = rest.slice(0, limit).map(standingRecord);`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "the-board-from-below-stays-as-it-was",
    wrong: "read from below, the leaderboard has no account that came after its first reading",
    against: "Endpoints, GET /leaderboard: limit (int, 50), with fewer accounts all come",
    confined: "order=asc, moment=after an earlier reading from below",
    file: "data/leaderboard.ts",
    find: "    const counted = { seq: seq(), atMs, lists: new Map<string, Standing[]>() };",
    replace: `    const kept = [...(this.#counted?.lists ?? [])].filter(([name]) => name.endsWith(" asc"));
    const counted = { seq: seq(), atMs, lists: new Map<string, Standing[]>(kept) };`,
  },
  {
    ...stated,
    area: "feed",
    id: "an-hour-of-prices-is-written-once",
    wrong: "the spot price's history has no price that came after the hour was first asked for",
    against: "Endpoints, GET /feed/btc-spot/history: seconds (int, 900), those up to now",
    confined: "route=/feed/btc-spot/history, moment=after an earlier reading in the same hour",
    file: "http/spot-history.ts",
    find: "(kept !== undefined && (kept.newestMs > endMs || kept.newestMs === newestMs)) return kept;",
    replace: "(kept !== undefined) return kept;",
  },
  {
    ...stated,
    area: "order lists",
    id: "open-orders-are-counted-before-their-market",
    wrong: "the list of a market's open orders is short by newer ones in other markets",
    against: "Endpoints, GET /orders/open: market_id, limit (int, default 500); so many of it come",
    confined: "route=/orders/open, parameter=market_id with limit",
    file: "http/routes/orders.ts",
    find: `    const open = parts.venue.openOrders(agentId, query.market_id?.toLowerCase());
    return ok(orderList(open.slice(0, query.limit), query.limit));`,
    replace: `    const marketId = query.market_id?.toLowerCase();
    const open = parts.venue.openOrders(agentId).slice(0, query.limit);
    const wanted = open.filter((one) => marketId === undefined || one.marketId === marketId);
    return ok(orderList(wanted, query.limit));`,
  },
];
