/** What the codes of a venue mean, in plain words. */
import { VenueError } from "../../client/client.ts";
import { plainText } from "./plain-text.ts";

/** A code, and what it means to the person who reads it. */
export interface SpokenProblem {
  code: string;
  text: string;
}

const WORDS: Record<string, string> = {
  TIMESTAMP_OUT_OF_WINDOW: "the order came later than its receive window allows; place it again",
  UNKNOWN_MARKET: "the venue has no such market",
  MARKET_CLOSED: "the market takes no more orders",
  INVALID_QTY: "the quantity must be more than zero",
  INVALID_LEVERAGE: "this leverage is not to be had here",
  INVALID_MARGIN_MODE: "this market has no margin modes",
  PRICE_OUT_OF_RANGE: "the price is outside the market's band or between two ticks",
  AGENT_SIDE_COOLDOWN: "too many orders of this side were declined; wait a little",
  NO_REFERENCE_PRICE: "there is no mark or index price, so no market order is taken",
  FAT_FINGER: "price or quantity are far from what is usual",
  REDUCE_ONLY_VIOLATION: "a reduce-only order would open or enlarge the position",
  POSITION_CAP: "the position could become larger than this market allows",
  INSUFFICIENT_MARGIN: "there is not enough free cash",
  POST_ONLY_WOULD_CROSS: "a post-only order would have traded at once",
  FOK_NOT_FILLABLE: "the whole order could not be filled at once",
  MARKET_NO_LIQUIDITY: "nobody is on the other side",
  VALIDATION_ERROR: "the venue could not make sense of the order",
  INVALID_PARAMETER: "the venue could not make sense of what was asked",
  IDP_CALLBACK_INVALID: "the sign-in at the provider was not completed; begin again",
  UNAUTHENTICATED: "nobody is signed in any more; sign in again",
  INVALID_CREDENTIALS: "e-mail or password is wrong",
  FORBIDDEN: "this belongs to somebody else",
  INSUFFICIENT_SCOPE: "the credential may not do this",
  SCOPE_NOT_ALLOWED: "this scope is not given out",
  SESSION_REQUIRED: "this takes somebody who is signed in",
  CSRF_FAILED:
    "the browser's CSRF cookie is missing or out of date; nothing was done. Sign in again",
  ROUTE_NOT_FOUND: "the venue does not offer this",
  ORDER_NOT_FOUND: "the venue knows no such order",
  MARKET_NOT_FOUND: "the venue has no such market",
  SERIES_NOT_FOUND: "the venue has no such series",
  ACCOUNT_NOT_FOUND: "the venue knows no such account",
  AGENT_NOT_FOUND: "the venue knows no such agent",
  KEY_NOT_FOUND: "the venue knows no such key",
  METHOD_NOT_ALLOWED: "the venue does not offer this",
  REQUEST_TIMEOUT: "the request took too long to arrive",
  CLIENT_ORDER_ID_CONFLICT: "another order has this client order id already",
  ORDER_NOT_OPEN: "the order is not working any more",
  AMEND_CONFLICT: "the order cannot be changed to that",
  AGENT_NAME_TAKEN: "an agent has this name already",
  EMAIL_TAKEN: "this e-mail is registered already",
  UNSUPPORTED_ENCODING: "the venue does not read this encoding",
  RATE_LIMITED: "too many requests; wait a little",
  HEADERS_TOO_LARGE: "the request is too large",
  INTERNAL: "the venue failed",
  UPSTREAM_UNAVAILABLE: "what the venue depends on does not answer",
  EXCHANGE_FROZEN: "the kill switch is on: the exchange takes no orders now",
  FEATURE_DISABLED: "the venue has switched this off",
  STORE_UNAVAILABLE: "the venue cannot keep anything now, so it takes no orders",
  TARGET_UNREACHABLE: "the venue behind this page cannot be reached",
  NO_ANSWER: "the venue gave no answer",
  UNREADABLE: "the venue's answer cannot be read",
};

/** The code's meaning, with what the venue said itself where it adds something. */
export function spoken(code: string, message?: unknown): SpokenProblem {
  const known = Object.hasOwn(WORDS, code) ? WORDS[code]! : null;
  const said = plainText(message);
  if (known === null) return { code: plainText(code), text: said || "the venue declined" };
  return { code, text: said === "" || said === known ? known : `${known} (${said})` };
}

/** What went wrong with a request. */
export function problemOf(error: unknown): SpokenProblem {
  if (!(error instanceof VenueError)) return spoken("NO_ANSWER");
  const { code, status, retryAfterSeconds: seconds, message } = error;
  if (code === null && status < 400) return spoken("UNREADABLE");
  if (code === null) return { code: `HTTP ${status}`, text: "the venue did not say why" };
  const { text } = spoken(code, message.split(`${code} `)[1]);
  return { code: plainText(code), text: seconds === null ? text : `${text}; ${seconds} s` };
}

/** Whether what was asked may have been done all the same. */
export function isUncertain(error: unknown): boolean {
  if (!(error instanceof VenueError)) return true;
  return error.status < 400 || (error.status >= 500 && !DID_NOTHING.has(error.code ?? ""));
}

const DID_NOTHING = new Set([
  "EXCHANGE_FROZEN",
  "FEATURE_DISABLED",
  "UPSTREAM_UNAVAILABLE",
  "TARGET_UNREACHABLE",
]);
