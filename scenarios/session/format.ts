/** The session format: what happened between actors and a venue, one JSON object a line. */
import Type, { type Static } from "typebox";

const said = (description: string) => ({ description });
/** Thirty years, so that every moment of a session is a date. */
const MS_MAX = 1e12;
const Ms = (description: string) =>
  Type.Number({ minimum: 0, maximum: MS_MAX, ...said(description) });
const Texts = (description: string) => Type.Record(Type.String(), Type.String(), said(description));

/** A body is `body` only if writing it again gives the same bytes, else text or base64. */
const BODY = {
  body: Type.Optional(Type.Unknown(said("JSON that, written again, gives the same bytes"))),
  body_text: Type.Optional(Type.String(said("any other text"))),
  body_base64: Type.Optional(Type.String(said("bytes that are no UTF-8"))),
  body_left_out: Type.Optional(Type.String(said("why a body that there was is not here"))),
};
const Body = Type.Object(BODY);

const Actor = Type.Object(
  {
    caller: Type.Enum(["key", "session"], said("a bot with an API key, or a signed-in human")),
    owner: Type.String(said("whose agent it is; the same owner is the same account")),
    agent_id: Type.Optional(Type.String(said("two actors of one agent share its wallet"))),
    scopes: Type.Optional(Type.Array(Type.String(), said("what the key may do; default all"))),
    cash: Type.Optional(Type.Integer(said("cents the agent starts with; default the venue's"))),
  },
  said("Whoever acts; credentials are placeholders such as {{name.key}}"),
);

const Market = Type.Object(
  {
    kind: Type.String(said("BTC_BINARY, BTC_PERP or BTC_PARLAY")),
    status: Type.String(said("as it was when the session began")),
    band: Type.Unsafe<readonly [number, number]>(
      Type.Tuple([Type.Number(), Type.Number()], said("lowest and highest price")),
    ),
    tick: Type.Number(said("price step")),
    mark_price: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    legs: Type.Optional(Type.Array(Type.String(), said("markets of a parlay, by id"))),
  },
  said("How a market is recognised elsewhere; in market price units"),
);

const Header = Type.Object(
  {
    touchstone: Type.Literal("session/1"),
    target: Type.Object({ name: Type.String(), prefix: Type.String() }),
    recorded_by: Type.String(said("check, proxy, import, simulation, property, hand or replay")),
    seed: Type.Union([Type.Integer(), Type.Null()], said("of the reference that was recorded")),
    clock: Type.Enum(["system", "virtual"]),
    started_at: Type.String(said("ISO 8601, UTC: what every `at` counts from")),
    actors: Type.Record(Type.String(), Actor),
    markets: Type.Record(Type.String(), Market, said("by id")),
    not_promised: Type.Optional(
      Type.Array(Type.String(), said("what a recording may lack, and what may be left in it")),
    ),
  },
  said("First line"),
);

const PLACE = {
  n: Type.Integer({ minimum: 1, ...said("1, 2, 3 …") }),
  at: Ms("milliseconds since started_at, at the socket"),
};
const Who = Type.Union([Type.String(), Type.Null()], said("an actor; null without credentials"));
const Stream = Type.String(said("which connection, by a name of the session's own"));

const Exchange = Type.Object(
  {
    ...PLACE,
    took: Ms("milliseconds from first byte out to last byte in"),
    actor: Who,
    request: Type.Object({
      method: Type.String(),
      path: Type.String(said("with prefix, without query")),
      query: Type.Optional(Texts("by name")),
      headers: Texts("names in lower case"),
      ...BODY,
    }),
    response: Type.Optional(
      Type.Object({
        status: Type.Integer(),
        headers: Texts("names in lower case; several set-cookie joined by line breaks"),
        ...BODY,
      }),
    ),
    failure: Type.Optional(Type.String(said("why no response came: timeout, reset …"))),
  },
  said("One request and what came back"),
);

const Open = Type.Object(
  {
    ...PLACE,
    stream: Stream,
    actor: Who,
    open: Type.Object({ path: Type.String(), query: Type.Optional(Texts("with the ticket")) }),
    status: Type.Integer(said("101 when the stream opened, else what refused it")),
  },
  said("A handshake of the stream"),
);
const Send = Type.Object({ ...PLACE, stream: Stream, send: Body }, said("A frame to the venue"));
const Receive = Type.Object(
  { ...PLACE, stream: Stream, receive: Body },
  said("A frame from the venue"),
);
const Close = Type.Object(
  {
    ...PLACE,
    stream: Stream,
    close: Type.Object({
      code: Type.Integer(),
      reason: Type.Optional(Type.String()),
      by: Type.Optional(Type.Enum(["client", "venue"], said("who closed; default client"))),
    }),
  },
  said("The end of a stream"),
);
const Control = Type.Object(
  {
    ...PLACE,
    took: Type.Optional(Ms("milliseconds until it was answered")),
    control: Type.Object({
      method: Type.String(),
      path: Type.String(said("relative to the operator's endpoint")),
      body: Type.Unknown(),
    }),
    response: Type.Optional(Type.Object({ status: Type.Integer(), ...BODY })),
  },
  said("A command of the control protocol"),
);
const End = Type.Object(
  {
    end: Type.Integer({ minimum: 0, ...said("how many lines there were") }),
    sha256: Type.String(said("of every byte before this line")),
  },
  said("Last line; a file without one was cut off, and is usable"),
);

/** Each kind of line by the member that marks it. */
export const LINE_KINDS = {
  request: Exchange,
  open: Open,
  send: Send,
  receive: Receive,
  close: Close,
  control: Control,
} as const;

/** The kinds of lines between header and end. */
export type LineKind = keyof typeof LINE_KINDS;

/** The first and the last line. */
export const HEADER = Header;
export const END = End;

/** First line. Credentials appear nowhere: actors' keys are placeholders `{{name.key}}`. */
export type SessionHeader = Static<typeof Header>;

/** How a market is recognised elsewhere. Units: market price units. */
export type SessionMarket = Static<typeof Market>;

/** Who acts. Shape: actors with one `agent_id` are keys of one agent. */
export type SessionActor = Static<typeof Actor>;

/** A body, of a request, a response or a frame. Shape: empty when there was none. */
export type SessionBody = Static<typeof Body>;

/** One exchange; `at` and `took` are milliseconds since the header's start. */
export type SessionExchange = Static<typeof Exchange>;
export type SessionOpen = Static<typeof Open>;
export type SessionSend = Static<typeof Send>;
export type SessionReceive = Static<typeof Receive>;
export type SessionClose = Static<typeof Close>;

/** A command of the control protocol, with its answer where it was recorded. */
export type SessionControl = Static<typeof Control>;

/** Anything between the header and the end. */
export type SessionLine =
  | SessionExchange
  | SessionOpen
  | SessionSend
  | SessionReceive
  | SessionClose
  | SessionControl;

/** Last line; a file without one was cut off and is still usable. */
export type SessionEnd = Static<typeof End>;

/** Which kind a line is; undefined for one of a later version. */
export function kindOf(line: object): LineKind | undefined {
  return (Object.keys(LINE_KINDS) as LineKind[]).find((kind) => kind in line);
}

/** The published JSON Schema of one line, as committed at docs/schemas/session.schema.json. */
export function sessionSchemaText(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Touchstone session, one line",
    anyOf: [Header, ...Object.values(LINE_KINDS), End],
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
