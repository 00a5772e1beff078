/** What the outside may read of the venue: plain values of their own. */
import type { Account, Agent, ApiKey } from "./agent.ts";
import { depthOf } from "./book.ts";
import { availableCents, unrealizedUnits } from "./exposure.ts";
import type { Market } from "./market.ts";
import { divideTowardZero } from "./money.ts";
import { orderView } from "./order.ts";
import type {
  AccountView,
  BookView,
  CashView,
  KeyView,
  OrderView,
  PositionView,
  StandingView,
  WalletView,
} from "./outcomes.ts";
import type { Position } from "./position.ts";

/** D-120. */
export function accountView(account: Account): AccountView {
  const { accountId, publicId, owner, displayName, agents } = account;
  const named = agents.map(({ agentId, name }) => ({ agentId, name }));
  return { accountId, publicId, owner, displayName, agents: named };
}

/** D-132. The digest stays inside. */
export function keyView({ digest: _, ...key }: ApiKey): KeyView {
  return { ...key, scopes: [...key.scopes] };
}

/** D-120. Units: cents; equity is cash, what binaries hold in escrow, and unrealized profit. */
export function walletView(agent: Agent): WalletView {
  let equityCents = agent.cash.cents;
  for (const position of agent.positions) equityCents += worthCents(position);
  return { agentId: agent.agentId, ...cashView(agent), equityCents };
}

/** What of a wallet needs no walk over positions. D-120. */
export function cashView(agent: Agent): CashView {
  const { cash, reservedCents } = agent;
  return { cashCents: cash.cents, reservedCents, freeCents: availableCents(agent) };
}

/** D-121. */
export function standingView({ publicId, displayName, agents }: Account): StandingView {
  const total = (of: (agent: Agent) => number) => agents.reduce((sum, one) => sum + of(one), 0);
  return {
    publicId,
    displayName,
    agentIds: agents.map(({ agentId }) => agentId),
    fundedCents: total(({ fundedCents }) => fundedCents),
    equityCents: total((agent) => walletView(agent).equityCents),
  };
}

/** D-120. Units: cents. */
function worthCents(position: Position): number {
  const { qty, entry, market } = position;
  const short = qty < 0 ? -qty : 0;
  const invested = short > 0 ? market.payoutCents * short - entry : entry;
  return (market.isPerp ? 0 : invested) + (unrealizedCents(position) ?? 0);
}

/** D-120. Units: full cents, as what is realized. Shape: null when nothing values the position. */
function unrealizedCents(position: Position): number | null {
  const units = unrealizedUnits(position);
  return units === null ? null : divideTowardZero(units, position.market.unitsPerCent);
}

/** The agent's positions that are open or were; D-120. */
export function positionViews(agent: Agent): PositionView[] {
  return agent.positions.filter(isListed).map(positionView);
}

/** True for a position that is open or was. D-120. */
export const isListed = ({ qty, realizedCents }: Position): boolean =>
  qty !== 0 || realizedCents !== 0;

/** D-120. */
export function positionView(position: Position): PositionView {
  const { market, qty, entry, realizedCents, housePaidCents, leverage, marginMode } = position;
  return {
    marketId: market.marketId,
    kind: market.terms.kind,
    qty,
    avgEntryPrice: qty === 0 ? null : entry / Math.abs(qty),
    realizedPnlCents: realizedCents,
    unrealizedPnlCents: unrealizedCents(position),
    housePaidCents,
    leverage: market.isPerp ? leverage : null,
    marginMode: market.isPerp ? marginMode : null,
  };
}

/** D-104. */
export function bookView({ book }: Market, depth: number): BookView {
  return { bids: depthOf(book.bids, depth), asks: depthOf(book.asks, depth), seq: book.seq };
}

/** The agent's resting orders, newest first; of one market when named. */
export function openOrderViews(agent: Agent, marketId: string | undefined): OrderView[] {
  return agent.positions
    .filter(({ market }) => marketId === undefined || market.marketId === marketId)
    .flatMap(({ orders }) => orders)
    .sort((one, two) => two.seq - one.seq)
    .map(orderView);
}
