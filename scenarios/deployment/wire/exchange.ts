/** One request and what came back: the unit of evidence, and of a session. */

/** Which budget of the agent a request draws on. Spec: Limits. */
export type RequestClass = "read" | "write";

/** What was sent; `authorization` is kept as `Bearer {{actor.key}}`, never the key itself (H-18). */
export interface SentRequest {
  method: string;
  /** Path with prefix, without query. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** Body text as sent, redacted; null without a body. */
  bodyText: string | null;
}

/**
 * What came back.
 * Shape: header names in lower case, several `set-cookie` joined by a line break; `bodyText` is
 * redacted and is what sessions and reports write; `body` is the JSON as it came, for checks and
 * captures only, undefined when the text is not JSON; `setCookies` are the cookies as they came,
 * for checks only, absent when none was set; `chars` is the length of the text as it came, told
 * without writing it.
 */
export interface ReceivedResponse {
  status: number;
  headers: Record<string, string>;
  bodyText: string;
  chars?: number;
  body: unknown;
  setCookies?: readonly string[];
}

/** Whether a status says that what was asked for was done; false where there was no answer. */
export function isSuccess(status: number | null = null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Whether an answer came, and is a success. */
export function succeeded({ response }: Pick<Exchange, "response">): boolean {
  return isSuccess(response?.status);
}

/** Why there is no response. A timeout is never a reject. */
export type TransportFailure =
  | "timeout"
  | "reset"
  | "refused"
  | "dns"
  | "tls"
  | "protocol"
  | "too-large"
  | "other";

/** Times in milliseconds since the start of the run; `actor` names who sent it, null for nobody. */
export interface Exchange {
  at: number;
  took: number;
  actor: string | null;
  request: SentRequest;
  response: ReceivedResponse | null;
  failure: TransportFailure | null;
  /** Budget it draws on; null for requests without credentials. */
  class: RequestClass | null;
}
