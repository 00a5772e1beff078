/** What a client order id stands for once the engine has answered under it. */
import type { Decline, Problem } from "../http/refusal.ts";
import { decline, envelope } from "../http/refusal.ts";
import type { Settings } from "../options.ts";
import type { Order, PlaceRequest } from "./order.ts";

/** What the engine made of a request. */
export type Result = { order: Order } | { refusal: Decline };

/** A result, and the request it answered. */
export interface Bound {
  request: PlaceRequest;
  result: Result;
}

/** What a request under a used id is answered with; null when it is to be judged anew. */
export function answerAgain(
  bound: Bound,
  request: PlaceRequest,
  conflicts: Settings["conflicts"],
): Result | { refusal: Problem } | null {
  if (insists(bound, request)) return null;
  if (terms(bound.request) === terms(request) || conflicts === "original") return bound.result;
  const text = "this client_order_id stands for another order";
  if (conflicts === "decline") return { refusal: decline("DUPLICATE_CLIENT_ORDER_ID", text) };
  return { refusal: envelope(409, "client_order_id_taken", text) };
}

/** Whether a FAT_FINGER decline is now confirmed. */
function insists({ request: before, result }: Bound, request: PlaceRequest): boolean {
  const wasFat = "refusal" in result && result.refusal.code === "FAT_FINGER";
  return wasFat && request.confirmFatFinger && !before.confirmFatFinger;
}

/** All that makes two requests one order: not when they were sent, nor who insists. */
function terms(request: PlaceRequest): string {
  const { timestampMs: _at, recvWindowMs: _window, confirmFatFinger: _insists, ...rest } = request;
  return JSON.stringify({ ...rest, marketId: rest.marketId.toLowerCase() });
}
