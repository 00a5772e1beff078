/** Where checks get their agents and markets: made for each by control, or shared from a profile. */

import type { Control } from "../../scenarios/deployment/control.ts";
import type {
  AgentCredentials,
  HumanCredentials,
  MarketInfo,
  MarketKind,
  MarketStatus,
} from "../../scenarios/deployment/profile/credentials.ts";
import { type Check, isScenario } from "../check/check.ts";
import { NEEDS, type Need } from "../check/need.ts";
import { type AgentSupply, agentsByControl, agentsOfProfile, type LeasedAgents } from "./agents.ts";
import { type HumanSupply, humansByControl, humansOfProfile, type LeasedHumans } from "./humans.ts";
import { type MarketSupply, marketsByControl, marketsOfProfile } from "./markets.ts";

/** What one check works with; members it did not ask for are absent. */
export interface Lease extends LeasedAgents, LeasedHumans {
  market?: MarketInfo;
  secondMarket?: MarketInfo;
  closed: Map<MarketStatus, MarketInfo>;
}

/** What a world is made from. */
export interface PoolParts {
  /** Seats of the profile; empty when it has none. */
  seats: readonly AgentCredentials[];
  /** The browser session of the profile, where it has one that works. */
  browser: HumanCredentials | null;
  /** Markets of the profile or of the listing. */
  markets: readonly MarketInfo[];
  control: Control | null;
  /** Bursts are allowed on this target. */
  allowLoad: boolean;
  /** Distinguishes this run's owners and agents from those of other runs. */
  runId: string;
}

const KINDS: Partial<Record<Need, MarketKind>> = {
  binary: "BTC_BINARY",
  perp: "BTC_PERP",
  parlay: "BTC_PARLAY",
};
const CLOSED: Partial<Record<Need, MarketStatus>> = {
  "expired-market": "EXPIRED",
  "resolved-market": "RESOLVED",
  "void-market": "VOID",
};

export class Pool {
  readonly #agents: AgentSupply;
  readonly #humans: HumanSupply;
  readonly #markets: MarketSupply;
  readonly #parts: PoolParts;

  constructor(parts: PoolParts) {
    const { control } = parts;
    this.#parts = parts;
    this.#agents = control?.can("agents")
      ? agentsByControl(control, parts.runId)
      : agentsOfProfile(parts.seats);
    this.#humans =
      control?.can("agents") && control.can("sessions")
        ? humansByControl(control)
        : humansOfProfile(parts.browser, parts.seats);
    this.#markets = control?.can("markets")
      ? marketsByControl(control)
      : marketsOfProfile(parts.markets);
  }

  /** True when every check has agents and markets of its own, so that checks run side by side. */
  get own(): boolean {
    return this.#agents.own && this.#markets.own;
  }

  /** Whether bursts have an agent that no other check uses (H-16). */
  get burstsApart(): boolean {
    return this.#agents.burstsApart;
  }

  /** Whether the clock of the target can be moved. */
  get movesClock(): boolean {
    return this.#parts.control?.can("clock") ?? false;
  }

  get control(): Control | null {
    return this.#parts.control;
  }

  /** The first need of a check that this world cannot meet, with what would supply it. */
  missing(check: Check): string | null {
    const need = check.needs.find((one) => !this.#has(one, check));
    return need === undefined ? null : `needs ${NEEDS[need].means}: ${NEEDS[need].supply}`;
  }

  /**
   * Agents and markets for one run of a check; a story brings its own.
   * Errors: ControlError when control refuses.
   */
  async lease(check: Check): Promise<Lease> {
    if (isScenario(check)) return { closed: new Map() };
    const needs = new Set(check.needs);
    const kind = kindOf(check);
    const market = wantsMarket(needs) ? await this.#markets.open(kind) : undefined;
    const secondMarket = needs.has("two-markets")
      ? await this.#markets.open(kind, market?.id)
      : undefined;
    const seats = needs.has("agent") || needs.size > 0 ? await this.#agents.seats(needs) : {};
    return {
      ...seats,
      ...(await this.#humans.humans(needs, seats)),
      ...(market && { market }),
      ...(secondMarket && { secondMarket }),
      closed: await this.#closed(needs),
    };
  }

  /** Told of a gated market (D-171): leases avoid it. Returns whether that is news. */
  gated(marketId: string): boolean {
    return this.#markets.gated(marketId);
  }

  async #closed(needs: ReadonlySet<Need>): Promise<Map<MarketStatus, MarketInfo>> {
    const closed = new Map<MarketStatus, MarketInfo>();
    for (const [need, status] of Object.entries(CLOSED)) {
      if (needs.has(need as Need)) closed.set(status, await this.#markets.closed(status));
    }
    if (needs.has("closed-market")) {
      const status = this.#markets.closedStatuses()[0] ?? "EXPIRED";
      closed.set(status, await this.#markets.closed(status));
    }
    return closed;
  }

  #has(need: Need, check: Check): boolean {
    const { control, allowLoad } = this.#parts;
    const closed = CLOSED[need];
    if (closed !== undefined) return this.#markets.closedStatuses().includes(closed);
    switch (need) {
      case "agent":
      case "two-owners":
      case "second-key":
      case "read-only-key":
        return this.#agents.has(need);
      case "browser":
      case "two-browsers":
      case "spare-session":
        return this.#humans.has(need);
      case "market":
      case "binary":
      case "perp":
      case "parlay":
        return this.#markets.openCount(KINDS[need]) > 0;
      case "two-markets":
        return this.#markets.openCount(kindOf(check)) > 1;
      case "closed-market":
        return this.#markets.closedStatuses().length > 0;
      case "load":
      case "many-orders":
        return allowLoad;
      case "kill-switch":
        return control?.can("freeze") ?? false;
      case "feed-switch":
        return control?.can("upstream") ?? false;
      case "feature-gates":
        return (control?.gates.length ?? 0) > 0;
      case "operator":
        return control?.can("markets") ?? false;
      case "quiet":
      case "clock":
      case "wait":
      case "stream":
        return true;
      default:
        return false;
    }
  }
}

function kindOf(check: Check): MarketKind | undefined {
  return check.needs.map((need) => KINDS[need]).find((kind) => kind !== undefined);
}

function wantsMarket(needs: ReadonlySet<Need>): boolean {
  const wanting: Need[] = ["market", "binary", "perp", "parlay", "two-markets"];
  return wanting.some((need) => needs.has(need));
}
