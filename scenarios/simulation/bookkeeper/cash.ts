/** Cash and positions by the observer's own arithmetic: what fills and endings explain. */
import type { Side } from "../../../reference/index.ts";
import { behind, freeCash, unsettle } from "./reserve.ts";
import { closable, realizedCents, type ShadowAgent, type ShadowPosition } from "./shadow.ts";
import { PAYOUT_CENTS } from "./terms.ts";

/** One agent's side of a trade. Units: price units, contracts. */
export interface ShadowFill {
  position: ShadowPosition;
  side: Side;
  price: number;
  qty: number;
}

/**
 * Books a fill. Returns true when a perp's loss exceeds free cash for certain: the house pays the
 * rest.
 */
export function bookFill({ position, side, price, qty }: ShadowFill): boolean {
  const { agent, market } = position;
  unsettle(position);
  position.isUnread = true;
  const sign = side === "BUY" ? 1 : -1;
  const closing = Math.min(qty, closable(position, side));
  const whole = Math.abs(position.qty);
  const bearable = bearableCents(position, closing);
  const shortBefore = Math.max(0, -position.qty);
  const closedEntry = entryOf(position, closing);
  const gain = sign * (closedEntry - price * closing);
  const centsBefore = realizedCents(position);
  position.realized += gain;
  const gainCents = realizedCents(position) - centsBefore;
  if (closing > 0) position.openLoss -= Math.floor((position.openLoss * closing) / whole);
  if (position.marginMode === "ISOLATED" && market.mark !== null) {
    position.openLoss += Math.max(0, sign * (price - market.mark)) * (qty - closing);
  }
  position.entry += price * (qty - closing) - closedEntry;
  position.qty += sign * qty;
  if (market.isPerp) return settleGain(agent, gainCents, bearable);
  // A buyer pays the price, a seller gets it; each contract short holds a payout back.
  const short = Math.max(0, -position.qty);
  agent.cashCents -= sign * price * qty + PAYOUT_CENTS * (short - shortBefore);
  return false;
}

/** What closing may cost: of an ISOLATED position its share of the margin, of others anything. */
function bearableCents(position: ShadowPosition, closing: number): number {
  if (position.marginMode === "CROSS" || closing === 0) return Number.POSITIVE_INFINITY;
  return Math.ceil((behind(position) * closing) / Math.abs(position.qty));
}

function settleGain(agent: ShadowAgent, cents: number, bearable: number): boolean {
  if (cents >= 0) agent.cashCents += cents;
  else {
    const [leastFree, mostFree] = freeCash(agent);
    const least = Math.min(-cents, bearable, Math.max(0, leastFree));
    const most = Math.min(-cents, bearable, Math.max(0, mostFree));
    agent.cashCents -= most;
    agent.slackCents += most - least;
    return most < -cents;
  }
  return false;
}

/** The entry cost of a part of a position; rounds against the agent. */
function entryOf({ qty, entry }: { qty: number; entry: number }, closing: number): number {
  if (closing === 0) return 0;
  const exact = (entry * closing) / Math.abs(qty);
  return qty > 0 ? Math.ceil(exact) : Math.floor(exact);
}

/** Closes a position at the settlement price. Returns true when the house pays a part of its loss. */
export function payOut(position: ShadowPosition, price: number): boolean {
  const { qty } = position;
  if (qty === 0) return false;
  const side = qty > 0 ? "SELL" : "BUY";
  return bookFill({ position, side, price, qty: Math.abs(qty) });
}

/** Gives a position its entry cost back. */
export function refund(position: ShadowPosition): void {
  const { agent, market } = position;
  const short = Math.max(0, -position.qty);
  if (!market.isPerp) {
    agent.cashCents += short > 0 ? PAYOUT_CENTS * short - position.entry : position.entry;
  }
  unsettle(position);
  position.isUnread = true;
  position.qty = 0;
  position.entry = 0;
  position.openLoss = 0;
}
