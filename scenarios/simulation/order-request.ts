/** Orders as agents begin them, all of one shape. */
import type { OrderRequest, OrderType, Side } from "../../reference/index.ts";
import type { ObservedMarket } from "./observed-market.ts";

type Shape = { [Name in keyof Required<OrderRequest>]: OrderRequest[Name] | undefined };

/**
 * An order of no contracts, at no price: whoever begins it sets what it is to ask for.
 * Shape: named fields in one order, absent ones too, so that what reads many requests reads them
 * twice as fast, and nobody has to copy them into that shape.
 */
export function beginOrder(
  { marketId }: ObservedMarket,
  side: Side,
  type: OrderType,
): OrderRequest {
  const order: Shape = {
    marketId,
    side,
    type,
    tif: undefined,
    price: undefined,
    qty: 0,
    clientOrderId: undefined,
    timestampMs: undefined,
    recvWindowMs: undefined,
    reduceOnly: undefined,
    slippageCapCents: undefined,
    slippageCapBps: undefined,
    leverage: undefined,
    marginMode: undefined,
    confirmFatFinger: undefined,
  };
  return order as OrderRequest;
}
