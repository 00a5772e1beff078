/** Agents of the independent venue: their cash, their positions and what an order asks of them. */
import { Lagged } from "../pace/lagged.ts";
import { type Market, PAYOUT_CENTS, type Side, sign } from "./market.ts";
import type { Order } from "./order.ts";
import type { Bound } from "./replays.ts";

/** Signed contracts of one agent in one market; `cost` is price times contracts, same sign. */
export interface Position {
  market: Market;
  net: number;
  cost: number;
  leverage: number;
  seen: Lagged<number>;
}

/** Who trades: cash in cents, contracts traded, positions by market id, results by the caller's own id. */
export interface Agent {
  id: string;
  name: string;
  owner: string;
  cashCents: number;
  traded: number;
  positions: Map<string, Position>;
  byClientId: Map<string, Bound>;
}

/** Leverage of a perp order that names none. */
export const DEFAULT_LEVERAGE = 5;

const FEE_CENTS = 1;
// a contract is a thousandth of a bitcoin, so one dollar of price is a tenth of a cent of notional
const CENTS_PER_DOLLAR_OF_PRICE = 0.1;
const BUFFER = 1.04;

/** An agent with its starting cash and nothing else. */
export function openAgent(parts: Pick<Agent, "id" | "name" | "owner" | "cashCents">): Agent {
  return { ...parts, traded: 0, positions: new Map(), byClientId: new Map() };
}

/** Signed contracts an agent holds in a market now. */
export function netOf(agent: Agent, market: Market): number {
  return agent.positions.get(market.id)?.net ?? 0;
}

/** Contracts an order of this side could close. */
export function closable(agent: Agent, market: Market, side: Side): number {
  return Math.max(0, -sign(side) * netOf(agent, market));
}

/**
 * Cash an order must find free: only what opens costs anything.
 * Units: cents, rounded up. Shape: full collateral off the perps, notional by leverage on them.
 */
export function marginFor(market: Market, side: Side, terms: OpeningTerms): number {
  const { qty, price, leverage } = terms;
  if (market.kind === "BTC_PERP") return Math.ceil((perpNotional(qty, price) / leverage) * BUFFER);
  const each = side === "BUY" ? price : PAYOUT_CENTS - price;
  return Math.ceil(each * qty * BUFFER);
}

/** Size, price and leverage of the part of an order that opens exposure. */
export interface OpeningTerms {
  qty: number;
  price: number;
  leverage: number;
}

/** Cash neither held for resting orders nor standing behind positions, in cents. */
export function freeCents(agent: Agent, resting: Iterable<Order>): number {
  let free = agent.cashCents;
  for (const position of agent.positions.values()) free -= positionMargin(position);
  for (const order of resting) {
    if (order.agent === agent) free -= Math.ceil((order.holdCents * order.leaves) / order.qty);
  }
  return free;
}

/** Books one fill: cash, fee and signed position. Units: `price` in market units. */
export function bookFill(order: Order, fill: { price: number; qty: number }, atMs: number): void {
  const { agent, market } = order;
  const position = positionIn(agent, market);
  const moved = sign(order.request.side) * fill.qty;
  agent.traded += fill.qty;
  agent.cashCents -= FEE_CENTS;
  if (market.kind === "BTC_PERP") {
    agent.cashCents += Math.round(realized(position, moved, fill.price));
    position.leverage = order.leverage ?? DEFAULT_LEVERAGE;
  } else {
    agent.cashCents -= moved * fill.price;
    position.cost += moved * fill.price;
  }
  position.net += moved;
  position.seen.write(position.net, atMs);
}

function positionIn(agent: Agent, market: Market): Position {
  const known = agent.positions.get(market.id);
  if (known) return known;
  const flat = { market, net: 0, cost: 0, leverage: DEFAULT_LEVERAGE, seen: new Lagged<number>() };
  agent.positions.set(market.id, flat);
  return flat;
}

/** Moves the perp's cost basis and returns what the closed part earned, in cents. */
function realized(position: Position, moved: number, price: number): number {
  const closes = moved * position.net < 0 ? Math.min(Math.abs(moved), Math.abs(position.net)) : 0;
  const closed = Math.sign(position.net) * closes;
  const costClosed = closes === 0 ? 0 : (position.cost / position.net) * closed;
  position.cost += (moved + closed) * price - costClosed;
  return (closed * price - costClosed) * CENTS_PER_DOLLAR_OF_PRICE;
}

function positionMargin({ market, net, cost, leverage }: Position): number {
  if (net === 0) return 0;
  if (market.kind === "BTC_PERP") {
    return perpNotional(Math.abs(net), market.mark ?? cost / net) / leverage;
  }
  // the seller was paid on trading, so the whole payout stands behind a short
  return net < 0 ? -net * PAYOUT_CENTS : 0;
}

/** Closes a position at a price per contract that the operator or the event decided. */
export function settle(agent: Agent, market: Market, price: number, atMs: number): void {
  const position = agent.positions.get(market.id);
  if (position === undefined) return;
  agent.cashCents +=
    market.kind === "BTC_PERP"
      ? Math.round(realized(position, -position.net, price))
      : position.net * price;
  close(position, atMs);
}

/** Closes a position as if it had never been: what was paid for it comes back. */
export function undo(agent: Agent, market: Market, atMs: number): void {
  const position = agent.positions.get(market.id);
  if (position === undefined) return;
  if (market.kind !== "BTC_PERP") agent.cashCents += position.cost;
  close(position, atMs);
}

/** Profit of a position that is still open, at the market's mark, in cents. */
function unrealizedCents({ market, net, cost }: Position): number {
  const worth = net * (market.mark ?? 0);
  const isPerp = market.kind === "BTC_PERP";
  return isPerp ? Math.round((worth - cost) * CENTS_PER_DOLLAR_OF_PRICE) : worth - cost;
}

/** Cash with every position at its mark, in cents. */
export function equityCents(agent: Agent): number {
  const positions = [...agent.positions.values()];
  const worth = positions.map((position) =>
    position.market.kind === "BTC_PERP"
      ? unrealizedCents(position)
      : position.net * (position.market.mark ?? 0),
  );
  return worth.reduce((sum, cents) => sum + cents, agent.cashCents);
}

function close(position: Position, atMs: number): void {
  position.net = 0;
  position.cost = 0;
  position.seen.write(0, atMs);
}

function perpNotional(qty: number, price: number): number {
  return qty * price * CENTS_PER_DOLLAR_OF_PRICE;
}
