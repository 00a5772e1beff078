/** What a run asks of a deployment, and what it is given to work with. */
import type { AgentCredentials, HumanCredentials, MarketInfo } from "./profile/credentials.ts";
import type { MarketKind, MarketStatus } from "./vocabulary.ts";

/** Whom and what to lease. Shape: what is not named is not wished for. */
export interface Wish {
  /** An agent whose key may read and trade. */
  agent?: true;
  /** Where agents are made, this one has little cash: it is spent before any cap is met. */
  littleCash?: true;
  /** An agent of another owner. */
  other?: true;
  /** Another agent of the same owner. */
  sibling?: true;
  /** A key of the agent that may only read. */
  reader?: true;
  /** A second key of the agent. */
  secondKey?: true;
  /** The agent's owner, signed in. */
  human?: true;
  /** The other's owner, signed in. */
  otherHuman?: true;
  /** An OPEN market. */
  market?: true;
  /** Another one. */
  secondMarket?: true;
  /** A third one, made for this lease: it may be ended. */
  endingMarket?: true;
  /** What the markets are; a binary or a perp when nothing is said. */
  kind?: MarketKind;
  /** What the other markets are; as the first one when nothing is said. */
  secondKind?: MarketKind;
  /** Markets that are not OPEN: of these statuses, or of any. */
  closed?: readonly (MarketStatus | "ANY")[];
  /** The agent is to be used up: no other lease has it. */
  bursts?: true;
}

/** The agents of a lease. */
export interface LeasedAgents {
  agent?: AgentCredentials;
  other?: AgentCredentials;
  sibling?: AgentCredentials;
  reader?: AgentCredentials;
}

/** The humans of a lease. */
export interface LeasedHumans {
  human?: HumanCredentials;
  otherHuman?: HumanCredentials;
}

/** What one check works with; members it did not wish for are absent. */
export interface Lease extends LeasedAgents, LeasedHumans {
  market?: MarketInfo;
  secondMarket?: MarketInfo;
  endingMarket?: MarketInfo;
  closed: Map<MarketStatus, MarketInfo>;
}
