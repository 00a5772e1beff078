/** The fills of a result, where they can be read. Spec: OrderPlaceResult, fills. */

import { objectOf, type PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { type Expectation, that } from "../../check/expectation.ts";

/** One execution. Units: market price units, contracts. */
export interface ReadFill {
  price: number;
  qty: number;
}

/**
 * Fills by the names most venues use (D-034).
 * Errors: Missing where a fill has no such names, StandsOn where there is none.
 */
export function readFills(placed: PlaceResponse): ReadFill[] {
  if (!placed.fills?.length) throw new StandsOn("RES-SHAPE-07", "a filled order lists no fills");
  const fills = fillsOf(placed);
  if (fills !== null) return fills;
  throw new Missing("price and quantity of a fill could not be read: the spec shows no names");
}

/** The same; null where one has no such names. */
export function fillsOf({ fills }: PlaceResponse): ReadFill[] | null {
  const read = (fills ?? []).flatMap((fill) => {
    const record = objectOf(fill);
    const price = record["price"] ?? record["price_cents"];
    const qty = record["qty"] ?? record["quantity"] ?? record["size"];
    return typeof price === "number" && typeof qty === "number" ? [{ price, qty }] : [];
  });
  return read.length === (fills ?? []).length ? read : null;
}

/** Contracts of all of them. */
export function sumOfQty(fills: ReadFill[]): number {
  return fills.reduce((sum, { qty }) => sum + qty, 0);
}

/** Such a sum. Units: contracts. */
export function addUpTo(qty: number): Expectation<number> {
  return that(`fills that add up to ${qty} contracts`, (sum) => sum === qty);
}
