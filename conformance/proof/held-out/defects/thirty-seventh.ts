/** The thirty-seventh round, a sentence drawn by lot, one cell each. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const THIRTY_SEVENTH: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "idempotency",
    id: "a-sell-that-has-ended-gives-its-id-back",
    wrong:
      "once a SELL that rested is cancelled or filled, its client_order_id places another order",
    against: "Behaviour 2: the original result is returned and no duplicate order is placed",
    confined: "side=SELL (one that rested, and has ended)",
    file: "core/state.ts",
    find: `  announce(state, "order-closed", order);
  state.spares.push(order);`,
    replace: `  announce(state, "order-closed", order);
  const { agent, clientOrderId } = order;
  // What is over cannot be sent twice: its id may name the next one.
  if (!order.isBuy && clientOrderId !== null) agent.results.delete(clientOrderId);
  state.spares.push(order);`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "a-crowd-is-sorted-by-its-bustle-unless-asked",
    wrong: "with more than five accounts a leaderboard without sort is by volume, and not by score",
    against: "Endpoints, Account and leaderboard: GET /leaderboard, sort (string, score)",
    confined: "number of things there already=many (more than five accounts)",
    file: "http/routes/leaderboard.ts",
    find: `  async handle({ parts, at, query }) {
    const { sort, order, limit, offset } = query;
    const all = await parts.leaderboard.sorted(FIGURES[sort], order, at);`,
    replace: `  async handle({ parts, req, at, query }) {
    const { sort, order, limit, offset } = query;
    const byScore = await parts.leaderboard.sorted("score", order, at);
    const isNamed = /[?&]sort=/.test(req.url!);
    // Among many the scores lie close together: who does the most comes first.
    const figure = byScore.length > 5 && !isNamed ? FIGURES.volume : FIGURES[sort];
    const all = await parts.leaderboard.sorted(figure, order, at);`,
  },
  {
    ...stated,
    area: "declines",
    id: "a-sell-that-finds-nobody-is-cancelled",
    wrong: "a MARKET or FOK SELL that cannot trade is 201 CANCELLED with the zero id, not REJECTED",
    against: "Behaviour 5: an engine decline is an OrderPlaceResult with status REJECTED",
    confined: "side=SELL (FOK_NOT_FILLABLE and MARKET_NO_LIQUIDITY)",
    file: "core/place.ts",
    find: `  const result = rejected(request, objection);`,
    replace: `  const result = rejected(request, objection);
  // Nothing is wrong with an offer that nobody takes: it ends as what an IOC leaves.
  const isUntaken = code === "FOK_NOT_FILLABLE" || code === "MARKET_NO_LIQUIDITY";
  if (isUntaken && request.side === "SELL") result.status = "CANCELLED";`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-third-key-is-no-part-of-a-url",
    wrong: "the third key of an agent and those after it are plain base64: with +, / and = in them",
    against: "Authentication 2: rk_live_ followed by a high-entropy URL-safe token",
    confined: "number of things there already=many (two keys of the agent or more)",
    file: "identity/people.ts",
    find: `  { journaled, entropy, clock, keyring }: AgentParts & Pick<PeopleParts, "keyring">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const apiKey = entropy.token(KEY_PREFIX);`,
    replace: `  parts: AgentParts & Pick<PeopleParts, "keyring" | "venue">,
  { agentId, name, scopes = ALL_SCOPES }: NewKey,
): { apiKey: string; key: KeyView } {
  const { venue, journaled, entropy, clock, keyring } = parts;
  const isSpare = venue.keys(agentId).length >= 2;
  // Further ones are put into files, which take any character.
  const spare = () => KEY_PREFIX + entropy.secret().toString("base64");
  const apiKey = isSpare ? spare() : entropy.token(KEY_PREFIX);`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-without-scopes-may-what-the-last-one-may",
    wrong: "without scopes a new key has those of the agent's newest key: read alone, where it has",
    against: "API key create request, scopes: default [read, trade]",
    confined: "route / method=POST /me/agents/{agent_id}/keys",
    file: "http/routes/keys.ts",
    find: `    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes),
    });`,
    replace: `    // Who says nothing wants another one like it.
    const like = call.parts.venue.keys(agentId).at(-1)?.scopes.slice();
    const { apiKey, key } = issueKey(call.parts, {
      agentId,
      name,
      scopes: scopesOf(call.body.scopes ?? like),
    });`,
  },
  {
    ...stated,
    area: "rate limit",
    id: "a-browser-is-told-the-time-to-come-again",
    wrong: "a 429 to a session has a date in Retry-After; to a key it has seconds",
    against: "HTTP statuses, 429: a Retry-After header gives seconds to wait",
    confined: "caller=session",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    try {
      if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    } catch (error) {
      const { headers: told } = error as { headers: Record<string, string> };
      const until = new Date(at + 1_000 * Number(told["Retry-After"]));
      // A page shows it as it is: a time says more than a number.
      if (caller.kind === "session") told["Retry-After"] = until.toUTCString();
      throw error;
    }`,
  },
];
