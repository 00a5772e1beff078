/** Leases agents, humans and markets of a deployment: made for each lease by control, or shared. */

import type { Control } from "./control.ts";
import type { Lease, Wish } from "./lease.ts";
import { madeAgents, madeHumans, madeMarkets } from "./made-supply.ts";
import type { AgentCredentials, HumanCredentials, MarketInfo } from "./profile/credentials.ts";
import { sharedAgents, sharedHumans, sharedMarkets } from "./shared-supply.ts";
import type { AgentSupply, HumanSupply, MarketSupply } from "./supply.ts";
import { ENDED_STATUSES, type MarketStatus } from "./vocabulary.ts";

/** What a pool is made from. */
export interface PoolParts {
  /** Agents of the profile; empty when it has none. */
  agents: readonly AgentCredentials[];
  /** The browser session of the profile, where it has one that works. */
  browser: HumanCredentials | null;
  /** Markets of the profile or of the listing. */
  markets: readonly MarketInfo[];
  control: Control | null;
  /** Bursts are allowed on this deployment. */
  allowsLoad: boolean;
  /** How many people of the profile may sign in at the identity provider; absent, nobody. */
  people?: number;
  /** Distinguishes this run's owners and agents from those of other runs. */
  runId: string;
}

export class Pool {
  readonly control: Control | null;
  /** Whether bursts are allowed. */
  readonly allowsLoad: boolean;
  /** How many people may sign in at the identity provider. */
  readonly people: number;
  readonly #agents: AgentSupply;
  readonly #humans: HumanSupply;
  readonly #markets: MarketSupply;

  constructor(parts: PoolParts) {
    const { agents, browser, markets, control, runId } = parts;
    this.control = control;
    this.allowsLoad = parts.allowsLoad;
    this.people = parts.people ?? 0;
    const can = (capability: "agents" | "sessions" | "markets") => control?.can(capability);
    this.#agents = control && can("agents") ? madeAgents(control, runId) : sharedAgents(agents);
    this.#humans =
      control && can("agents") && can("sessions")
        ? madeHumans(control)
        : sharedHumans(browser, agents);
    this.#markets = control && can("markets") ? madeMarkets(control) : sharedMarkets(markets);
  }

  /** True when every lease has agents and markets of its own: leases may be used side by side. */
  get own(): boolean {
    return this.ownAgents && this.ownMarkets;
  }

  /** Whether every lease has agents of its own. */
  get ownAgents(): boolean {
    return this.#agents.own;
  }

  /** Whether every lease has markets of its own. */
  get ownMarkets(): boolean {
    return this.#markets.own;
  }

  /** Whether a leased human's session may be ended. */
  get ownSessions(): boolean {
    return this.#humans.own;
  }

  /** How many owners the agents are of. */
  get owners(): number {
    return this.#agents.owners;
  }

  /** Whether bursts have an agent that no other lease has (H-16). */
  get burstsApart(): boolean {
    return this.#agents.burstsApart;
  }

  /** No more bursts come: the agent kept for them is leased like the others. */
  burstsEnded(): void {
    this.#agents.burstsEnded();
  }

  /** Whether the clock of the deployment can be moved. */
  get movesClock(): boolean {
    return this.control?.can("clock") ?? false;
  }

  /** Whether all that a wish names is there. */
  offers(wish: Wish): boolean {
    return this.#agents.offers(wish) && this.#humans.offers(wish) && this.#offersMarkets(wish);
  }

  /** Agents, humans and markets for one use. Errors: ControlError when control refuses. */
  async lease(wish: Wish): Promise<Lease> {
    const { kind, secondKind = kind } = wish;
    const market = wish.market && (await this.#markets.open(kind));
    const secondMarket = wish.secondMarket && (await this.#markets.open(secondKind, market?.id));
    const endingMarket = wish.endingMarket && (await this.#markets.open(secondKind));
    const agents = await this.#agents.lease(wish);
    return {
      ...agents,
      ...(await this.#humans.lease(wish, agents)),
      ...(market && { market }),
      ...(secondMarket && { secondMarket }),
      ...(endingMarket && { endingMarket }),
      closed: await this.#closed(wish),
    };
  }

  /** Told of a gated market (D-171): leases avoid it. Returns whether that is news. */
  gated(marketId: string): boolean {
    return this.#markets.gated(marketId);
  }

  #offersMarkets({ market, secondMarket, kind, closed = [] }: Wish): boolean {
    const wanted = secondMarket ? 2 : market ? 1 : 0;
    const statuses = this.#markets.closedStatuses(kind);
    const isThere = (status: MarketStatus | "ANY") =>
      status === "ANY" ? statuses.length > 0 : statuses.includes(status);
    return this.#markets.openCount(kind) >= wanted && closed.every(isThere);
  }

  async #closed({ closed: wished = [], kind }: Wish): Promise<Lease["closed"]> {
    const [any = "EXPIRED"] = this.#markets.closedStatuses(kind);
    const statuses: MarketStatus[] = ENDED_STATUSES.filter((status) => wished.includes(status));
    if (wished.includes("ANY")) statuses.push(any);
    const closed: Lease["closed"] = new Map();
    for (const status of statuses) {
      closed.set(status, await this.#markets.closed(status, kind));
    }
    return closed;
  }
}
