/** Clears one side of a trade: position, realized profit, cash and earmark. */
import { behindCents } from "./exposure.ts";
import { type Ledger, transfer } from "./ledger.ts";
import { updateReserve } from "./margin.ts";
import { share } from "./money.ts";
import type { Position } from "./position.ts";

/** Whose side of a trade it is; an order is one. */
export interface Party {
  position: Position;
  isBuy: boolean;
}

/** What was traded. Units: price units, contracts. */
export interface Execution {
  price: number;
  qty: number;
}

/**
 * Applies an execution: first it closes what it can, the rest opens.
 * Units: cents; what a gain or loss leaves of a cent stays in the position until it is full. D-075.
 */
export function clear(ledger: Ledger, party: Party, execution: Execution): void {
  const { position, isBuy } = party;
  const { price, qty } = execution;
  const closing = Math.min(qty, position.reducible(isBuy));
  const bearable = closing === 0 ? 0 : bearableCents(position, closing);
  const profitCents = closing === 0 ? 0 : position.realize(close(position, price, closing));
  position.entry += price * (qty - closing);
  if (position.marginMode === "ISOLATED")
    position.openLoss += openLossOf(party, execution, closing);
  position.qty += isBuy ? qty : -qty;
  if (position.market.isPerp) {
    updateReserve(position);
    if (profitCents !== 0) payProfit(ledger, position, { cents: profitCents, bearable });
  } else {
    payCollateral(party, execution, closing);
    updateReserve(position);
  }
}

/** Takes the entry cost of closed contracts off; returns what they gained. Units: price units. */
function close(position: Position, price: number, closing: number): number {
  const isLong = position.qty > 0;
  const whole = Math.abs(position.qty);
  const entry = share(position.entry, { part: closing, whole }, isLong);
  position.entry -= entry;
  position.openLoss -= share(position.openLoss, { part: closing, whole }, false);
  return isLong ? price * closing - entry : entry - price * closing;
}

/** The most that closing may cost: of an ISOLATED position its share of what stands behind it. */
function bearableCents(position: Position, closing: number): number {
  if (position.marginMode === "CROSS") return Number.POSITIVE_INFINITY;
  return share(behindCents(position), { part: closing, whole: Math.abs(position.qty) }, true);
}

/** What opening at this price loses at the mark: an agent's own choice, not the market's. D-076. */
function openLossOf(
  { position, isBuy }: Party,
  { price, qty }: Execution,
  closing: number,
): number {
  const { givenMark: mark } = position.market;
  if (mark === null) return 0;
  return Math.max(0, isBuy ? price - mark : mark - price) * (qty - closing);
}

/** Units: cents. */
interface Profit {
  cents: number;
  bearable: number;
}

/** A perp's gain comes from the clearing account; the house pays what a loss is beyond its bounds. */
function payProfit(ledger: Ledger, position: Position, { cents, bearable }: Profit): void {
  const { agent, market } = position;
  if (cents > 0) {
    transfer(market.clearing, agent.cash, cents);
    return;
  }
  const paid = Math.min(-cents, bearable, Math.max(0, agent.freeCents));
  transfer(agent.cash, market.clearing, paid);
  if (paid === -cents) return;
  transfer(ledger.house, market.clearing, -cents - paid);
  position.housePaidCents += -cents - paid;
}

/** A binary holds the payout of each open contract: the long put in the price, the short the rest. */
function payCollateral(party: Party, execution: Execution, closing: number): void {
  const { isBuy } = party;
  const { agent, market } = party.position;
  const { price, qty } = execution;
  const paid = (isBuy ? price : market.payoutCents - price) * (qty - closing);
  const returned = (isBuy ? market.payoutCents - price : price) * closing;
  if (paid > 0) transfer(agent.cash, market.clearing, paid);
  if (returned > 0) transfer(market.clearing, agent.cash, returned);
}
