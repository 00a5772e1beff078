/** The same as `legal.ts` for the HTTP shell: other bodies, other sign-ins, other refusals. */
import type { Known } from "./known.ts";

const http = (file: string) => `reference/http/${file}`;
const RECORDS = "fields of records are open (D-090, D-102 to D-111, D-120 to D-123, D-132)";
const SIGN_IN =
  "what signing up and in takes, tells and sets is open (D-136 to D-142, SESS-OUT-02)";
const PROVIDER = "an identity provider is out of a stranger's reach (D-140, D-141)";
const POINTERS = "what a validation error tells beyond its code is open (D-003)";
const STRICT = "nulls, fractions, duplicates and depth are open (D-010, D-011)";

export const LEGAL_HTTP: readonly Known[] = [
  {
    file: http("wire.ts"),
    within: [
      ...["fillRecord", "ownFillRecord", "orderRecord", "marketRecord", "bookRecord"],
      ...["tradeRecord", "candleRecord", "midRecord", "seriesRecord", "spotRecord"],
      ...["spotCandleRecord", "feedHealthRecord", "standingRecord", "positionRecord"],
      ...["walletRecord", "keyRecord", "accountRecord"],
    ],
    reason: RECORDS,
  },
  { file: http("keyring.ts"), within: ["publicPart"], reason: RECORDS },
  { file: http("wire.ts"), within: ["ladderResult"], reason: "ladders are open (D-031)" },
  ...["routes/series.ts", "routes/events.ts", "routes/feed.ts", "routes/leaderboard.ts"].map(
    (file) => ({ file: http(file), reason: RECORDS }),
  ),
  ...["cookies.ts", "sign-in.ts", "people.ts", "routes/auth.ts"].map((file) => ({
    file: http(file),
    reason: SIGN_IN,
  })),
  { file: http("routes/idp.ts"), reason: PROVIDER },
  {
    file: http("app.ts"),
    within: ["createRoutes"],
    reason: "what the map of plain routes does not know, the router finds",
  },
  {
    file: http("middleware/authenticate.ts"),
    within: ["actingFor"],
    reason: "for which of its agents a session acts is open (D-124)",
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
  { file: http("refused.ts"), within: ["granted"], reason: "details of a refusal are optional" },
  { file: http("validate.ts"), within: ["withoutNulls", "fromText"], reason: STRICT },
  { file: http("strict-json.ts"), reason: STRICT },
  { file: http("body.ts"), reason: STRICT },
  { file: http("raw-answer.ts"), reason: "what is no HTTP is open" },
  {
    file: http("rate-limit.ts"),
    reason: "how a limit counts, and what it tells to wait, is open (D-163 to D-165)",
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
    within: ["bearerOf"],
    originals: ['route.auth === "operator"'],
    reason: "the operator's credentials are out of a stranger's reach (D-144)",
  },
  {
    file: http("middleware/check-open.ts"),
    reason: "which features are closed, and what is answered meanwhile, is open (D-171)",
  },
  {
    file: http("middleware/limit-rate.ts"),
    reason: "how a limit counts, and what it tells to wait, is open (D-163 to D-165)",
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
  { file: http("refused.ts"), reason: POINTERS },
  { file: http("label.ts"), reason: "how a name is trimmed, and its refusal told, is open" },
  {
    file: http("schemas.ts"),
    within: ["UUID", "LadderBody"],
    reason: "ids that are no UUIDs, and ladders, are open (D-031, D-113)",
  },
  {
    file: http("schemas.ts"),
    within: ["orderRules"],
    reason: "the core refuses it as well",
  },
  {
    originals: ['"public"'],
    reason: "which data needs credentials is open (D-112)",
  },
  {
    file: http("routes/orders.ts"),
    originals: ['result.status === "REJECTED"'],
    reason: "a decline may be answered 200 or 201 (D-001)",
  },
  {
    file: http("middleware/answer.ts"),
    within: ["httpDate"],
    reason: "the Date header is HTTP's, not the spec's",
  },
];
