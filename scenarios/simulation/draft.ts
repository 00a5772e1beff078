/** What a client wants done: a command before the venue gave it ids and a time. */
import type { OrderRequest, Side } from "../../reference/index.ts";

/** One request of a client. */
export type Draft =
  | { type: "place"; request: OrderRequest }
  | { type: "cancel"; orderId: string }
  | { type: "cancel-all"; marketId?: string }
  | { type: "amend"; orderId: string; price?: number; qty?: number }
  | { type: "replace-ladder"; marketId: string; side?: Side; orders: OrderRequest[] };
