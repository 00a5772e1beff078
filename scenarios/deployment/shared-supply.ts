/** Agents, humans and markets of a profile or listing, shared by all leases. */
import type { LeasedAgents, Wish } from "./lease.ts";
import type { AgentCredentials, HumanCredentials, MarketInfo } from "./profile/credentials.ts";
import type { AgentSupply, HumanSupply, MarketSupply } from "./supply.ts";
import { ENDED_STATUSES, type MarketKind, type MarketStatus } from "./vocabulary.ts";

/**
 * Roles alternate, so that writes spread over the agents' budgets: the more agents, the less a run waits.
 * Of three or more one is kept for the bursts of the limit rules (H-16) until they have ended.
 */
export function sharedAgents(agents: readonly AgentCredentials[]): AgentSupply {
  const traders = distinctTraders(agents);
  const [first, second] = pairOfOwners(traders);
  const spare = traders.find((one) => one !== first && one !== second);
  const working = traders.filter((one) => one !== spare);
  const reader = agents.find((one) => !mayTrade(one));
  const siblingOf = (agent?: AgentCredentials) =>
    traders.find((one) => one !== agent && one.owner === agent?.owner);
  const withSibling = traders.find((one) => siblingOf(one) !== undefined);
  const withTwoKeys = traders.find((one) => one.secondApiKey !== null);
  let turn = 0;
  const agentFor = ({ secondKey, sibling, bursts }: Wish): AgentCredentials | undefined => {
    const isApart = (!secondKey || spare?.secondApiKey !== null) && (!sibling || siblingOf(spare));
    if (bursts && spare !== undefined && isApart) return spare;
    if (secondKey) return withTwoKeys;
    if (sibling) return withSibling;
    return working[(bursts ? 0 : turn) % working.length];
  };
  return {
    own: false,
    owners: new Set(traders.map(({ owner }) => owner)).size,
    burstsApart: spare !== undefined,
    burstsEnded() {
      if (spare !== undefined && !working.includes(spare)) working.push(spare);
    },
    offers(wish) {
      if (wish.reader && reader === undefined) return false;
      if (wish.secondKey && withTwoKeys === undefined) return false;
      if (wish.sibling && withSibling === undefined) return false;
      if (wish.other && second === undefined) return false;
      return working.length > 0 || !(wish.agent || wish.reader);
    },
    async lease(wish): Promise<LeasedAgents> {
      if (!wish.agent) return {};
      if (!wish.bursts) turn += 1;
      const agent = agentFor(wish);
      const others = working.filter((one) => one.owner !== agent?.owner);
      const other = others[turn % others.length];
      const sibling = siblingOf(agent);
      return {
        ...(agent && { agent }),
        ...(wish.other && other && { other }),
        ...(wish.sibling && sibling && { sibling }),
        ...(wish.reader && reader && { reader }),
      };
    },
  };
}

/** The one session of a profile; its agent may be told by an agents entry of the same owner. */
export function sharedHumans(
  browser: HumanCredentials | null,
  agents: readonly AgentCredentials[],
): HumanSupply {
  const ofOwner = agents.find(({ owner }) => owner === browser?.owner);
  const human = browser && { ...browser, agentId: browser.agentId ?? ofOwner?.agentId ?? null };
  return {
    own: false,
    offers: (wish) => !wish.otherHuman && (!wish.human || human !== null),
    lease: async (wish) => (wish.human && human ? { human } : {}),
  };
}

/** Leases take turns, so that declines spread. */
export function sharedMarkets(markets: readonly MarketInfo[]): MarketSupply {
  const open = (kind?: MarketKind) =>
    markets.filter(
      (market) =>
        market.status === "OPEN" &&
        (kind === undefined ? market.kind !== "BTC_PARLAY" : market.kind === kind),
    );
  const gated = new Set<string>();
  let turn = 0;
  return {
    own: false,
    openCount: (kind) => open(kind).length,
    async open(kind, not) {
      turn += 1;
      const all = open(kind).filter((market) => market.id !== not);
      const trading = all.filter((market) => !gated.has(market.id));
      const choice = trading.length > 0 ? trading : all;
      return existing(choice[turn % choice.length]);
    },
    gated(marketId) {
      const known = gated.has(marketId);
      gated.add(marketId);
      return !known;
    },
    closedStatuses: (kind) =>
      ENDED_STATUSES.filter((status) => markets.some(endedAs(status, kind))),
    closed: async (status, kind) => existing(markets.find(endedAs(status, kind))),
  };
}

function endedAs(status: MarketStatus, kind?: MarketKind) {
  return (market: MarketInfo) =>
    market.status === status && (kind === undefined || market.kind === kind);
}

/** Who may trade, one entry an agent: two of one agent_id are the same wallet and budget. */
export function distinctTraders(agents: readonly AgentCredentials[]): AgentCredentials[] {
  const traders = agents.filter(mayTrade);
  return traders.filter(
    ({ agentId }, index) =>
      agentId === null || traders.findIndex((earlier) => earlier.agentId === agentId) === index,
  );
}

function mayTrade(one: AgentCredentials): boolean {
  return one.scopes.includes("trade");
}

function pairOfOwners(
  traders: readonly AgentCredentials[],
): [AgentCredentials?, AgentCredentials?] {
  const [first] = traders;
  if (first === undefined) return [];
  const second = traders.find((one) => one.owner !== first.owner);
  return second === undefined ? [first] : [first, second];
}

function existing(market: MarketInfo | undefined): MarketInfo {
  if (market === undefined) throw new Error("a market was leased that the pool lacks");
  return market;
}
