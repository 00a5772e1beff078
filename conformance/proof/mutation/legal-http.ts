/** The same as `legal.ts` for the HTTP shell: other bodies, other sign-ins, other refusals. */
import type { OpenPlace } from "./known.ts";

const http = (file: string) => `reference/http/${file}`;
const wire = (file: string) => `reference/wire/${file}`;
const identity = (file: string) => `reference/identity/${file}`;
const RECORDS = "fields of records are open (D-090, D-102 to D-111, D-120 to D-123, D-132)";
const SIGN_IN =
  "what signing up and in takes, tells and sets is open (D-136 to D-142, SESS-OUT-02)";
const PROVIDER = "an identity provider is out of a stranger's reach (D-140, D-141)";
const POINTERS = "what a validation error tells beyond its code is open (D-003)";
const OPERATOR = "the operator's credentials are out of a stranger's reach (D-144)";
const OTHER_METHODS = "what is answered where no route is, is open (D-161, D-177)";
const OUTLIVES = "whether a ticket or socket outlives its key or session is open (D-158)";
const ROUTER = "what the map of plain routes does not know, the router finds";
const DATE = "the Date header is HTTP's, not the spec's";
const ABSENT = "whether a body that says nothing may be absent is open";
const STORE = "a store that fails, or has held an earlier run, is out of a stranger's reach";
const DETAILS = "details of a refusal are optional";
const CORE_TOO = "the core refuses it as well";
const ACTS_FOR = "for which of its agents a session acts is open (D-124)";
const LIMITS = "how a limit counts, and what it tells to wait, is open (D-163 to D-165)";
const DECLINES = "a decline may be answered 200 or 201 (D-001)";
const STRICT = "nulls, fractions, duplicates and depth are open (D-010, D-011)";

