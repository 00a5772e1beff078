/** What became of a request, in one word: a decline is an answer, a lost request is none. */

/** Disjoint, and in the order reports show them. */
export const OUTCOMES = [
  "accepted",
  "declined",
  "limited",
  "refused",
  "unavailable",
  "lost",
  "malformed",
] as const;

/** One of `OUTCOMES`. */
export type RequestOutcome = (typeof OUTCOMES)[number];

/** The documented reject codes, and `OTHER` for every other: a bounded set. Spec: Errors. */
export const REASONS = [
  "POST_ONLY_WOULD_CROSS",
  "FOK_NOT_FILLABLE",
  "MARKET_NO_LIQUIDITY",
  "PRICE_OUT_OF_RANGE",
  "INVALID_QTY",
  "MARKET_CLOSED",
  "INSUFFICIENT_MARGIN",
  "POSITION_CAP",
  "AGENT_SIDE_COOLDOWN",
  "UNKNOWN_MARKET",
  "REDUCE_ONLY_VIOLATION",
  "NO_REFERENCE_PRICE",
  "INVALID_LEVERAGE",
  "INVALID_MARGIN_MODE",
  "FAT_FINGER",
  "EXCHANGE_FROZEN",
  "VALIDATION_ERROR",
  "OTHER",
] as const;

/** What a body has to be: any JSON, an OrderPlaceResult, or a ticket. */
export type Form = "json" | "order" | "ticket";

/** An answer as far as it is judged. Shape: status 0 when none came. */
export interface JudgedResponse {
  outcome: RequestOutcome;
  /** Why it was declined or refused; null for the other outcomes. */
  reason: string | null;
  body: Record<string, unknown>;
}

const ORDER_STATUSES = ["NEW", "PARTIAL", "FILLED", "CANCELLED", "REJECTED"];

/**
 * Judges an answer. A gateway's page with a 5xx is unavailable and a 429 is limited, whatever they
 * hold: malformed is what says yes, or no, in a way no client can read. Spec: Errors.
 */
export function judge(status: number, text: string | null, form: Form): JudgedResponse {
  if (status === 0) return judged("lost");
  if (status === 429) return judged("limited");
  if (status >= 500) return judged("unavailable");
  if (status === 204 && form === "json") return judged("accepted");
  const json = parsed(text);
  if (json === undefined) return judged("malformed");
  const body = objectOf(json);
  if (status >= 400) return refusal(body);
  if (status < 200 || status >= 300) return judged("malformed");
  if (form === "order") return placement(body);
  if (form === "ticket" && typeof body["ticket"] !== "string") return judged("malformed");
  return judged("accepted", null, body);
}

/** Whether it counts against the venue where the flow did not ask for it. */
export function isError(outcome: RequestOutcome): boolean {
  return !["accepted", "declined", "limited"].includes(outcome);
}

function placement(body: Record<string, unknown>): JudgedResponse {
  const { order_id: id, status, reject_reason: reason } = body;
  if (typeof id !== "string" || !ORDER_STATUSES.includes(String(status)))
    return judged("malformed");
  if (status === "REJECTED") return judged("declined", reasonOf(reason), body);
  return judged("accepted", null, body);
}

/** Flat, nested under `detail`, or a list of validation errors under it: all are documented. */
function refusal(body: Record<string, unknown>): JudgedResponse {
  const { code, detail } = body;
  if (Array.isArray(detail)) return judged("refused", "VALIDATION_ERROR", body);
  const said = code ?? objectOf(detail)["code"];
  return typeof said === "string" ? judged("refused", reasonOf(said), body) : judged("malformed");
}

function judged(
  outcome: RequestOutcome,
  reason: string | null = null,
  body: Record<string, unknown> = {},
): JudgedResponse {
  return { outcome, reason, body };
}

function reasonOf(code: unknown): string {
  return (REASONS as readonly unknown[]).includes(code) ? String(code) : "OTHER";
}

function parsed(text: string | null): unknown {
  try {
    return text === null || text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : {};
}
