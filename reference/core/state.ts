/** Everything the venue knows, and the few sequences and counters it draws from. */
import type { Account, Agent, ApiKey } from "./agent.ts";
import type { OrderEvent, VenueEvent } from "./events.ts";
import type { Gate } from "./gates/gate.ts";
import { GATES } from "./gates/index.ts";
import { RunningHash } from "./hash.ts";
import { Ledger } from "./ledger.ts";
import { DEFAULT_LIMITS, type VenueLimits } from "./limits.ts";
import type { Market } from "./market.ts";
import { Order, orderView } from "./order.ts";
import { OrderIndex } from "./order-index.ts";

/** What a venue can be made with; `gates` receives the documented list and returns the one used. */
export interface VenueOptions {
  limits?: Partial<VenueLimits>;
  gates?: (gates: readonly Gate[]) => readonly Gate[];
  emit?: (event: VenueEvent) => void;
}

/** Maps keep insertion order, so walking them is deterministic. */
export class VenueState {
  readonly limits: VenueLimits;
  readonly gates: readonly Gate[];
  emit: ((event: VenueEvent) => void) | null;
  readonly ledger = new Ledger();
  /** By owner name. */
  readonly accounts = new Map<string, Account>();
  readonly agents = new Map<string, Agent>();
  /** By key digest; only those that work. */
  readonly keys = new Map<string, ApiKey>();
  /** By key id, revoked ones too. */
  readonly keysById = new Map<string, ApiKey>();
  readonly markets = new Map<string, Market>();
  /** Resting orders only: a closed order is history. */
  readonly orders = new OrderIndex();
  /**
   * Closed orders, to be used again.
   * @bound as many as orders that once rested together: they are used again;
   * reference/core/leftovers.test.ts
   */
  readonly spares: Order[] = [];
  readonly hash = new RunningHash();
  frozen = false;
  commands = 0;
  orderSeq = 0;
  tradeSeq = 0;
  /** Results that were let go, ever. */
  forgotten = 0;

  constructor(options: VenueOptions = {}) {
    this.limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.gates = options.gates?.(GATES) ?? GATES;
    this.emit = options.emit ?? null;
  }
}

/** An order for a new life. */
export function takeOrder(state: VenueState): Order {
  return state.spares.pop() ?? new Order();
}

/** Ends an order's life: it is history now, and nobody may keep it past this command. */
export function closeOrder(state: VenueState, order: Order): void {
  order.open = false;
  announce(state, "order-closed", order);
  state.spares.push(order);
}

/** Tells the outside what became of an order. */
export function announce(state: VenueState, type: OrderEvent["type"], order: Order): void {
  if (state.emit !== null) state.emit({ type, order: orderView(order) });
}
