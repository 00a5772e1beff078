/** Holds what the venue answers to reads against the observer's records. */
import type { OrderView, PositionView, Venue } from "../../../reference/index.ts";
import { violate } from "../violation.ts";
import { settleReserve } from "./reserve.ts";
import {
  closable,
  positionOf,
  type Shadow,
  type ShadowAgent,
  type ShadowMarket,
  type ShadowOrder,
  type ShadowPosition,
} from "./shadow.ts";
import { PAYOUT_CENTS } from "./terms.ts";

/** Deeper than any book here. */
const DEPTH = 1_000;

/** What an observer may ask of a venue. */
export type Readable = Pick<
  Venue,
  "wallet" | "positions" | "touch" | "book" | "openOrders" | "markets" | "frozen"
>;

/** The wallet, after every command that may have changed it. */
export function auditWallet(venue: Readable, agent: ShadowAgent): void {
  const { cashCents, reservedCents, freeCents } = venue.wallet(agent.agentId);
  if (freeCents < 0) violate("free-cash", `agent ${agent.agentId} has ${freeCents} cents free`);
  const above = cashCents - agent.cashCents;
  if (above < 0 || above > agent.slackCents || freeCents !== cashCents - reservedCents) {
    const due = `${agent.cashCents} to ${agent.cashCents + agent.slackCents}`;
    violate("cash-conserved", `agent ${agent.agentId} has ${cashCents} cents, due ${due}`);
  }
  agent.cashCents = cashCents;
  agent.slackCents = 0;
  settleReserve(agent);
  const { reservedLeast: least, reservedMost: most } = agent;
  if (reservedCents < least || reservedCents > most) {
    violate("reserve", `agent ${agent.agentId} reserves ${reservedCents}, due ${least} to ${most}`);
  }
}

/** The agent's positions in some markets, after a command: read when one of them changed. */
export function auditChanges(
  venue: Readable,
  agent: ShadowAgent,
  markets: Iterable<ShadowMarket>,
): void {
  let isUnread = false;
  for (const { marketId } of markets) {
    const position = agent.positions.get(marketId);
    if (position === undefined) continue;
    assertReducing(position);
    isUnread ||= position.isUnread;
  }
  if (isUnread) auditPositions(venue, agent);
}

/** The agent's positions, as its fills explain them. */
function auditPositions(venue: Readable, agent: ShadowAgent): void {
  const views = new Map<string, PositionView>();
  for (const view of venue.positions(agent.agentId)) views.set(view.marketId, view);
  for (const [marketId, position] of agent.positions) {
    assertReducing(position);
    position.isUnread = false;
    const { qty, entry, realizedCents, market } = position;
    const view = views.get(marketId);
    const average = qty === 0 ? null : entry / Math.abs(qty);
    const isFlat = view === undefined && qty === 0 && realizedCents === 0;
    const agrees =
      view?.qty === qty &&
      view.avgEntryPrice === average &&
      view.realizedPnlCents === realizedCents &&
      view.leverage === (market.isPerp ? position.leverage : null);
    if (isFlat || agrees) continue;
    const due = `${qty} at ${average}, ${realizedCents} realised`;
    const told = view && `${view.qty} at ${view.avgEntryPrice}, ${view.realizedPnlCents} realised`;
    violate("contracts-conserved", `position ${told ?? "none"}, due ${due}`);
  }
}

/** What reduces fits into what there is to reduce. */
function assertReducing(position: ShadowPosition): void {
  const surplus = Math.max(
    position.BUY.reduceOnlyQty - closable(position, "BUY"),
    position.SELL.reduceOnlyQty - closable(position, "SELL"),
  );
  if (surplus <= 0) return;
  violate("reduce-only", `${surplus} contracts too many are to reduce ${position.qty}`);
}

/** Best prices: what is read is what the events left, and never crossed. */
export function auditTouch(venue: Readable, market: ShadowMarket): void {
  const touch = venue.touch(market.marketId)!;
  const { bestBid, bestAsk } = touch;
  if (bestBid !== null && bestAsk !== null && bestBid >= bestAsk) {
    violate("book-not-crossed", `bid ${bestBid}, ask ${bestAsk}`);
  }
  if (bestBid !== market.bids.best || bestAsk !== market.asks.best) {
    const due = `${market.bids.best} and ${market.asks.best}`;
    violate("book-view", `touch ${bestBid} and ${bestAsk}, due ${due}`);
  }
}

/** Everything that can be read, of everybody. */
export function auditAll(venue: Readable, shadow: Shadow): void {
  for (const market of shadow.markets.values()) auditBook(venue, market);
  for (const agent of shadow.agents.values()) {
    auditWallet(venue, agent);
    auditPositions(venue, agent);
    auditOrders(venue, agent);
  }
  auditContracts(shadow);
  if (venue.frozen !== shadow.frozen) violate("order-state", `frozen is ${venue.frozen}`);
}

function auditBook(venue: Readable, market: ShadowMarket): void {
  auditTouch(venue, market);
  const { bids, asks } = venue.book(market.marketId, DEPTH)!;
  const told = JSON.stringify([bids, asks]);
  const due = JSON.stringify([market.bids.levels(), market.asks.levels()]);
  if (told !== due) violate("book-view", `book ${told}, due ${due}`);
}

function auditOrders(venue: Readable, agent: ShadowAgent): void {
  const due: ShadowOrder[] = [];
  for (const position of agent.positions.values()) {
    due.push(...position.BUY.orders, ...position.SELL.orders);
  }
  due.sort((one, two) => two.arrival - one.arrival);
  const told = venue.openOrders(agent.agentId).map(lineOf).join(" ");
  const known = due.map((order) => lineOf({ ...order, marketId: order.market.marketId })).join(" ");
  if (told !== known) violate("view", `open orders ${told}, due ${known}`);
}

const lineOf = (order: Pick<OrderView, "orderId" | "marketId" | "qty" | "filledQty">): string =>
  `${order.orderId}:${order.filledQty}/${order.qty}`;

/** Every contract long is one short, and a binary's cash is where its contracts are. */
function auditContracts(shadow: Shadow): void {
  for (const market of shadow.markets.values()) {
    let sum = 0;
    let escrow = 0;
    for (const agent of shadow.agents.values()) {
      if (!agent.positions.has(market.marketId)) continue;
      const { qty, entry } = positionOf(agent, market);
      sum += qty;
      escrow += qty < 0 ? PAYOUT_CENTS * -qty - entry : entry;
    }
    if (sum !== 0) violate("contracts-conserved", `${sum} contracts too many`);
    if (escrow < 0 && !market.isPerp) violate("cash-conserved", "an escrow is negative");
  }
}
