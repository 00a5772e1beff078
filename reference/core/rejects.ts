/** The closed vocabularies of refusal: engine declines, and refusals that are HTTP errors. */

/**
 * Why the engine declined an order; sent as `reject_reason` of a REJECTED result.
 * Spec: Order reject codes. TIMESTAMP_OUT_OF_WINDOW is ours (D-050: the code is not shown).
 */
export const REJECT_CODES = [
  "TIMESTAMP_OUT_OF_WINDOW",
  "UNKNOWN_MARKET",
  "MARKET_CLOSED",
  "INVALID_QTY",
  "INVALID_LEVERAGE",
  "INVALID_MARGIN_MODE",
  "PRICE_OUT_OF_RANGE",
  "AGENT_SIDE_COOLDOWN",
  "NO_REFERENCE_PRICE",
  "FAT_FINGER",
  "REDUCE_ONLY_VIOLATION",
  "POSITION_CAP",
  "INSUFFICIENT_MARGIN",
  "POST_ONLY_WOULD_CROSS",
  "FOK_NOT_FILLABLE",
  "MARKET_NO_LIQUIDITY",
] as const;
export type RejectCode = (typeof REJECT_CODES)[number];

/**
 * Codes of the error envelope that the core decides; the HTTP shell adds its own (auth, limits).
 * Spec: HTTP statuses; D-160.
 */
export const REFUSAL_CODES = [
  "EXCHANGE_FROZEN",
  "VALIDATION_ERROR",
  "CLIENT_ORDER_ID_CONFLICT",
  "ORDER_NOT_FOUND",
  "ORDER_NOT_OPEN",
  "AMEND_CONFLICT",
  "FORBIDDEN",
  "MARKET_NOT_FOUND",
  "AGENT_NOT_FOUND",
  "KEY_NOT_FOUND",
  "AGENT_NAME_TAKEN",
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** The id of an order that never entered the ledger. Spec: OrderPlaceResult, `order_id`. */
export const ZERO_ID = "00000000-0000-0000-0000-000000000000";
