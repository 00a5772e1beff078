/** All checks of OrderPlaceResult: its members, its prices, its statuses. */
import type { Check } from "../check/check.ts";
import { orderResultPrice } from "./order-result-price.ts";
import { orderResultShape } from "./order-result-shape.ts";
import { orderResultState } from "./order-result-state.ts";

export const orderResult: readonly Check[] = [
  ...orderResultShape,
  ...orderResultPrice,
  ...orderResultState,
];
