/** The codes of the spec's table of declines, in its order. Spec: Order reject codes. */
const DECLINE_CODES = [
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
] as const;

/** A code by which an engine declines an order. */
export type DeclineCode = (typeof DECLINE_CODES)[number];

/** The code of an agent that was declined too often and must wait. Spec: Order reject codes. */
export const COOLDOWN: DeclineCode = "AGENT_SIDE_COOLDOWN";

const documented: ReadonlySet<string> = new Set(DECLINE_CODES);

/** Whether the table has this code: only these are compared by value (D-160). */
export function isDocumented(code: string | null | undefined): boolean {
  return documented.has(code ?? "");
}
