/** Lets an operator open agents, keys and browser sessions. */
import { SCOPES, type Scope } from "../callers/keyring.ts";
import { COOKIES } from "../callers/sessions.ts";
import { envelope, Refused } from "../http/refusal.ts";
import type { VenueParts } from "../parts.ts";

const CASH_CENTS = 1_500_000;

/** An agent of an owner, with a first key. */
export function openAgentFor(parts: VenueParts, body: Record<string, unknown>): object {
  const owner = String(body.owner ?? "somebody");
  const cash = typeof body.cash === "number" ? body.cash : CASH_CENTS;
  const agent = parts.people.openAgent(owner, String(body.name ?? "agent"), cash);
  const { plaintext } = parts.keys.mint(agent, scopesOf(body));
  return { agent_id: agent.id, api_key: plaintext, owner };
}

/** One more key of an agent. */
export function openKeyFor(parts: VenueParts, id: string, body: Record<string, unknown>): object {
  const agent = parts.people.agent(id);
  if (!agent) throw new Refused(envelope(404, "agent_not_found", "no such agent"));
  const { key, plaintext } = parts.keys.mint(agent, scopesOf(body));
  return { key_id: key.id, api_key: plaintext };
}

/** A signed-in browser of an owner who has an agent. */
export function openSessionFor(parts: VenueParts, owner: string): object {
  const account = parts.people.accounts.find((one) => one.owner === owner);
  if (!account) throw new Refused(envelope(404, "owner_not_found", "no such owner"));
  const { value, csrf } = parts.sessions.begin(account, parts.clock.now());
  return {
    session_cookie: { name: COOKIES.session, value },
    csrf_cookie: { name: COOKIES.csrf, value: csrf },
  };
}

function scopesOf({ scopes }: Record<string, unknown>): readonly Scope[] {
  return Array.isArray(scopes) ? SCOPES.filter((scope) => scopes.includes(scope)) : SCOPES;
}
