/** Mutations that nobody can notice whatever they try. */
import { type OpenPlace, TWICE } from "./known.ts";

/** Messages are for people; codes are the contract. */
export const FOR_PEOPLE = "prose, which is no contract";

const ELSEWHERE = "is run by tests, simulations and recovery, never by a venue while it serves";
const JOURNAL = "is what the journal keeps: read by recovery and replays, never by a venue serving";
const PAGES =
  "describes the venue to people and tools; of that the spec knows a version only (D-175)";
const REFUSED_ANYHOW = "is refused either way";
const UNDEFINED = "a field that is undefined is as good as an absent one";
const SPEED = "is about speed: the other way finds the same, only slower";

/** What nobody can notice whatever they try: not judged. */
export const UNNOTICEABLE: readonly OpenPlace[] = [
  ...[
    ...["reference/core/invariants.ts", "reference/core/digest.ts", "reference/core/snapshot.ts"],
    ...["reference/core/restore.ts", "reference/core/hash.ts", "reference/http/socketless.ts"],
    "reference/http/socketless-stream.ts",
  ].map((file) => ({ file, reason: ELSEWHERE })),
  {
    originals: ['"buy from"', '"sell to"', '"is required"', '"the market"', '"the order"'],
    reason: FOR_PEOPLE,
  },
  {
    file: "reference/core/cancel.ts",
    originals: ['"kind" in order', '"kind"'],
    within: ["cancel"],
    reason: TWICE,
  },
  {
    file: "reference/core/cancel.ts",
    originals: ['"cancelled"', '"cancelled-all"', '"ladder"'],
    reason: "nothing asks for it: what is no refusal went well",
  },
  { file: "reference/core/record.ts", reason: JOURNAL },
  { before: "state.hash.mix(", reason: JOURNAL },
  ...[
    ...["reference/http/openapi/docs-page.ts", "reference/http/openapi/docs-page-schema.ts"],
    ...["reference/http/html-answer.ts", "reference/http/openapi/asyncapi.ts"],
    "reference/http/openapi/asyncapi-messages.ts",
    ...["reference/http/openapi/components.ts", "reference/http/openapi/errors.ts"],
    ...["reference/http/openapi/operation.ts", "reference/http/openapi/security.ts"],
    ...["reference/http/openapi/openapi.ts", "reference/wire/records.ts"],
    ...["reference/wire/people-records.ts", "reference/wire/feed-records.ts"],
  ].map((file) => ({ file, reason: PAGES })),
  ...["reference/http/page.ts", "reference/http/routes/description.ts"].map((file) => ({
    file,
    reason: PAGES,
  })),
  { file: "reference/http/app.ts", within: ["serveDocs"], reason: PAGES },
  { originals: ['{ title: "LadderRequest" }'], reason: PAGES },
  { file: "reference/wire/schemas.ts", before: "title:", reason: PAGES },
  {
    file: "reference/identity/keyring.ts",
    originals: [
      "last !== undefined && same(last.key, sent)",
      "holder === null || !same(Buffer.from(holder.digest), Buffer.from(digest))",
    ],
    replacement: "false",
    reason: SPEED,
  },
  {
    file: "reference/http/scopes.ts",
    originals: ["(name) => PRIVILEGED.includes(name)"],
    reason: REFUSED_ANYHOW,
  },
  { file: "reference/http/scopes.ts", within: ["PRIVILEGED"], reason: REFUSED_ANYHOW },
  {
    file: "reference/http/scopes.ts",
    originals: ["privileged !== undefined"],
    replacement: "false",
    reason: REFUSED_ANYHOW,
  },
  {
    file: "reference/http/scopes.ts",
    before: "if (privileged !== undefined)",
    reason: REFUSED_ANYHOW,
  },
  {
    originals: ['"agent"'],
    before: "auth:",
    reason: "asks for credentials of any kind, as does whatever is not named",
  },
  {
    file: "reference/wire/mapping.ts",
    within: ["orderRequest"],
    replacement: "true",
    reason: UNDEFINED,
  },
  {
    file: "reference/http/validate.ts",
    originals: ["values[name] === undefined"],
    replacement: "false",
    reason: UNDEFINED,
  },
  {
    file: "reference/http/routes/orders.ts",
    originals: ["marketId === undefined"],
    replacement: "false",
    reason: UNDEFINED,
  },
  {
    file: "reference/http/serve-route.ts",
    within: ["queryOf"],
    originals: ["mark < 0"],
    reason: "no parameter is called as a path's last letter, and no path is empty",
  },
  {
    file: "reference/http/routes/found.ts",
    originals: ["what!.toLowerCase()", '"_"'],
    reason: FOR_PEOPLE,
  },
  {
    file: "reference/http/routes/orders.ts",
    originals: [
      '"Orders"',
      '{ "Idempotent-Replayed": "present when this repeats an earlier answer" }',
    ],
    reason: PAGES,
  },
  {
    originals: ['{ title: "TicketRequest" }', '"TicketRequest"', '"OrderPlaceRequest"'],
    reason: PAGES,
  },
  { file: "reference/http/routes/orders.ts", within: ["orderPage"], reason: PAGES },
  {
    file: "reference/http/routes/orders.ts",
    originals: ["true"],
    before: "entersOrders:",
    reason: "the core refuses orders of a frozen venue as well",
  },
  {
    file: "reference/http/serve-route.ts",
    originals: ["() => null"],
    reason: UNDEFINED,
  },
  { file: "reference/http/routes/table.ts", reason: "writes a page of these docs" },
  { file: "reference/core/cancel.ts", within: ["ownOrder"], reason: TWICE },
  { file: "reference/core/order-index.ts", within: ["hashOf", "HASHED_CHARACTERS"], reason: SPEED },
  {
    file: "reference/core/order-index.ts",
    originals: ["order.orderId !== orderId"],
    replacement: "false",
    reason: "no two ids of a run have one hash",
  },
  {
    file: "reference/core/place.ts",
    within: ["remember"],
    reason: "an answer is remembered again only where it is the same",
  },
  {
    file: "reference/core/order.ts",
    within: ["Order"],
    originals: ["false", '"LIMIT"', '"GTC"'],
    reason: "is set again whenever an order begins",
  },
  {
    file: "reference/core/venue.ts",
    originals: [
      ...["{ return cashView(agentOf(this.state, agentId)); }", "position !== undefined", "-1"],
      ...["this.state.agents.get(agentId)?.index ?? -1", "this.state.agents.get(agentId)?.index"],
      "position !== undefined && isListed(position)",
      "this.state.markets.get(marketId)?.positions",
      "{ return digestOf(this.state); }",
      "{ const venue = new Venue(options); restore(venue.state, snapshot); return venue; }",
    ],
    reason: ELSEWHERE,
  },
  {
    file: "reference/core/gates/traits.ts",
    originals: ["new Array<readonly Gate[] | null>(SETS)"],
    reason: SPEED,
  },
  {
    file: "reference/core/book.ts",
    within: ["fillableQty"],
    originals: ["found < wanted"],
    reason: SPEED,
  },
  {
    file: "reference/core/state.ts",
    originals: ["options.emit ?? null"],
    reason: "the HTTP shell listens later than it makes a venue",
  },
  {
    file: "reference/core/ledger.ts",
    within: ["LedgerAccount"],
    reason: "the name of a ledger account, which nobody is told",
  },
  {
    file: "reference/core/book.ts",
    originals: ["tries++", "tries < NEAR_LEVELS", "tries < NEAR_LEVELS && high > 0"],
    reason: SPEED,
  },
  {
    file: "reference/core/gates/gate.ts",
    originals: ['"declined"'],
    replacement: '""',
    reason: "nothing asks for it: a decline is what is neither a replay nor a refusal",
  },
  {
    file: "reference/core/gates/freshness.ts",
    originals: ["offMs <= recvWindowMs!"],
    replacement: "offMs < recvWindowMs!",
    reason: "nobody can stamp an order to the millisecond of its receipt (H-07)",
  },
];
