/** Who may trade on a fresh independent venue, and the keys that say so. */
import { type Agent, openAgent } from "./account.ts";
import type { Draw } from "./draw.ts";

/** What a key opens: its agent, and whether it may change anything. */
export interface Key {
  agent: Agent;
  trades: boolean;
}

/** Agents, the keys that open them, and the entries a profile has for them. */
export interface People {
  agents: Agent[];
  keys: Map<string, Key>;
  entries: object[];
}

const CASH_CENTS = 1_500_000;

/** Two owners with three agents; the maker has two keys, the taker one more for reading only. */
export function gatherPeople(draw: Draw): People {
  const keys = new Map<string, Key>();
  const issue = (agent: Agent, trades = true): string => {
    const key = `rk_live_${draw.hex(40)}`;
    keys.set(key, { agent, trades });
    return key;
  };
  const agent = (name: string, owner: string): Agent =>
    openAgent({ id: draw.uuid(), name, owner, cashCents: CASH_CENTS });
  const maker = agent("maker", "alice");
  const taker = agent("taker", "bob");
  const sibling = agent("sibling", "alice");
  const entry = ({ name, owner, id }: Agent) => ({ name, owner, agent_id: id });
  const entries = [
    { ...entry(maker), api_key: issue(maker), second_api_key: issue(maker) },
    { ...entry(taker), api_key: issue(taker) },
    { ...entry(sibling), api_key: issue(sibling) },
    { ...entry(taker), name: "reader", api_key: issue(taker, false), scopes: ["read"] },
  ];
  return { agents: [maker, taker, sibling], keys, entries };
}
