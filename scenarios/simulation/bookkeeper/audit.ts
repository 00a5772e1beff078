/** Holds what the venue answers to reads against the observer's records. */
import type { CashView, OrderView, PositionView } from "../../../reference/index.ts";
import type { Venue } from "../../../reference/testing.ts";
import { violate } from "../violation.ts";
import { recount } from "./recount.ts";
import { lossOf, settleReserve } from "./reserve.ts";
import {
  closable,
  realizedCents,
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
  | "cash"
  | "wallet"
  | "position"
  | "positions"
  | "touch"
  | "book"
  | "openOrders"
  | "frozen"
  | "ledger"
>;

/** What an agent has, after every command that may have changed it. */
export function auditCash(view: CashView, agent: ShadowAgent): void {
  const { cashCents, reservedCents, freeCents } = view;
  if (freeCents < 0) violate("free-cash", `agent ${agent.agentId} has ${freeCents} cents free`);
  const above = cashCents - agent.cashCents;
  if (above < 0 || above > agent.slackCents) {
    const due = `${agent.cashCents} to ${agent.cashCents + agent.slackCents}`;
    violate("cash-conserved", `agent ${agent.agentId} has ${cashCents} cents, due ${due}`);
  }
  const free = Math.max(0, cashCents - reservedCents - lossOf(agent));
  if (freeCents !== free) {
    violate("free-cash", `agent ${agent.agentId} has ${freeCents} cents free, due ${free}`);
  }
  agent.cashCents = cashCents;
  agent.slackCents = 0;
  settleReserve(agent);
  const { reservedLeast: least, reservedMost: most } = agent;
  if (reservedCents < least || reservedCents > most) {
    violate("reserve", `agent ${agent.agentId} reserves ${reservedCents}, due ${least} to ${most}`);
  }
}

/** A position that a command touched: it is read when it changed. */
export function auditPosition(venue: Readable, position: ShadowPosition): void {
  assertReducing(position);
  if (!position.isUnread) return;
  position.isUnread = false;
  const { agent, market } = position;
  assertShown(position, venue.position(agent.agentId, market.marketId));
}

/** All positions of an agent, and no others. */
function auditPositions(venue: Readable, agent: ShadowAgent): void {
  const views = new Map<string, PositionView>();
  for (const view of venue.positions(agent.agentId)) views.set(view.marketId, view);
  for (const [marketId, position] of agent.positions) {
    assertReducing(position);
    assertShown(position, views.get(marketId) ?? null);
    views.delete(marketId);
  }
  for (const marketId of views.keys()) {
    violate("contracts-conserved", `agent ${agent.agentId} never traded in ${marketId}`);
  }
}

/** A position is shown as its fills explain it. */
function assertShown(position: ShadowPosition, view: PositionView | null): void {
  const { qty, entry } = position;
  const gained = realizedCents(position);
  if (view === null && qty === 0 && gained === 0) return;
  const average = qty === 0 ? null : entry / Math.abs(qty);
  if (view?.qty === qty && view.avgEntryPrice === average && view.realizedPnlCents === gained) {
    assertTerms(position, view);
    return;
  }
  const due = `${qty} at ${average}, ${gained} realised`;
  const shown = view && `${view.qty} at ${view.avgEntryPrice}, ${view.realizedPnlCents} realised`;
  violate("contracts-conserved", `position ${shown ?? "none"}, due ${due}`);
}

/** Leverage and margin mode are those of what opened from flat. */
function assertTerms({ market, leverage, marginMode }: ShadowPosition, view: PositionView): void {
  const due = market.isPerp ? `${leverage} ${marginMode}` : "null null";
  const shown = `${view.leverage} ${view.marginMode}`;
  if (shown !== due) violate("leverage", `a position is at ${shown}, due ${due}`);
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

/**
 * Everything that can be read, of everybody; first what is summed up is counted anew.
 * Returns how many positions and orders that were.
 */
export function auditAll(venue: Readable, shadow: Shadow): number {
  recount(shadow);
  let count = 0;
  for (const market of shadow.markets.values()) auditBook(venue, market);
  for (const agent of shadow.agents.values()) {
    auditCash(venue.wallet(agent.agentId), agent);
    auditPositions(venue, agent);
    count += agent.positions.size + auditOrders(venue, agent);
  }
  auditContracts(shadow);
  auditLedger(venue);
  if (venue.frozen !== shadow.frozen) violate("order-state", `frozen is ${venue.frozen}`);
  return count;
}

function auditBook(venue: Readable, market: ShadowMarket): void {
  auditTouch(venue, market);
  const { bids, asks } = venue.book(market.marketId, DEPTH)!;
  const shown = JSON.stringify([bids, asks]);
  const due = JSON.stringify([market.bids.levels(), market.asks.levels()]);
  if (shown !== due) violate("book-view", `book ${shown}, due ${due}`);
}

/** Returns how many orders are open. */
function auditOrders(venue: Readable, agent: ShadowAgent): number {
  const due: ShadowOrder[] = [];
  for (const { BUY, SELL } of agent.positions.values()) due.push(...BUY.orders, ...SELL.orders);
  due.sort((one, two) => two.arrival - one.arrival);
  const shown = venue.openOrders(agent.agentId);
  const agrees =
    shown.length === due.length && shown.every((order, index) => isShown(order, due[index]!));
  if (agrees) return due.length;
  const known = due.map((order) => ({ ...order, marketId: order.market.marketId }));
  const [read, written] = [shown, known].map((orders) => orders.map(lineOf).join(" "));
  return violate("view", `open orders ${read}, due ${written}`);
}

const isShown = (shown: OrderView, due: ShadowOrder): boolean =>
  shown.orderId === due.orderId &&
  shown.marketId === due.market.marketId &&
  shown.qty === due.qty &&
  shown.filledQty === due.filledQty;

const lineOf = (order: Pick<OrderView, "orderId" | "marketId" | "qty" | "filledQty">): string =>
  `${order.orderId}:${order.filledQty}/${order.qty}`;

/** Cash only moves: no account but the faucet, the house and those that clear may be below zero. */
function auditLedger(venue: Readable): void {
  let sum = 0;
  for (const { name, cents } of venue.ledger()) {
    sum += cents;
    if (cents < 0 && name.startsWith("agent ")) {
      violate("cash-conserved", `account ${name} is at ${cents} cents`);
    }
  }
  if (sum !== 0) violate("cash-conserved", `all accounts sum to ${sum} cents`);
}

/** Every contract long is one short, and a binary's cash is where its contracts are. */
function auditContracts(shadow: Shadow): void {
  const sums = new Map<ShadowMarket, { contracts: number; escrow: number }>();
  for (const market of shadow.markets.values()) sums.set(market, { contracts: 0, escrow: 0 });
  for (const agent of shadow.agents.values()) {
    for (const { market, qty, entry } of agent.positions.values()) {
      const sum = sums.get(market)!;
      sum.contracts += qty;
      sum.escrow += qty < 0 ? PAYOUT_CENTS * -qty - entry : entry;
    }
  }
  for (const [{ isPerp }, { contracts, escrow }] of sums) {
    if (contracts !== 0) violate("contracts-conserved", `${contracts} contracts too many`);
    if (escrow < 0 && !isPerp) violate("cash-conserved", "an escrow is negative");
  }
}
