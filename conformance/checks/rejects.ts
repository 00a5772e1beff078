/** All checks of reject codes and risk, in the order of the spec's part. */
import type { Check } from "../check/check.ts";
import { rejectsClosedMarkets } from "./rejects-closed-markets.ts";
import { rejectsCooldown } from "./rejects-cooldown.ts";
import { rejectsFatFinger } from "./rejects-fat-finger.ts";
import { rejectsForm } from "./rejects-form.ts";
import { rejectsLeverage } from "./rejects-leverage.ts";
import { rejectsMargin } from "./rejects-margin.ts";
import { rejectsMarketOrders } from "./rejects-market-orders.ts";
import { rejectsPriceAndQty } from "./rejects-price-and-qty.ts";
import { rejectsReduceOnly } from "./rejects-reduce-only.ts";

export const rejects: readonly Check[] = [
  ...rejectsPriceAndQty,
  ...rejectsClosedMarkets,
  ...rejectsMargin,
  ...rejectsCooldown,
  ...rejectsReduceOnly,
  ...rejectsMarketOrders,
  ...rejectsLeverage,
  ...rejectsFatFinger,
  ...rejectsForm,
];
