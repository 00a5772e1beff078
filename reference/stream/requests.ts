/** What a client may say on the stream, and what is wrong with anything else. D-152. */

/** `id` comes back with the answer; null when the client gave none. */
export type ClientRequest =
  | { op: "subscribe" | "unsubscribe"; id: RequestId; channels: string[] }
  | { op: "ping"; id: RequestId };

export type RequestId = string | number | null;

/** Code of an error frame. */
export type StreamErrorCode =
  | "NOT_JSON"
  | "INVALID_REQUEST"
  | "UNKNOWN_OP"
  | "UNKNOWN_CHANNEL"
  | "TOO_MANY_SUBSCRIPTIONS";

/** A request that has no effect but an error frame. */
export class BadRequest extends Error {
  readonly code: StreamErrorCode;
  readonly id: RequestId;

  constructor(code: StreamErrorCode, id: RequestId, message: string) {
    super(message);
    this.code = code;
    this.id = id;
  }
}

/** Longest `id` that is echoed. Units: characters. */
const ID_CHARS_MAX = 64;

/** Errors: throws BadRequest. */
export function readRequest(text: string): ClientRequest {
  const { op, id = null, channels } = parsed(text);
  if (!isId(id)) throw invalid(null, `id is a number or a string of ${ID_CHARS_MAX} characters`);
  if (op === "ping") return { op, id };
  if (op !== "subscribe" && op !== "unsubscribe") {
    throw new BadRequest("UNKNOWN_OP", id, "op is subscribe, unsubscribe or ping");
  }
  if (!isNames(channels)) throw invalid(id, "channels is a list of channel names");
  return { op, id, channels: [...new Set(channels)] };
}

function parsed(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BadRequest("NOT_JSON", null, "a message is a JSON object");
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw invalid(null, "a message is a JSON object");
}

const invalid = (id: RequestId, message: string) => new BadRequest("INVALID_REQUEST", id, message);

function isId(id: unknown): id is RequestId {
  if (typeof id === "string") return id.length <= ID_CHARS_MAX;
  return id === null || Number.isFinite(id);
}

function isNames(channels: unknown): channels is string[] {
  if (!Array.isArray(channels) || channels.length === 0) return false;
  return channels.every((name) => typeof name === "string");
}
