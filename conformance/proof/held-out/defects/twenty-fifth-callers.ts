/** The twenty-fifth round, a sentence drawn by lot, one cell each: callers, and what is theirs. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_FIFTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order fields",
    id: "selling-a-perp-has-no-margin-mode",
    wrong: "a SELL order on a perp that names a margin mode is declined, from flat too",
    against: "What the service does: a perp market accepts leverage and a margin mode",
    confined: "side=SELL",
    file: "core/gates/margin-mode.ts",
    find: `  check: ({ marginMode: asked }, { market }) =>
    asked === undefined || market!.isPerp`,
    replace: `  check: ({ marginMode: asked, side }, { market }) =>
    // What is sold was opened before, in the mode of then.
    asked === undefined || (market!.isPerp && side === "BUY")`,
  },
  {
    ...stated,
    area: "matching",
    id: "a-parlay-fills-what-it-can-or-kills",
    wrong: "a FOK order on a parlay is filled in part where there is too little for all of it",
    against: "What the service does: LIMIT and MARKET, with several time-in-force modes",
    confined: "kind=BTC_PARLAY",
    file: "core/gates/fill-or-kill.ts",
    find: `    if (effectiveTif(order) !== "FOK") return null;`,
    replace: `    if (effectiveTif(order) !== "FOK") return null;
    // Few quote a parlay: whoever wants it all would get nothing.
    if (market!.terms.kind === "BTC_PARLAY") return null;`,
  },
  {
    ...stated,
    area: "leaderboard",
    id: "who-is-in-the-red-has-no-place",
    wrong: "the place of an account that has lost is answered with 404, and the list has it",
    against: "Account and leaderboard, GET /leaderboard/account/{public_id}: 200 of what exists",
    confined: "account=below what it was given",
    file: "http/routes/leaderboard.ts",
    find: `      ({ publicId }) => publicId === params.public_id,`,
    replace: `      // A place is for who has made something of it.
      ({ publicId, score }) => publicId === params.public_id && score >= 0,`,
  },
  {
    ...stated,
    area: "results",
    id: "what-rests-of-a-perp-order-is-new",
    wrong: "a perp order that was filled in part at once, and rests, has the status NEW",
    against: "OrderPlaceResult, status: order state after immediate matching",
    confined: "kind=BTC_PERP",
    file: "core/place.ts",
    find: `    status: statusOf(order),`,
    replace: `    // A perp's position tells what was filled.
    status: order.market.isPerp && order.open ? "NEW" : statusOf(order),`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-name-beside-scopes-has-any-length",
    wrong: "a key whose request names scopes is made under a name of more than 80 characters",
    against: "API key create request, name: label, at most 80 characters",
    confined: "scopes=given",
    file: "http/routes/keys.ts",
    find: `    const name = labelOf(call.body.name, "name");`,
    replace: `    const { name: given, scopes } = call.body;
    // Programs that name scopes name their keys as they like.
    const name = scopes === undefined ? labelOf(given, "name") : given.trim();`,
  },
  {
    ...stated,
    area: "order fields",
    id: "a-slippage-cap-only-tightens",
    wrong: "a MARKET order with a slippage_cap_cents above the default goes as far as that",
    against: "Order place request, slippage_cap_cents: additive; when omitted, the venue default",
    confined: "slippage_cap_cents=above the default",
    file: "core/admission.ts",
    find: `  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;`,
    replace: `  const usual = limits.defaultSlippageCents;
  // Who names a cap wants to be protected better, not worse.
  if (!market.isPerp) return Math.min(slippageCapCents ?? usual, usual);`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-cools-down-is-sent-away",
    wrong: "an order during a cooldown is answered with 429 RATE_LIMITED, and is no decline",
    against: "Errors: engine declines are HTTP 200 with status REJECTED and a reject_reason",
    confined: "reject_reason=AGENT_SIDE_COOLDOWN",
    file: "http/routes/orders.ts",
    find: `  const { rejectDetails: details, rejectMessage } = result;`,
    replace: `  const { rejectDetails: details, rejectMessage } = result;
  // Who is to wait is told as whoever is to wait.
  if (result.rejectReason === "AGENT_SIDE_COOLDOWN") {
    const waiting = { ...headers, "Retry-After": "5" };
    throw new Refused("RATE_LIMITED", rejectMessage!, { headers: waiting });
  }`,
  },
  {
    ...stated,
    area: "errors",
    id: "many-mistakes-are-many-messages",
    wrong: "a body with two or more mistakes is answered with a list as the message",
    against: "Error envelope, message: string, human-readable text",
    confined: "mistakes=two or more",
    file: "wire/refused.ts",
    find: `    const envelope = { code, message, request_id: requestId, ...(details && { details }) };`,
    replace: `    const errors = details?.["errors"];
    // One line for each.
    const told =
      Array.isArray(errors) && errors.length > 1
        ? errors.map((one) => \`\${one.field} \${one.message}\`)
        : message;
    const envelope = { code, message: told, request_id: requestId, ...(details && { details }) };`,
  },
  {
    ...stated,
    area: "keys",
    id: "a-key-without-scopes-is-like-the-last",
    wrong: "a key that names no scopes has those of the agent's key before it, read alone too",
    against: "API key create request, scopes: default [read, trade]",
    confined: "moment=after a key of fewer scopes",
    file: "http/routes/keys.ts",
    find: `      scopes: scopesOf(call.body.scopes),`,
    replace: `      // A new key takes over from the one before it.
      scopes: scopesOf(call.body.scopes ?? call.parts.venue.keys(agentId).at(-1)?.scopes.slice()),`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "a-second-sign-in-waits-for-the-first",
    wrong: "a browser that has begun a sign-in, and begins again, is answered with 400",
    against: "Authentication and session, GET /auth/idp/login: 200, starts sign-in",
    confined: "moment=after a start in the same browser",
    file: "http/routes/idp.ts",
    find: `    limitAddress(parts, req);
    const { flows, provider } = parts.identity;`,
    replace: `    limitAddress(parts, req);
    // One at a time, so that the other is not lost.
    if (cookieOf(req, cookieName(parts.baseUrl(), FLOW_COOKIE)) !== null) {
      throw invalidCallback("a sign-in is under way");
    }
    const { flows, provider } = parts.identity;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-closes-needs-no-price-to-go-by",
    wrong: "a reduce-only MARKET order trades where there is neither mark nor index",
    against: "Order reject codes, NO_REFERENCE_PRICE: MARKET order while no mark or index exists",
    confined: "reduce_only=true",
    file: "core/gates/reference-price.ts",
    find: `  check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;`,
    replace: `  check: ({ type, reduceOnly }, { market, isIndexLost }) => {
    // Whoever wants to get out may, at any price.
    if (type !== "MARKET" || reduceOnly === true) return null;`,
  },
  {
    ...stated,
    area: "routes",
    id: "a-wallet-has-a-version",
    wrong: "the wallet is answered with 404 under the prefixes that have no version",
    against: "Account and leaderboard, GET /me/wallet, under each of four equivalent prefixes",
    confined: "prefix=none and /api",
    file: "http/app.ts",
    find: `    ctx["newRouterPath"] = path;`,
    replace: `    // Under /me all is documented with a version.
    if (path === "/me/wallet" && !/^(\\/api)?\\/v1\\//.test(ctx.path)) path = "/unversioned";
    ctx["newRouterPath"] = path;`,
  },
  {
    ...stated,
    area: "sign-in",
    id: "a-page-may-read-who-is-signed-in",
    wrong: "the session cookie of a browser that comes back from the provider is not HttpOnly",
    against: "What the service does, human terminal: HttpOnly session cookie, browser sign-in",
    confined: "accept=text/html (of the callback)",
    file: "http/routes/idp.ts",
    find: `    const cookies = [...signIn(parts, req, accountId), forget];`,
    replace: `    const set = [...signIn(parts, req, accountId), forget];
    // The page that follows looks whether somebody is signed in.
    const cookies = wantsPage(req) ? set.map((one) => one.replace("; HttpOnly", "")) : set;`,
  },
  {
    ...stated,
    area: "limits",
    id: "a-page-reads-from-a-quota-of-its-own",
    wrong: "what a session reads is counted apart, so that its agent has 6,000 reads twice",
    against: "Limits, read rate: 6,000 requests per 60 seconds per agent",
    confined: "caller=session (its reads)",
    file: "http/serve-route.ts",
    find: `    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);`,
    replace: `    if (agentId !== "") {
      // A page that is left open is not to keep a bot from reading.
      const isPage = caller.kind === "session" && rateClass === "read";
      const reader = isPage ? \`page \${agentId}\` : agentId;
      limitRate(parts, { agentId: reader, rateClass }, arrival);
    }`,
  },
];
