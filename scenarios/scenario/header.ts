/** Whom and what a story needs, in the words of a session's header. */
import type { SessionHeader, SessionMarket } from "../session/format.ts";
import type { Scenario, ScenarioMarket } from "./format.ts";

/** What a market of a story is unless it says otherwise. Units: market price units. */
const USUAL = {
  BTC_BINARY: { band: [1, 99], tick: 1 },
  BTC_PERP: { band: [1_000, 400_000], tick: 10, mark_price: 65_000 },
  BTC_PARLAY: { band: [1, 99], tick: 1 },
} as const;

/** Shape: markets by the story's names; actors of one agent have one `agent_id`, a name. */
export function castOf(story: Scenario): Pick<SessionHeader, "actors" | "markets"> {
  const actors = Object.entries(story.actors).map(([name, actor]) => {
    const sibling = actor.key_of;
    const owner = actor.owner ?? (sibling && story.actors[sibling]?.owner) ?? sibling ?? name;
    const cast = {
      caller: actor.human ? "session" : "key",
      owner,
      agent_id: sibling ?? name,
      ...(actor.scopes && { scopes: actor.scopes }),
      ...(actor.cash !== undefined && { cash: actor.cash }),
    };
    return [name, cast];
  });
  const markets = Object.entries(story.markets ?? {}).map(([name, one]) => [name, marketOf(one)]);
  return { actors: Object.fromEntries(actors), markets: Object.fromEntries(markets) };
}

function marketOf({
  kind = "BTC_BINARY",
  status = "OPEN",
  ...said
}: ScenarioMarket): SessionMarket {
  return { kind, status, ...USUAL[kind], ...said } as SessionMarket;
}
