/** The profile of a running independent venue: what its operator would tell a harness. */
import { COOKIES } from "./callers/sessions.ts";
import { OPERATOR, OPERATOR_TOKEN } from "./control/operator.ts";
import type { VenueParts } from "./parts.ts";
import type { Agent } from "./trading/account.ts";

const CASH_CENTS = 1_500_000;

/** Owners that come after the first two. */
const OTHERS = ["carol", "dave", "erin", "frank"];

/**
 * Lets owners in, the first with two agents, and describes them with everything else in the profile's
 * form. Shape: the maker has two keys, the taker one more for reading only; alice has a browser.
 */
export function openedProfile(parts: VenueParts, url: string): object {
  const { people, keys, sessions, clock, settings, wire, venue } = parts;
  const [maker, taker, sibling] = [
    people.openAgent("alice", "maker", CASH_CENTS),
    people.openAgent("bob", "taker", CASH_CENTS),
    people.openAgent("alice", "sibling", CASH_CENTS),
  ];
  const others = OTHERS.slice(0, settings.owners - 2).map((owner) =>
    people.openAgent(owner, `${owner}-trader`, CASH_CENTS),
  );
  const key = (agent: Agent) => keys.mint(agent).plaintext;
  const entry = ({ name, owner, id }: Agent) => ({ name, owner, agent_id: id });
  const reading = keys.mint(taker, ["read"]).plaintext;
  const { value, csrf } = sessions.begin(people.accountOf("alice"), clock.now());
  return {
    name: `stranger-${settings.wire}`,
    base_url: url,
    stream_url: url.replace("http", "ws"),
    prefix: "/v1",
    agents: [
      { ...entry(maker), api_key: key(maker), second_api_key: key(maker) },
      { ...entry(taker), api_key: key(taker) },
      { ...entry(sibling), api_key: key(sibling) },
      { ...entry(taker), name: "reader", api_key: reading, scopes: ["read"] },
      ...others.map((agent) => ({ ...entry(agent), api_key: key(agent) })),
    ],
    browser: {
      owner: "alice",
      agent_id: maker.id,
      session_cookie: { name: COOKIES.session, value },
      csrf_cookie: { name: COOKIES.csrf, value: csrf },
    },
    idp: { people: [{ name: "{new}" }, { name: "{NEW}" }] },
    markets: [...venue.books.values()].map(({ market }) => ({
      id: market.id,
      kind: market.kind,
      status: market.status,
      band: [market.min, market.max],
      tick: market.tick,
      mark_price: market.mark,
    })),
    limits: { writes_per_minute: 600, reads_per_minute: 6000 },
    ...(wire.stream !== null && { stream: wire.stream.profile }),
    ...(settings.control.length > 0 && {
      control: { url: url + OPERATOR, token: OPERATOR_TOKEN },
    }),
  };
}
