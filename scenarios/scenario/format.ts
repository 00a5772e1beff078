/** The format of a scenario: who trades where, step by step, and what each may expect. */
import Type, { type Static, type TSchema } from "typebox";

const closed = { additionalProperties: false } as const;
const said = (description: string) => ({ description });
const optional = <T extends TSchema>(type: T) => Type.Optional(type);
const Name = (description: string) =>
  Type.String({ pattern: "^[a-z][a-z0-9-]*$", ...said(description) });
const Code = (description: string) => Type.String({ minLength: 1, ...said(description) });
const Count = (description: string) => Type.Integer({ minimum: 0, ...said(description) });
const OneOrMore = <T extends TSchema>(type: T, description: string) =>
  Type.Union([type, Type.Array(type, { minItems: 1 })], said(description));

const Actor = Type.Object(
  {
    owner: optional(Name("whose agent it is; default an owner of its own")),
    key_of: optional(Name("another key of this actor's agent")),
    scopes: optional(Type.Array(Type.Enum(["read", "trade"]), said("default both"))),
    cash: optional(Count("cents to start with; default the venue's")),
    human: optional(Type.Boolean(said("signed in with a browser instead of an API key"))),
  },
  { ...closed, ...said("Who acts: an agent with an API key, unless said otherwise") },
);

const Market = Type.Object(
  {
    kind: optional(Type.Enum(["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"], said("default binary"))),
    status: optional(Type.Enum(["OPEN", "EXPIRED", "RESOLVED", "VOID"], said("default OPEN"))),
    band: optional(
      Type.Array(Type.Integer(), { minItems: 2, maxItems: 2, ...said("lowest, highest price") }),
    ),
    tick: optional(Type.Integer({ minimum: 1, ...said("price step") })),
    mark_price: optional(Type.Union([Type.Integer(), Type.Null()], said("null for none"))),
    legs: optional(Type.Array(Name("a market above"), said("of a parlay"))),
  },
  { ...closed, ...said("A market of the scenario") },
);

const Order = Type.Object(
  {
    market: optional(Name("default the scenario's first market")),
    side: optional(Type.String(said("BUY or SELL"))),
    type: optional(Type.String(said("default LIMIT with a price, else MARKET"))),
    id: optional(
      Type.String(said("the client_order_id; told apart from other runs of the scenario")),
    ),
    sent_ms_ago: optional(Type.Integer(said("sets timestamp_ms; negative is the future"))),
  },
  said("An order; every other member is sent as it is, by its name in the spec"),
);

const Read = Type.Object(
  {
    order: optional(Name("an order placed above")),
    orders: optional(Type.Enum(["open", "all"], said("the actor's own"))),
    book: optional(Name("of a market")),
    market: optional(Name("its record")),
    trades: optional(Name("of a market")),
    position: optional(Name("in a market")),
    wallet: optional(Type.Literal(true, said("the actor's free cash"))),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
);

const Send = Type.Object(
  {
    method: optional(Type.String(said("default GET"))),
    path: Type.String(said("without prefix; {name} is an id of the scenario")),
    prefix: optional(Type.Enum(["", "/v1", "/api", "/api/v1"])),
    query: optional(Type.Record(Type.String(), Type.String())),
    headers: optional(Type.Record(Type.String(), Type.String())),
    body: optional(Type.Unknown(said("JSON; whole texts such as {noon} are ids of the scenario"))),
    text: optional(Type.String(said("a body that is sent as it is"))),
  },
  { ...closed, ...said("Any request") },
);

const Level = Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 });
const Expect = Type.Object(
  {
    status: optional(OneOrMore(Type.String(), "of the order, or of the market")),
    filled: optional(Count("contracts traded so far")),
    remaining: optional(Count("contracts that rest")),
    average: optional(Type.Number(said("average price of the fills"))),
    fills: optional(Type.Array(Level, said("price and quantity of each, in any order"))),
    declined: optional(
      OneOrMore(Code("reject code"), "the engine's no, in any documented form; ANY for any reason"),
    ),
    refused: optional(OneOrMore(Type.Integer(), "HTTP statuses of a no before the engine")),
    code: optional(Code("of an error envelope")),
    http: optional(OneOrMore(Type.Integer(), "HTTP status")),
    same_as: optional(Name("the same order as this one")),
    has: optional(Type.Array(Name("an order or another id of the scenario"))),
    lacks: optional(Type.Array(Name("an order or another id of the scenario"))),
    bids: optional(Type.Array(Level, said("price and quantity, best first"))),
    asks: optional(Type.Array(Level, said("price and quantity, best first"))),
    qty: optional(Type.Integer(said("signed position in contracts"))),
    more_than: optional(Name("free cash read above")),
    less_than: optional(Name("free cash read above")),
    equal_to: optional(Name("free cash read above")),
  },
  { ...closed, ...said("What must be so; reads are repeated for three seconds until it is") },
);

