/** What rules on keys range over. Spec: Agent keys, Authentication 6. */

import { AMEND, LADDER } from "../../spec/route-table.ts";

/** What orders are cancelled by. */
export const CANCELS = ["DELETE /orders/{order_id}", "DELETE /orders"] as const;
/** Scopes that users are not given, and one that means nothing: what such are called is not shown. */
export const NOT_GRANTED = ["admin", "operator", "internal", "fleet", "withdraw"] as const;
/** What orders are placed, cancelled, amended and laddered by. */
export const TRADING_ROUTES = ["POST /orders", ...CANCELS, LADDER, AMEND] as const;
