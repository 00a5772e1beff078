/** The parts of HAR 1.2 that sessions need, with what browsers add for WebSockets. */
import Type, { type Static } from "typebox";

const optional = Type.Optional;
/** Some tools write null for what they do not know, others leave it out. */
const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
/** Of this tool's own files: what HAR has no place for. */
const OWN = { _session: Type.Optional(Type.Unknown()) };

/** A header, a query parameter or a form field. */
const Pair = Type.Object({ name: Type.String(), value: Type.String() });
export type HarPair = Static<typeof Pair>;

const Field = Type.Object({ name: Type.String(), value: Text });

/** A message on a WebSocket. Units: `time` since 1970, in seconds (in some files ms); `opcode` 1 text, 2 base64. */
const Message = Type.Object({
  ...OWN,
  type: Type.String(),
  time: Type.Number(),
  opcode: Type.Number(),
  data: Type.String(),
});
export type HarMessage = Static<typeof Message>;

/** What HAR demands of messages and nobody reads. */
const UNREAD = {
  httpVersion: optional(Type.Unknown()),
  headersSize: optional(Type.Unknown()),
  bodySize: optional(Type.Unknown()),
};

const Request = Type.Object({
  ...UNREAD,
  queryString: optional(Type.Unknown()),
  method: Type.String(),
  url: Type.String(),
  headers: Type.Array(Pair),
  cookies: optional(Type.Array(Pair)),
  postData: optional(
    Type.Union([
      Type.Null(),
      Type.Object({
        ...{ mimeType: Text, text: Text, encoding: Text },
        params: optional(Type.Union([Type.Array(Field), Type.Null()])),
      }),
    ]),
  ),
});

const Response = Type.Object({
  ...UNREAD,
  statusText: optional(Type.Unknown()),
  cookies: optional(Type.Unknown()),
  redirectURL: optional(Type.Unknown()),
  status: Type.Integer(),
  headers: Type.Array(Pair),
  content: Type.Object({
    size: optional(Type.Unknown()),
    ...{ mimeType: Text, text: Text, encoding: Text },
  }),
  _error: Text,
});

/** One request and its response. Units: `time` in ms. */
const Entry = Type.Object({
  ...OWN,
  startedDateTime: Type.String(),
  time: optional(Type.Union([Type.Number(), Type.Null()])),
  request: Request,
  response: Response,
  cache: optional(Type.Unknown()),
  timings: optional(Type.Unknown()),
  _resourceType: optional(Type.Unknown()),
  _fromCache: optional(Type.Unknown()),
  _webSocketMessages: optional(Type.Union([Type.Array(Message), Type.Null()])),
});
export type HarEntry = Static<typeof Entry>;

/** Whether it is a stream; some tools keep none of its messages. */
export function isStream({ request, response, _webSocketMessages: messages }: HarEntry): boolean {
  return (messages ?? null) !== null || response.status === 101 || /^wss?:/i.test(request.url);
}

/** The file, as far as it is read; whatever else it holds may have any shape. */
export const HAR = Type.Object({
  log: Type.Object({
    ...OWN,
    version: optional(Type.Unknown()),
    creator: optional(Type.Unknown()),
    entries: Type.Array(Entry),
  }),
});
export type Har = Static<typeof HAR>;