const ACTOR_VERBS = {
  place: Order,
  cancel: Type.String(said("an order placed above, or `all`")),
  read: Read,
  send: Send,
  create_key: Type.Object(
    {
      for: Name("the actor whose agent gets a key"),
      scopes: optional(Type.Array(Type.String())),
    },
    { ...closed, ...said("by a human") },
  ),
  revoke_key: Name("a key created above"),
  open_stream: Name("what the scenario calls the connection"),
  say: Type.Object({ on: Name("a connection"), json: Type.Unknown() }, closed),
  follow: Type.Object({ on: Name("a connection"), book: Name("a market") }, closed),
  hear: Type.Object(
    { on: Name("a connection"), about: optional(Name("an order or market that a frame names")) },
    closed,
  ),
  close_stream: Name("a connection"),
} as const;

const VENUE_VERBS = {
  expire: Name("a market"),
  void: Name("a market"),
  resolve: Type.Object({ market: Name("a market"), outcome: Type.Enum(["YES", "NO"]) }, closed),
  mark: Type.Object(
    { market: Name("a market"), price: Type.Union([Type.Integer(), Type.Null()]) },
    closed,
  ),
  freeze: Type.Boolean(said("the kill switch")),
  feed: Type.Enum(["lost", "back"], said("the reference price")),
  gate: Type.Object({ name: Type.String(), closed: Type.Boolean() }, closed),
  pass: Type.Object({ seconds: Type.Integer({ minimum: 1 }) }, { ...closed, ...said("time") }),
} as const;

const Action = Type.Object(
  {
    ...Type.Partial(Type.Object(ACTOR_VERBS)).properties,
    ...Type.Partial(Type.Object(VENUE_VERBS)).properties,
    as: optional(Name("what later steps call this order, key or amount")),
    with: optional(Name("sends with a key created above")),
    times: optional(Type.Integer({ minimum: 1, ...said("over again; the last is judged") })),
    expect: optional(Expect),
  },
  closed,
);

/** The shape of a scenario's file. */
export const STORY = Type.Object(
  {
    story: Type.String({ minLength: 1, ...said("what happens, as a sentence") }),
    shows: Type.Array(Type.String(), { minItems: 1, ...said("ids of the rules it shows") }),
    actors: Type.Record(Type.String({ pattern: "^[a-z][a-z0-9-]*$" }), Actor),
    markets: optional(Type.Record(Type.String({ pattern: "^[a-z][a-z0-9-]*$" }), Market)),
    steps: Type.Array(
      Type.Record(Type.String(), Action, {
        minProperties: 1,
        maxProperties: 1,
        ...said("who (an actor, `nobody`, or `venue` for its operator) does what"),
      }),
      { minItems: 1 },
    ),
  },
  { ...closed, ...said("A scenario on a trading venue") },
);

export type ScenarioFile = Static<typeof STORY>;
export type ScenarioMarket = Static<typeof Market>;
export type Action = Static<typeof Action>;
export type Expectations = Static<typeof Expect>;

/** What an actor can do, and what the venue's operator can do. */
export type ActorVerb = keyof typeof ACTOR_VERBS;
export type VenueVerb = keyof typeof VENUE_VERBS;
export const ACTOR_VERB_NAMES = Object.keys(ACTOR_VERBS) as ActorVerb[];
export const VENUE_VERB_NAMES = Object.keys(VENUE_VERBS) as VenueVerb[];

/** Who stands in a step without being an actor. */
export const NOBODY = "nobody";
export const VENUE = "venue";

/** One step, as read. Shape: `number` counts from 1; `line` is where it stands in its file. */
export interface ScenarioStep {
  number: number;
  line: number;
  who: string;
  verb: ActorVerb | VenueVerb;
  action: Action;
}

/** A scenario, read and checked. */
export interface Scenario extends Omit<ScenarioFile, "steps"> {
  file: string;
  steps: ScenarioStep[];
}

/** The published JSON Schema, as committed at docs/schemas/scenario.schema.json. */
export function scenarioSchemaText(): string {
  const head = { $schema: "https://json-schema.org/draft/2020-12/schema" };
  return `${JSON.stringify({ ...head, title: "Touchstone scenario", ...STORY }, null, 2)}\n`;
}
