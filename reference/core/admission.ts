/** Leads an order past the gates: the first that objects decides. */
import type { Agent } from "./agent.ts";
import type { OrderRequest } from "./commands.ts";
import type { Admission, Objection } from "./gates/gate.ts";
import type { Market } from "./market.ts";
import { positionOf } from "./position.ts";
import type { VenueState } from "./state.ts";

/** Who asks, for what, when. Units: ms. */
export interface IncomingOrder {
  agent: Agent;
  request: OrderRequest;
  atMs: number;
  isIndexLost?: boolean | undefined;
}

/** What the gates look at for this order. */
export function contextOf(state: VenueState, incoming: IncomingOrder): Admission {
  const { agent, request, atMs, isIndexLost = false } = incoming;
  const market = marketOf(state, request.marketId);
  const touch = market?.book.opposite(request.side === "BUY").best?.price ?? null;
  return {
    frozen: state.frozen,
    limits: state.limits,
    atMs,
    isIndexLost,
    agent,
    market,
    position: market === null ? null : positionOf(agent, market),
    touch,
    limit: market === null ? Number.NaN : limitOf(state, market, { request, touch }),
  };
}

/** A market by its id, whatever the case that it was sent in. */
function marketOf({ markets }: VenueState, marketId: string): Market | null {
  return markets.get(marketId) ?? markets.get(marketId.toLowerCase()) ?? null;
}

/** The first objection, or null when the order is admitted. */
export function admit(
  state: VenueState,
  order: OrderRequest,
  context: Admission,
): Objection | null {
  for (const gate of state.gates) {
    const objection = gate.check(order, context);
    if (objection !== null) return objection;
  }
  return null;
}

/** An order, and the best price it meets. */
type Met = Pick<Admission, "touch"> & { request: OrderRequest };

function limitOf(state: VenueState, market: Market, { request, touch }: Met): number {
  if (request.type === "LIMIT") return request.price ?? Number.NaN;
  if (touch === null) return Number.NaN;
  const slip = slippage(state, market, { request, touch });
  return request.side === "BUY"
    ? Math.min(touch + slip, market.high)
    : Math.max(touch - slip, market.low);
}

/** Price protection counted from the opposite best price. Units: price units, rounded down. D-065. */
function slippage({ limits }: VenueState, market: Market, { request, touch }: Met): number {
  const { slippageCapCents, slippageCapBps } = request;
  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;
  const bps = slippageCapBps ?? limits.defaultSlippageBps;
  return Math.floor((touch! * bps) / 10_000);
}
