/** The shape of a profile file, once: its type, its check and its published JSON Schema. */
import Type, { type Static } from "typebox";
import { CLAIMS_SCHEMA } from "./claims.ts";

const closed = { additionalProperties: false } as const;
const said = (description: string) => ({ description });

const Name = Type.String({ minLength: 1, pattern: "^[A-Za-z][A-Za-z0-9_-]*$" });
const Text = Type.String({ minLength: 1 });
const Count = Type.Integer({ minimum: 1 });

const Cookie = Type.Object({ name: Text, value: Text }, closed);

const Agent = Type.Object(
  {
    name: Type.String({ ...Name, ...said("What sessions and reports call this caller.") }),
    owner: Type.String({
      ...Text,
      ...said("Whose agent it is; agents of one account share the owner."),
    }),
    agent_id: Type.Optional(Type.String({ ...Text, ...said("The agent's UUID on the target.") })),
    api_key: Type.String({ ...Text, ...said("Its API key, best from the environment.") }),
    second_api_key: Type.Optional(
      Type.String({ ...Text, ...said("Another key of the same agent.") }),
    ),
    scopes: Type.Optional(
      Type.Array(Type.Enum(["read", "trade"]), said("What api_key may do; default both.")),
    ),
  },
  { ...closed, ...said("An API-key caller.") },
);

const Browser = Type.Object(
  { owner: Text, agent_id: Type.Optional(Text), session_cookie: Cookie, csrf_cookie: Cookie },
  { ...closed, ...said("A signed-in human: the cookies of a browser session.") },
);

const Market = Type.Object(
  {
    id: Type.String({ ...Text, ...said("The market's UUID.") }),
    kind: Type.Enum(["BTC_BINARY", "BTC_PERP", "BTC_PARLAY"]),
    status: Type.Optional(
      Type.Enum(["OPEN", "EXPIRED", "RESOLVED", "VOID"], said("Default OPEN.")),
    ),
    band: Type.Optional(
      Type.Array(Type.Integer(), {
        minItems: 2,
        maxItems: 2,
        ...said("Lowest and highest price, in the market's price units; else read."),
      }),
    ),
    tick: Type.Optional(Type.Integer({ minimum: 1, ...said("Price step; else read.") })),
    mark_price: Type.Optional(
      Type.Union([Type.Integer(), Type.Null()], said("Current mark price, if known.")),
    ),
  },
  { ...closed, ...said("A market the checks may trade.") },
);

const Limits = Type.Object(
  { writes_per_minute: Type.Optional(Count), reads_per_minute: Type.Optional(Count) },
  { ...closed, ...said("Documented rate limits per agent; default 600 and 6000.") },
);

const Control = Type.Object(
  { url: Text, token: Text },
  { ...closed, ...said("Operator's endpoint speaking touchstone-control/1.") },
);

const Sign = (meaning: string) =>
  Type.Object(
    { at: Text, is: Type.Union([Type.String(), Type.Integer(), Type.Boolean()]) },
    { ...closed, ...said(meaning) },
  );

const Stream = Type.Object(
  {
    subscribe: Type.Record(
      Type.String(),
      Type.Unknown(),
      said("What a client sends to follow the book of a market; {market} stands for its id."),
    ),
    channel: Sign("By which member, and which value of it, a frame belongs to that book."),
    seq: Type.String({ ...Text, ...said("Where a frame has its number: plus 1 each.") }),
    snapshot: Sign("By which member, and which value of it, a frame holds the whole book."),
    levels: Type.String({
      ...Text,
      ...said("Where a frame has both sides: all levels, or those that changed; qty 0 removes."),
    }),
  },
  { ...closed, ...said("How the stream tells a book; places are member names joined by dots.") },
);

const IdentityProvider = Type.Object(
  {
    origin: Type.Optional(
      Type.String({ ...Text, ...said("Where its pages are, if not at base_url.") }),
    ),
    people: Type.Array(
      Type.Record(Type.String(), Text),
      said(
        "What each person types, by the name of a field; each has an account of his own. {new} " +
          "stands for a text that nobody typed before, {NEW} for the same in capitals.",
      ),
    ),
  },
  { ...closed, ...said("Who may sign in at its identity provider, by pages that need no script.") },
);

/** A profile file, snake_case, before defaults. Every object is closed: a typo is an error. */
export const PROFILE_SCHEMA = Type.Object(
  {
    name: Type.Optional(Type.String({ ...Text, ...said("Name of the target in reports.") })),
    base_url: Type.String({ ...Text, ...said("Address of the target, http or https.") }),
    ca: Type.Optional(
      Type.String({
        ...Text,
        ...said("PEM file of the authority that signed its certificate, beside this file."),
      }),
    ),
    stream_url: Type.Optional(Type.String({ ...Text, ...said("Address of its stream.") })),
    prefix: Type.Optional(
      Type.Enum(
        ["", "/v1", "/api", "/api/v1"],
        said("Prefix used where a rule is not about prefixes; default /v1."),
      ),
    ),
    agents: Type.Optional(Type.Array(Agent)),
    browser: Type.Optional(Browser),
    idp: Type.Optional(IdentityProvider),
    markets: Type.Optional(Type.Array(Market, said("Else discovered from GET /markets."))),
    limits: Type.Optional(Limits),
    allow: Type.Optional(
      Type.Array(Type.Enum(["load"]), said("Bursts for the limit rules; default on loopback.")),
    ),
    control: Type.Optional(Control),
    stream: Type.Optional(Stream),
    claims: Type.Optional(CLAIMS_SCHEMA),
  },
  { ...closed, ...said("What the harness knows of a target.") },
);

/** A profile file as written. */
export type ProfileFile = Static<typeof PROFILE_SCHEMA>;

/** The published JSON Schema of a profile, as committed at docs/schemas/profile.schema.json. */
export function profileSchemaText(): string {
  const head = { $schema: "https://json-schema.org/draft/2020-12/schema" };
  return `${JSON.stringify({ ...head, title: "Touchstone profile", ...PROFILE_SCHEMA }, null, 2)}\n`;
}
