/** Who has placed orders in which market, for venues that take a market's orders for one caller's. */

import { changeRequest, fieldsOf, inFrontOf, keyOf } from "../../interposer/changes.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";

/** Any market: whoever has placed orders anywhere. */
export const ANYWHERE = Symbol("any market");

/** The requests by which callers have placed orders in a market, one of each caller. */
export type CallersThere = (market: unknown) => readonly WireRequest[];

/** The variant, told of everybody who has placed orders so far. */
export function callersKept(variant: (callersThere: CallersThere) => WireVariant): WireVariant {
  const callers = new Map<unknown, Map<string, WireRequest>>();
  const remember = changeRequest("POST /orders", (request) => {
    const { market_id: market } = fieldsOf(request.body);
    for (const place of [market, ANYWHERE]) {
      const there = callers.get(place) ?? new Map<string, WireRequest>();
      callers.set(place, there.set(keyOf(request), request));
    }
    return request;
  });
  return inFrontOf(
    variant((market) => [...(callers.get(market)?.values() ?? [])]),
    remember,
  );
}
