/** The members of an order by their type. Spec: Order place request. */

/** Members that are integers. */
export const INTEGERS = [
  ...(["price", "qty", "timestamp_ms", "recv_window_ms"] as const),
  ...(["slippage_cap_cents", "slippage_cap_bps", "leverage"] as const),
];

/** Those that most orders have. */
export const COMMON = ["price", "qty"] as const;

/** Members that are true or false. */
export const FLAGS = ["reduce_only", "confirm_fat_finger"] as const;

/** All members. */
export const MEMBERS = [
  ...(["market_id", "side", "type", "tif", "client_order_id", "margin_mode"] as const),
  ...FLAGS,
  ...INTEGERS,
];
