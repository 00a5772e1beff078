/** Agents, humans and markets that control makes, new for every lease. */
import type { Control } from "./control.ts";
import type { LeasedAgents, Wish } from "./lease.ts";
import type { AgentCredentials, HumanCredentials, MarketInfo } from "./profile/credentials.ts";
import type { AgentSupply, HumanSupply, MarketSupply } from "./supply.ts";
import { ENDED_STATUSES, type MarketKind, type MarketStatus } from "./vocabulary.ts";

/** What every burst needs, whichever comes first. */
const BURST_WISH: Wish = { agent: true, other: true, secondKey: true, human: true };

/**
 * Agents are made for one account after the other: those that are used side by side are never of one
 * account, and there are so many that each, which tells of all its agents, stays quick to read.
 */
const ACCOUNTS = 128;

/** Hundreds of contracts where one is about a dollar. Units: cents. */
const LITTLE_CASH = 50_000;

/** Fresh agents of two owners. */
export function madeAgents(control: Control, runId: string): AgentSupply {
  let made = 0;
  const make = async (role: "agent" | "other", wish: Wish): Promise<AgentCredentials> => {
    made += 1;
    // Sessions act for an account's first agent (D-124), and what one agent is told of another is
    // known where no third is beside them: these have an account alone.
    const alone = wish.human || wish.sibling;
    const account = alone ? made : made % ACCOUNTS;
    const owner = `touchstone-${runId}-${role}-${account}${alone ? "-alone" : ""}`;
    return agentOf(owner, `${role}-${made}`, wish);
  };
  const agentOf = async (owner: string, name: string, wish: Wish): Promise<AgentCredentials> => {
    const cash = wish.littleCash && { cash: LITTLE_CASH };
    const { agentId, apiKey } = await control.createAgent({ owner, name, ...cash });
    const secondApiKey = wish.secondKey
      ? (await control.createKey(agentId, ["read", "trade"])).apiKey
      : null;
    return { name, owner, agentId, apiKey, secondApiKey, scopes: ["read", "trade"] };
  };
  const readerOf = async (credentials: AgentCredentials): Promise<AgentCredentials> => {
    const { apiKey } = await control.createKey(String(credentials.agentId), ["read"]);
    return {
      ...credentials,
      name: `${credentials.name}-reader`,
      apiKey,
      secondApiKey: null,
      scopes: ["read"],
    };
  };
  const siblingOf = ({ owner, name }: AgentCredentials, { littleCash }: Wish = {}) =>
    agentOf(owner, `${name}-sibling`, littleCash ? { littleCash } : {});
  const team = async (wish: Wish): Promise<LeasedAgents> => {
    const { littleCash: _, ...rich } = wish;
    const agent = await make("agent", wish);
    return {
      agent,
      ...(wish.other && { other: await make("other", rich) }),
      ...(wish.sibling && { sibling: await siblingOf(agent, wish) }),
      ...(wish.reader && { reader: await readerOf(agent) }),
    };
  };
  let bursting: Promise<LeasedAgents> | undefined;
  let besideBursts: Promise<AgentCredentials> | undefined;
  return {
    own: true,
    owners: Number.POSITIVE_INFINITY,
    burstsApart: true,
    burstsEnded: () => {},
    offers: () => true,
    async lease(wish) {
      if (!wish.bursts) return wish.agent ? team(wish) : {};
      bursting ??= team(BURST_WISH);
      const shared = await bursting;
      if (!wish.sibling || shared.agent === undefined) return shared;
      // Not before: whose agent a session acts for is plain while its owner has one.
      besideBursts ??= siblingOf(shared.agent);
      return { ...shared, sibling: await besideBursts };
    },
  };
}

/** The owners of the leased agents, signed in anew. */
export function madeHumans(control: Control): HumanSupply {
  const signIn = async ({ name, owner, agentId }: AgentCredentials): Promise<HumanCredentials> => {
    return { name: `${name}-human`, owner, agentId, ...(await control.createSession(owner)) };
  };
  return {
    own: true,
    offers: () => true,
    async lease(wish, { agent, other }) {
      return {
        ...(wish.human && agent && { human: await signIn(agent) }),
        ...(wish.otherHuman && other && { otherHuman: await signIn(other) }),
      };
    },
  };
}

/** Geometry of the markets that are made: units are market price units. */
const MADE: Record<MarketKind, { band: [number, number]; tick: number; markPrice: number | null }> =
  {
    BTC_BINARY: { band: [1, 99], tick: 1, markPrice: null },
    // Cheap in whole dollars too, where a venue's scale is not cents.
    BTC_PERP: { band: [1_000, 400_000], tick: 10, markPrice: 65_000 },
    // Beside the band there are prices that a payout allows.
    BTC_PARLAY: { band: [2, 98], tick: 1, markPrice: null },
  };

/** A fresh market each time; parlays are all of the same two binaries, in which nobody trades. */
export function madeMarkets(control: Control): MarketSupply {
  const make = async (kind: MarketKind, status: MarketStatus): Promise<MarketInfo> => {
    const { band, tick, markPrice } = MADE[kind];
    const mark = markPrice === null ? {} : { mark_price: markPrice };
    const of = kind === "BTC_PARLAY" ? { legs: await legs() } : {};
    const id = await control.createMarket({ kind, band, tick, status, ...mark, ...of });
    return { id, kind, status, band, tick, markPrice, own: true };
  };
  let made: Promise<string[]> | undefined;
  const legs = () => {
    const leg = async () => (await make("BTC_BINARY", "OPEN")).id;
    made ??= Promise.all([leg(), leg()]);
    return made;
  };
  return {
    own: true,
    openCount: () => Number.POSITIVE_INFINITY,
    open: (kind = "BTC_BINARY") => make(kind, "OPEN"),
    gated: () => false,
    closedStatuses: () => [...ENDED_STATUSES],
    closed: (status, kind = "BTC_BINARY") => make(kind, status),
  };
}
