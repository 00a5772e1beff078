/** What an agent was answered under a client order id, and when a request is the same again. */
import type { OrderRequest, TimeInForce } from "./commands.ts";
import type { PlaceResult } from "./outcomes.ts";

/** The first request under an id and its result; neither is ever changed or handed out. */
export interface StoredResult {
  readonly request: OrderRequest;
  readonly orderId: string;
  readonly result: PlaceResult;
}

/** True for a resend that answers the decline before it: D-042, D-043. */
export function curesDecline(
  { request: before, result }: StoredResult,
  now: OrderRequest,
): boolean {
  if (result.rejectReason === "FAT_FINGER") {
    return now.confirmFatFinger === true && before.confirmFatFinger !== true;
  }
  if (result.rejectReason !== "TIMESTAMP_OUT_OF_WINDOW") return false;
  return now.timestampMs !== before.timestampMs || now.recvWindowMs !== before.recvWindowMs;
}

/** A result of its own for the reader. */
export function copyResult(result: PlaceResult): PlaceResult {
  return { ...result, fills: result.fills.map((fill) => ({ ...fill })) };
}

/** True when two requests ask for the same order: all but timestamps and confirmation. D-044. */
export function sameOrder(one: OrderRequest, other: OrderRequest): boolean {
  return (
    one.marketId.toLowerCase() === other.marketId.toLowerCase() &&
    one.side === other.side &&
    one.type === other.type &&
    effectiveTif(one) === effectiveTif(other) &&
    one.price === other.price &&
    one.qty === other.qty &&
    (one.reduceOnly ?? false) === (other.reduceOnly ?? false) &&
    one.leverage === other.leverage &&
    one.marginMode === other.marginMode &&
    one.slippageCapCents === other.slippageCapCents &&
    one.slippageCapBps === other.slippageCapBps
  );
}

/** Spec: `tif`. Default GTC; a MARKET order is IOC, whatever it asks for. D-024. */
export function effectiveTif({ type, tif }: OrderRequest): TimeInForce {
  return type === "MARKET" ? "IOC" : (tif ?? "GTC");
}
