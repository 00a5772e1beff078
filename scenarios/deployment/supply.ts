/** Where agents, humans and markets come from: made by control for each lease, or shared. */
import type { LeasedAgents, LeasedHumans, Wish } from "./lease.ts";
import type { MarketInfo } from "./profile/credentials.ts";
import type { MarketKind, MarketStatus } from "./vocabulary.ts";

/** Hands out agents. */
export interface AgentSupply {
  /** Nobody else uses what is leased. */
  own: boolean;
  /** How many owners the agents are of; any number where they are made. */
  owners: number;
  /** One agent is kept for bursts alone, all of them: a spent budget is spent once. */
  burstsApart: boolean;
  /** No more bursts come: the agent kept for them is leased like the others. */
  burstsEnded(): void;
  /** Whether the agents of a wish are there. */
  offers(wish: Wish): boolean;
  lease(wish: Wish): Promise<LeasedAgents>;
}

/** Hands out browser sessions. */
export interface HumanSupply {
  /** Nobody else uses what is leased: a session may be ended. */
  own: boolean;
  /** Whether the humans of a wish are there. */
  offers(wish: Wish): boolean;
  /** Sessions for the owners of the agents that were leased. */
  lease(wish: Wish, agents: LeasedAgents): Promise<LeasedHumans>;
}

/** Hands out markets. */
export interface MarketSupply {
  /** Nobody else trades what is leased. */
  own: boolean;
  /** How many OPEN markets of a kind there are; binaries and perps when no kind is given. */
  openCount(kind?: MarketKind): number;
  /** An OPEN market, not the one already leased. */
  open(kind?: MarketKind, not?: string): Promise<MarketInfo>;
  /** Told of a gated market (D-171): another is leased where there is one. Returns whether news. */
  gated(marketId: string): boolean;
  /** Statuses that some market of the kind has ended in; of any kind when none is given. */
  closedStatuses(kind?: MarketKind): MarketStatus[];
  closed(status: MarketStatus, kind?: MarketKind): Promise<MarketInfo>;
}