export const LEGAL_HTTP: readonly OpenPlace[] = [
  {
    file: wire("mapping.ts"),
    within: [
      ...["fillRecord", "ownFillRecord", "orderRecord", "marketRecord", "bookRecord"],
      ...["tradeRecord", "candleRecord", "midRecord", "spotRecord"],
      ...["spotCandleRecord", "feedHealthRecord", "standingRecord", "positionRecord"],
      ...["walletRecord", "keyRecord", "accountRecord"],
    ],
    reason: RECORDS,
  },
  { file: identity("keyring.ts"), within: ["publicPart"], reason: RECORDS },
  { file: wire("mapping.ts"), within: ["ladderResult"], reason: "ladders are open (D-031)" },
  ...["routes/series.ts", "routes/events.ts", "routes/feed.ts", "routes/leaderboard.ts"].map(
    (file) => ({ file: http(file), reason: RECORDS }),
  ),
  ...["cookies.ts", "sign-in.ts", "routes/auth.ts"].map((file) => ({
    file: http(file),
    reason: SIGN_IN,
  })),
  { file: identity("people.ts"), reason: SIGN_IN },
  { file: http("routes/idp.ts"), reason: PROVIDER },
  {
    file: http("app.ts"),
    within: ["createRoutes"],
    reason: ROUTER,
  },
  {
    file: http("middleware/authenticate.ts"),
    within: ["actingFor"],
    reason: ACTS_FOR,
  },
  ...["routes/keys.ts", "routes/operator-keys.ts", "routes/agents.ts"].map((file) => ({
    file: http(file),
    reason:
      "lists of keys, the operator's path and agent management are open (D-132, D-144, D-146)",
  })),
  {
    file: http("validate.ts"),
    within: ["explain", "missingFields", "conditional", "wording"],
    reason: POINTERS,
  },
  { file: http("scopes.ts"), within: ["invalidScopes"], reason: POINTERS },
  { file: wire("refused.ts"), within: ["granted"], reason: DETAILS },
  { file: http("validate.ts"), within: ["withoutNulls", "fromText"], reason: STRICT },
  { file: http("strict-json.ts"), reason: STRICT },
  { file: http("body.ts"), reason: STRICT },
  { file: wire("raw-answer.ts"), reason: "what is no HTTP is open" },
  {
    file: http("rate-limit.ts"),
    reason: LIMITS,
  },
  {
    file: http("routes/markets.ts"),
    reason: "which values filter, and what is active, is open (D-101, D-102, MKT-ACT-02)",
  },
  {
    file: http("middleware/authorize.ts"),
    originals: ["scopes.includes(scope)"],
    reason: "what a read-only key may do is open (D-130)",
  },
  {
    file: http("middleware/authenticate.ts"),
    originals: [
      ...['route.auth === "operator"', 'route.auth === "operator" && operatorDigest !== null'],
      ...["operatorDigest !== null", '"operator"', '{ kind: "operator" }', "{ return OPERATOR; }"],
      'route.auth === "operator" && operatorDigest !== null && proves(secret, operatorDigest)',
    ],
    reason: OPERATOR,
  },
  {
    file: http("middleware/authenticate.ts"),
    originals: [
      ...['{ "WWW-Authenticate": "Bearer" }', '"Bearer"'],
      '{ headers: { "WWW-Authenticate": "Bearer" }, }',
    ],
    reason: "headers of a refusal are HTTP's, not the spec's",
  },
  {
    file: http("middleware/check-open.ts"),
    reason: "which features are closed, and what is answered meanwhile, is open (D-171)",
  },
  {
    file: http("middleware/limit-rate.ts"),
    reason: LIMITS,
  },
  ...["routes/account.ts", "routes/health.ts"].map((file) => ({
    file: http(file),
    reason: RECORDS,
  })),
  {
    file: http("routes/orders.ts"),
    within: ["cancel", "rests", "parseStatuses"],
    reason:
      "what a done order's cancel is answered, and which statuses can be asked for, is open (D-028, D-091)",
  },
  {
    file: http("routes/ticket.ts"),
    within: ["wantedAgent"],
    reason: POINTERS,
  },
  { file: wire("refused.ts"), reason: POINTERS },
  { file: http("label.ts"), reason: "how a name is trimmed, and its refusal told, is open" },
  {
    file: wire("schemas.ts"),
    within: ["UUID", "LadderBody"],
    reason: "ids that are no UUIDs, and ladders, are open (D-031, D-113)",
  },
  {
    file: wire("schemas.ts"),
    within: ["orderRules"],
    reason: CORE_TOO,
  },
  {
    originals: ['"public"'],
    reason: "which data needs credentials is open (D-112)",
  },
  {
    file: http("routes/orders.ts"),
    originals: ['result.status === "REJECTED"', '"REJECTED"'],
    reason: DECLINES,
  },
  {
    file: http("middleware/answer.ts"),
    within: ["httpDate"],
    reason: DATE,
  },
  {
    file: http("middleware/answer.ts"),
    originals: ["-1", '""'],
    reason: DATE,
  },
  {
    file: http("app.ts"),
    within: ["withoutPrefix"],
    before: "const serve = plain.get(",
    reason: ROUTER,
  },
  {
    file: http("app.ts"),
    originals: ["serve === undefined"],
    reason: ROUTER,
  },
  { file: http("app.ts"), within: ["unserved", "refuseRoute"], reason: OTHER_METHODS },
  { file: identity("caller.ts"), within: ["credentialOf", "sessionCredential"], reason: OUTLIVES },
  { file: http("middleware/answer.ts"), within: ["storeUnavailable", "settled"], reason: STORE },
  {
    file: http("middleware/answer.ts"),
    originals: [
      ...["parts.journal.isAvailable", "isStoreError(error)"],
      "error instanceof StoreUnavailable",
    ],
    reason: STORE,
  },
  { file: "reference/running-venue.ts", within: ["begin", "closedFeatures"], reason: STORE },
  {
    file: "reference/running-venue.ts",
    originals: ['journal.facts.the("feed")?.cut ?? false', '"feed"'],
    reason: STORE,
  },
  { file: http("serve-route.ts"), originals: ["settling !== null"], reason: STORE },
  {
    file: http("serve-route.ts"),
    originals: [
      "reply.cookies !== undefined",
      '{ for (const cookie of reply.cookies) headers.push("Set-Cookie", cookie); }',
    ],
    reason: SIGN_IN,
  },
  { file: http("serve-route.ts"), originals: ['"path"', '"query"'], reason: POINTERS },
  {
    file: http("middleware/authorize.ts"),
    originals: ["{ required_scope: scope }", "{ details }"],
    reason: DETAILS,
  },
  {
    file: http("middleware/authorize.ts"),
    originals: ['"operator"', 'caller.kind !== "operator"'],
    reason: OPERATOR,
  },
  {
    file: http("middleware/authorize.ts"),
    originals: ['route.auth === "public"'],
    reason: "what signing in asks of who is signed in already is open (D-137)",
  },
  {
    file: http("scopes.ts"),
    originals: ["asked.length === 0", "granted.length === new Set(asked).size"],
    reason: "a scope that nobody can have may be left out, with a warning (D-134)",
  },
  {
    file: http("routes/orders.ts"),
    originals: ['{ "Idempotent-Replayed": "true" }', '"true"'],
    reason: "that an answer is a replay need not be told (D-041)",
  },
  {
    file: http("routes/orders.ts"),
    originals: ["status === undefined"],
    replacement: "true",
    reason: "a status that does not narrow the list is a warning (D-091)",
  },
  {
    file: http("routes/orders.ts"),
    originals: ["{ cancelled: orderIds, count: orderIds.length }"],
    reason: "what a cancel of all tells is open (D-093)",
  },
  { file: http("routes/ticket.ts"), within: ["ticket"], originals: ["true"], reason: ABSENT },
  {
    file: http("serve-route.ts"),
    originals: ["bytes.length === 0 && route.bodyMayBeAbsent"],
    replacement: "false",
    reason: ABSENT,
  },
  {
    file: http("serve-route.ts"),
    originals: ['""', 'agentId !== ""'],
    reason: "whether callers without credentials are limited is open (D-163 to D-166)",
  },
  {
    file: wire("schemas.ts"),
    within: ["ExactInt"],
    reason: STRICT,
  },
  { file: wire("schemas.ts"), within: ["AmendBody"], reason: "amends are open (D-030)" },
  {
    file: wire("schemas.ts"),
    within: ["isUuid"],
    reason: ACTS_FOR,
  },
  {
    file: wire("schemas.ts"),
    within: ["PlaceOrderBody"],
    originals: ['{ ...orderRules, title: "OrderPlaceRequest" }'],
    reason: CORE_TOO,
  },
  {
    file: http("validate.ts"),
    originals: ["{ field, message }", "[place, field]"],
    reason: POINTERS,
  },
];
