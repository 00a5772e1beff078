/** What a proxy sees pass, as it came: bytes and raw headers, nothing hidden yet. */

/** Header names and values in turn, in the order and letter case of the wire. */
export type RawHeaders = readonly string[];

/** Why no whole answer came; `abandoned` when the caller left before it did. */
export type Loss =
  | "refused"
  | "reset"
  | "dns"
  | "tls"
  | "timeout"
  | "protocol"
  | "too-large"
  | "abandoned";

/** A body that passed and was not kept, and why. */
export interface LeftOut {
  leftOut: string;
}

/** Bytes of a body, or why they were not kept. */
export type PassedBody = Buffer | LeftOut;

/** A request as the caller sent it. Shape: `url` is path and query; times are `performance.now()`. */
export interface PassedRequest {
  beganMs: number;
  method: string;
  url: string;
  headers: RawHeaders;
}

/** One exchange, over. */
export interface PassedExchange extends PassedRequest {
  endedMs: number;
  body: PassedBody;
  answer: { status: number; headers: RawHeaders; body: PassedBody } | null;
  loss: Loss | null;
}

/** Who of the two ends of a stream. */
export type StreamEnd = "client" | "venue";

/** A message on a stream. */
export interface PassedMessage {
  by: StreamEnd;
  message: PassedBody;
  isBinary: boolean;
  /** By `performance.now()`. */
  atMs: number;
}

/** The end of a stream. Shape: code 1006 when the connection was cut without a word. */
export interface PassedClose {
  by: StreamEnd;
  code: number;
  reason: string;
  /** By `performance.now()`. */
  atMs: number;
}

/** Sees what passes on one open stream; the close comes once. */
export interface StreamWitness {
  said(message: PassedMessage): void;
  closed(close: PassedClose): void;
}

/** Sees what passes. Each is called when it begins, which gives what to call when it is over. */
export interface Witness {
  exchange(): (passed: PassedExchange) => void;
  /** Shape: the answer of a handshake is a refusal unless its status is 101. */
  handshake(): (passed: PassedExchange) => StreamWitness;
}

/** The value of a header, several joined as HTTP joins them; undefined where there is none. */
export function headerOf(headers: RawHeaders, name: string): string | undefined {
  const values = headers.filter((_, at) => at % 2 === 1 && is(headers[at - 1], name));
  return values.length === 0 ? undefined : values.join(", ");
}

/** The headers without those of these names, in lower case. */
export function withoutHeaders(headers: RawHeaders, names: readonly string[]): string[] {
  return headers.filter((_, at) => !names.includes(headers[at - (at % 2)]?.toLowerCase() ?? ""));
}

function is(header: string | undefined, name: string): boolean {
  return header !== undefined && header.length === name.length && header.toLowerCase() === name;
}
