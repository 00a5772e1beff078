/** Demands on what an order traded at. */

import { objectOf, type PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { priceOf } from "../../scenarios/deployment/reading/reading.ts";
import { allOf, anyOf, type Expectation, odd, that } from "../check/expectation.ts";

/** Averages are floats: what rounding may add to a price. Units: market price units. */
const ROUNDING = 1e-6;

/** The worst price a taker may get. Units: market price units. */
export interface PriceBound {
  side: unknown;
  price: number;
}

/**
 * No price beyond the bound: above it for a BUY, below it for a SELL.
 * Shape: looks at the average and at each fill whose price is readable (D-034), and holds where
 * none is; prices that hold only in a unit of a factor of 100 are odd (D-033).
 */
export function noWorseThan({ side, price: bound }: PriceBound): Expectation<PlaceResponse> {
  const sell = side === "SELL";
  const says = `no price ${sell ? "below" : "above"} ${bound}`;
  const within = (price: number) => (sell ? price >= bound - ROUNDING : price <= bound + ROUNDING);
  const factor = sell ? 100 : 0.01;
  const near = (price: number) => price > bound / 10 && price < bound * 10;
  const rescaled = (price: number) => near(price * factor) && within(price * factor);
  // The average and the fills may be told in different units.
  const judged = [averageOf, fillPricesOf].map((pricesOf) =>
    anyOf(
      everyPrice(says, pricesOf, within),
      odd(everyPrice(says, pricesOf, rescaled), "holds after a factor of 100 only"),
    ),
  );
  return { says, judge: allOf(...judged).judge };
}

/** No price beyond the order's own limit. Spec: Order place request, LIMIT. */
export const noWorseThanLimit: Expectation<PlaceResponse> = {
  says: "no price worse than the limit of the order",
  judge(placed) {
    const { side, price } = placed.sent;
    return noWorseThan({ side, price: Number(price) }).judge(placed);
  },
};

/** Traded at exactly this price on average. Units: market price units. */
export function tradedAt(price: number): Expectation<PlaceResponse> {
  return that(
    `an average price of ${price}`,
    ({ avgPrice }) => avgPrice !== null && Math.abs(avgPrice - price) <= ROUNDING,
    ({ avgPrice }) => `average price ${avgPrice}`,
  );
}

function everyPrice(
  says: string,
  pricesOf: (placed: PlaceResponse) => number[],
  holds: (price: number) => boolean,
): Expectation<PlaceResponse> {
  return that(
    says,
    (placed) => pricesOf(placed).every(holds),
    (placed) => `prices ${[...averageOf(placed), ...fillPricesOf(placed)].join(", ")}`,
  );
}

function averageOf({ avgPrice }: PlaceResponse): number[] {
  return avgPrice === null ? [] : [avgPrice];
}

function fillPricesOf({ fills }: PlaceResponse): number[] {
  return (fills ?? []).map((fill) => priceOf(objectOf(fill))).filter((price) => price !== null);
}
