/** Forms of one decision that the spec, or its silence, allows beside the engine's decline. */

const INPUT = [400, 422];
const ANY_REFUSAL = [400, 401, 403, 404, 408, 409, 422, 425];

/** HTTP statuses by which the same is said as by a decline with this code. */
const OTHER_FORMS: Readonly<Record<string, readonly number[]>> = {
  PRICE_OUT_OF_RANGE: INPUT, // D-004
  MARKET_CLOSED: [409], // D-006
  UNKNOWN_MARKET: [404], // D-007
  INVALID_LEVERAGE: [422], // D-008
  INVALID_QTY: INPUT, // D-067
};

/** Codes that stand for each other where several reasons hold at once (D-060, D-063, D-070, D-071). */
const TOGETHER: readonly (readonly string[])[] = [
  ["POSITION_CAP", "INSUFFICIENT_MARGIN", "FAT_FINGER"],
  ["MARKET_NO_LIQUIDITY", "NO_REFERENCE_PRICE"],
];

/** The codes of the spec's table of declines: only these are compared by value (D-160). */
export const DOCUMENTED_DECLINES: ReadonlySet<string> = new Set([
  ...["POST_ONLY_WOULD_CROSS", "FOK_NOT_FILLABLE", "MARKET_NO_LIQUIDITY", "PRICE_OUT_OF_RANGE"],
  ...["INVALID_QTY", "MARKET_CLOSED", "INSUFFICIENT_MARGIN", "POSITION_CAP", "UNKNOWN_MARKET"],
  ...["AGENT_SIDE_COOLDOWN", "REDUCE_ONLY_VIOLATION", "NO_REFERENCE_PRICE", "INVALID_LEVERAGE"],
  ...["INVALID_MARGIN_MODE", "FAT_FINGER"],
]);

/** Statuses that may carry a decline's decision; every refusal for codes the spec does not name. */
export function otherForms(code: string): readonly number[] {
  return DOCUMENTED_DECLINES.has(code) ? (OTHER_FORMS[code] ?? []) : ANY_REFUSAL;
}

/** Whether one code may be told for another. */
export function meansTheSame(code: string, other: string): boolean {
  if (code === other) return true;
  if (!DOCUMENTED_DECLINES.has(code) && !DOCUMENTED_DECLINES.has(other)) return true;
  return TOGETHER.some((group) => group.includes(code) && group.includes(other));
}
