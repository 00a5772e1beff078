/** A small venue for tests: three agents, one market of each kind, every command checked. */
import type { Command, MarketKind, OrderRequest } from "./commands.ts";
import type { VenueEvent } from "./events.ts";
import { assertInvariants } from "./invariants.ts";
import type { AmendOutcome, Outcomes, PlaceOutcome, PlaceResult } from "./outcomes.ts";
import { Venue, type VenueOptions } from "./venue.ts";

export const BINARY = "binary";
export const PERP = "perp";
export const PARLAY = "parlay";
const KINDS: Record<string, MarketKind> = {
  [BINARY]: "BTC_BINARY",
  [PERP]: "BTC_PERP",
  [PARLAY]: "BTC_PARLAY",
};
/** Units: epoch ms. */
export const START_MS = 1_767_571_200_000;
/** 10,000.00 USD. */
export const CASH_CENTS = 1_000_000;
/** Plain good orders: they rest on an empty book. */
export const BID = { marketId: BINARY, side: "BUY", type: "LIMIT", price: 40, qty: 10 } as const;
export const ASK = { ...BID, side: "SELL", price: 60 } as const;
export const PERP_BID = { ...BID, marketId: PERP, price: 6_400_000, qty: 1 } as const;
export const PERP_ASK = { ...PERP_BID, side: "SELL", price: 6_600_000 } as const;

/** Drives a venue; after every command the invariants are asserted. */
export class TestVenue {
  readonly venue: Venue;
  readonly events: VenueEvent[] = [];
  nowMs = START_MS;
  private orders = 0;

  constructor(options: VenueOptions = {}) {
    this.venue = new Venue({ emit: (event) => this.events.push(event), ...options });
    for (const name of ["ann", "bob", "cem"]) this.open(name, CASH_CENTS);
    for (const [marketId, kind] of Object.entries(KINDS)) {
      this.apply({ type: "create-market", marketId, kind });
    }
  }

  open(name: string, cashCents: number): void {
    const ids = { agentId: name, accountId: `${name}-1`, publicId: name, owner: name, name };
    this.apply({ type: "open-agent", ...ids, cashCents });
  }

  apply<C extends Command>(command: C): Outcomes[C["type"]] {
    const outcome = this.venue.apply(command, this.nowMs);
    assertInvariants(this.venue.state);
    return outcome;
  }

  place(agentId: string, request: OrderRequest): PlaceOutcome {
    return this.apply({ type: "place", agentId, orderId: `o${++this.orders}`, request });
  }

  /** Places an order that is not refused. */
  result(agentId: string, request: OrderRequest): PlaceResult {
    const outcome = this.place(agentId, request);
    if (outcome.kind === "refused") throw new Error(`refused: ${outcome.message}`);
    return outcome.result;
  }

  /** The reject code, the refusal code, or the status of the accepted order. */
  verdict(agentId: string, request: OrderRequest): string {
    const outcome = this.place(agentId, request);
    if (outcome.kind === "refused") return outcome.code;
    return outcome.result.rejectReason ?? outcome.result.status;
  }

  amend(agentId: string, orderId: string, change: { price?: number; qty?: number }): AmendOutcome {
    return this.apply({ type: "amend", agentId, orderId, ...change });
  }

  /** Lets `buyer` and `seller` trade, which leaves both with a position and no order. */
  trade(buyer: string, seller: string, order: { marketId: string; price: number; qty: number }) {
    this.result(seller, { ...order, side: "SELL", type: "LIMIT", confirmFatFinger: true });
    this.result(buyer, { ...order, side: "BUY", type: "LIMIT", confirmFatFinger: true });
  }

  position(agentId: string, marketId: string): number {
    const found = this.venue.positions(agentId).find((one) => one.marketId === marketId);
    return found?.qty ?? 0;
  }

  free(agentId: string): number {
    return this.venue.wallet(agentId).freeCents;
  }

  openIds(agentId: string): string[] {
    return this.venue.openOrders(agentId).map(({ orderId }) => orderId);
  }
}
