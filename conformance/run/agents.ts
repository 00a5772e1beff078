/** Where the agents of checks come from: made by control for each check, or the profile's. */

import type { Control } from "../../scenarios/deployment/control.ts";
import type { AgentCredentials } from "../../scenarios/deployment/profile/credentials.ts";
import type { Need } from "../check/need.ts";

/** The callers of one check. */
export interface LeasedAgents {
  agent?: AgentCredentials;
  other?: AgentCredentials;
  reader?: AgentCredentials;
}

/** Hands out callers. `own` means that nobody else uses them. */
export interface AgentSupply {
  own: boolean;
  /** One agent is kept for the limit rules alone, all of them: a spent budget is spent once. */
  burstsApart: boolean;
  has(need: "agent" | "two-owners" | "second-key" | "read-only-key"): boolean;
  seats(needs: ReadonlySet<Need>): Promise<LeasedAgents>;
}

/** Fresh agents of two owners for every check. */
export function agentsByControl(control: Control, runId: string): AgentSupply {
  let made = 0;
  const make = async (
    role: "agent" | "other",
    needs: ReadonlySet<Need>,
  ): Promise<AgentCredentials> => {
    made += 1;
    // Sessions act for an account's first agent (D-124): who signs in has one agent alone.
    const single = needs.has("browser") || needs.has("two-browsers") ? `-${made}` : "";
    const owner = `touchstone-${runId}-${role}${single}`;
    const name = `${role}-${made}`;
    const { agentId, apiKey } = await control.createAgent({ owner, name });
    const second = needs.has("second-key")
      ? (await control.createKey(agentId, ["read", "trade"])).apiKey
      : null;
    return { name, owner, agentId, apiKey, secondApiKey: second, scopes: ["read", "trade"] };
  };
  const readerOf = async (seat: AgentCredentials): Promise<AgentCredentials> => {
    const { apiKey } = await control.createKey(String(seat.agentId), ["read"]);
    return { ...seat, name: `${seat.name}-reader`, apiKey, secondApiKey: null, scopes: ["read"] };
  };
  const burstNeeds: ReadonlySet<Need> = new Set<Need>(["two-owners", "second-key"]);
  let bursting: Promise<LeasedAgents> | undefined;
  const team = async (needs: ReadonlySet<Need>): Promise<LeasedAgents> => {
    const agent = await make("agent", needs);
    return {
      agent,
      ...(wantsOther(needs) && { other: await make("other", needs) }),
      ...(needs.has("read-only-key") && { reader: await readerOf(agent) }),
    };
  };
  return {
    own: true,
    burstsApart: true,
    has: () => true,
    async seats(needs) {
      if (!needs.has("load")) return team(needs);
      bursting ??= team(burstNeeds);
      return bursting;
    },
  };
}

/**
 * The agents of a profile, shared by all checks: roles alternate, so that writes spread over the
 * agents' budgets. A third agent is kept for the bursts of the limit rules (H-16).
 */
export function agentsOfProfile(seats: readonly AgentCredentials[]): AgentSupply {
  const traders = distinctAgents(seats.filter(mayTrade));
  const [first, second] = pairOfOwners(traders);
  const spare = traders.find((seat) => seat !== first && seat !== second);
  const working = [first, second].filter((seat) => seat !== undefined);
  const reader = seats.find((seat) => !mayTrade(seat));
  const withTwoKeys = traders.find((seat) => seat.secondApiKey !== null);
  let turn = 0;

  const forLoad = (needs: ReadonlySet<Need>): LeasedAgents => {
    const loaded = needs.has("second-key") ? withTwoKeys : (spare ?? working[0]);
    const other = working.find((seat) => seat !== loaded);
    return {
      ...(loaded && { agent: loaded }),
      ...(needs.has("two-owners") && other && { other }),
    };
  };
  return {
    own: false,
    burstsApart: spare !== undefined,
    has(need) {
      if (need === "agent") return working.length > 0;
      if (need === "two-owners") return working.length > 1;
      if (need === "read-only-key") return reader !== undefined && working.length > 0;
      return withTwoKeys !== undefined;
    },
    async seats(needs) {
      if (needs.has("load")) return forLoad(needs);
      turn += 1;
      const agent = needs.has("second-key") ? withTwoKeys : working[turn % working.length];
      const other = working.find((seat) => seat !== agent);
      return {
        ...(agent && { agent }),
        ...(needs.has("two-owners") && other && { other }),
        ...(needs.has("read-only-key") && reader && { reader }),
      };
    },
  };
}

function wantsOther(needs: ReadonlySet<Need>): boolean {
  return needs.has("two-owners") || needs.has("two-browsers");
}

function mayTrade(seat: AgentCredentials): boolean {
  return seat.scopes.includes("trade");
}

/** One seat an agent: two entries of one agent_id are the same wallet and the same budget. */
function distinctAgents(seats: readonly AgentCredentials[]): AgentCredentials[] {
  return seats.filter(
    (seat, index) =>
      seat.agentId === null ||
      seats.findIndex((earlier) => earlier.agentId === seat.agentId) === index,
  );
}

function pairOfOwners(
  traders: readonly AgentCredentials[],
): [AgentCredentials?, AgentCredentials?] {
  const [first] = traders;
  if (first === undefined) return [];
  const second = traders.find((seat) => seat.owner !== first.owner);
  return second === undefined ? [first] : [first, second];
}
