/** At what prices an order was filled: its average, and its fills one by one. Spec: OrderPlaceResult; D-033, D-034. */

import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, type Expectation, odd, show, that } from "../../check/expectation.ts";
import { AVERAGE_ROUNDING } from "../averages.ts";
import { resultWatch } from "../result-watch.ts";
import { type Sweep, sweepTwoLevels } from "./arrange.ts";
import { manyFills } from "./checks-fills.ts";
import { fillsOf, type ReadFill, readFills, sumOfQty } from "./fills.ts";

const OTHER_UNIT = "the average price is in another unit than prices: a factor of 100";
const UNIT_FACTORS = [1, 100, 0.01];

/** What is lost on the way of floats. */
const EXACTNESS = 1e-9;

const averageWithinLimit: Check = {
  title: "the average price of a filled order is a number within its limit",
  proves: ["RES-SHAPE-09"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const sweep = await sweepTwoLevels(t);
    demandTold(sweep.taken);
    t.expect("RES-SHAPE-09", sweep.taken, averageBetween(sweep));
  },
};

const averageType = resultWatch({
  rule: "RES-SHAPE-09",
  title: "every average price of an order with fills is a number, neither a text nor null",
  needs: ["two-owners", "market", "quiet"],
  about: ({ result, filledQty }) => Number(filledQty) > 0 && "avg_fill_price_cents" in result,
  demand: that<PlaceResponse>(
    "avg_fill_price_cents as a JSON number",
    ({ result }) => typeof result["avg_fill_price_cents"] === "number",
    ({ result }) => show(result["avg_fill_price_cents"]),
  ),
  provoke: async (t) => (await sweepTwoLevels(t)).taken,
});

/** It need not be told of. Errors: Missing where it is left out. */
function demandTold({ result }: PlaceResponse): void {
  if ("avg_fill_price_cents" in result) return;
  throw new Missing("did not arise: avg_fill_price_cents, which a result need not have");
}

/** From the lower to the higher price traded at; the worse of them is the order's limit (D-033). */
function averageBetween({ low, high }: Sweep): Expectation<PlaceResponse> {
  const [plain, ...others] = UNIT_FACTORS.map((factor) =>
    that<PlaceResponse>(
      `an average price from ${low * factor} to ${high * factor}`,
      ({ avgPrice }) => avgPrice !== null && avgPrice >= low * factor && avgPrice <= high * factor,
      ({ result }) => show(result["avg_fill_price_cents"]),
    ),
  );
  return anyOf(plain!, ...others.map((other) => odd(other, OTHER_UNIT)));
}

const averageOfFills = resultWatch({
  rule: "RES-SHAPE-10",
  title: "the average price of every order with fills is the volume-weighted average of them",
  needs: ["two-owners", "market", "quiet"],
  about: (placed) => placed.avgPrice !== null && allFillsOf(placed) !== null,
  demand: averagesInOneUnit(),
  remembering: averagesInOneUnit,
  provoke: async (t) => (await sweepTwoLevels(t)).taken,
});

/** The unit is open, but of one market all averages are in the same (D-033). */
function averagesInOneUnit(): Expectation<PlaceResponse> {
  const unitsOf = new Map<unknown, readonly number[]>();
  return that(
    "an average price that is that of the fills, in the unit of the market's other ones",
    (placed) => {
      const market = placed.sent["market_id"];
      const units = (unitsOf.get(market) ?? UNIT_FACTORS).filter((unit) => isAverage(placed, unit));
      if (units.length > 0) unitsOf.set(market, units);
      return units.length > 0;
    },
    (placed) => {
      const units = unitsOf.get(placed.sent["market_id"]) ?? [];
      const others = units.length === 1 ? `, where others are ${units[0]} times the price` : "";
      return `${placed.avgPrice} of ${show(placed.fills)}${others}`;
    },
  );
}

function isAverage(placed: PlaceResponse, unit: number): boolean {
  const fills = allFillsOf(placed)!;
  const value = paidFor(fills) / sumOfQty(fills);
  return Math.abs(placed.avgPrice! - value * unit) <= Math.min(AVERAGE_ROUNDING, unit) + EXACTNESS;
}

/** The fills of an order that lists all of them; null where they cannot be read. */
function allFillsOf(placed: PlaceResponse): ReadFill[] | null {
  const fills = fillsOf(placed);
  const isWhole = fills !== null && fills.length > 0 && sumOfQty(fills) === placed.filledQty;
  return isWhole ? fills : null;
}

const fillsAddUp = resultWatch({
  rule: "RES-SHAPE-10",
  title: "the fills of every order add up to what it filled",
  needs: ["two-owners", "market", "quiet"],
  about: (placed) => Number(placed.filledQty) > 0 && (fillsOf(placed) ?? []).length > 0,
  demand: that(
    "fills that add up to filled_qty",
    (placed) => sumOfQty(fillsOf(placed)!) === placed.filledQty,
    ({ fills, filledQty }) => `filled ${filledQty}, with the fills ${show(fills)}`,
  ),
  provoke: async (t) => (await sweepTwoLevels(t)).taken,
});

/** The rule of what those get whose orders rested. */
const MAKERS = "MATCH-CROSS-04";

const singleFills: Check = {
  title: "the fills of a sweep are executions of their own, whether or not it may rest",
  proves: ["RES-SHAPE-16", MAKERS],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    const sweep = await sweepTwoLevels(t, inTurnOf(t.cell, SWEEPERS));
    const fills = readFills(sweep.taken);
    t.expect("RES-SHAPE-16", fills, eachAtPrices(gridOf(t, sweep)));
    await judgeMakers(t, sweep);
  },
};

/** Judges what those get whose orders rested, where nobody else's were met. */
async function judgeMakers(t: CheckContext, sweep: Sweep): Promise<void> {
  const { taken, makers } = sweep;
  const executed = t.market.info.own
    ? taken.filledQty
    : sumOf(await Promise.all(makers.map((id) => t.other.executed(id))));
  if (allFillsOf(taken) === null) t.moot(MAKERS, "fills that add up to filled_qty");
  else if (executed !== taken.filledQty) t.moot(MAKERS, "orders that nobody else's came between");
  else t.expect(MAKERS, taken, paidAsAsked(t, sweep));
}

const paidFor = (fills: readonly ReadFill[]) =>
  fills.reduce((sum, { price, qty }) => sum + price * qty, 0);

const sumOf = (each: readonly (number | null)[]) =>
  each.reduce<number>((total, one) => total + (one ?? 0), 0);

/** Prices of the grid, which are integers: what a division adds to them is none of theirs. */
const inPriceUnits = (fills: readonly ReadFill[], unit: number): ReadFill[] =>
  fills.map(({ price, qty }) => ({ price: Math.round(price / unit), qty }));

/** All fills together are no better for who arrived than what those who rested asked, best first. */
function paidAsAsked(t: CheckContext, sweep: Sweep): Expectation<PlaceResponse> {
  const { asked } = sweep;
  const isBuying = sweep.taken.sent["side"] === "BUY";
  const paid = (placed: PlaceResponse) => {
    const fills = allFillsOf(placed);
    const unit = fills === null ? undefined : unitOf(fills, gridOf(t, sweep));
    return unit === undefined ? Number.NaN : paidFor(inPriceUnits(fills!, unit));
  };
  return that(
    `${isBuying ? "no less" : "no more"} than the ${asked} that those who rested asked for together`,
    (placed) => !(isBuying ? paid(placed) < asked : paid(placed) > asked),
    (placed) => `${paid(placed)}, with the fills ${show(placed.fills)}`,
  );
}

/** What a sweep may be, in turn. */
const SWEEPERS: readonly OrderBody[] = [
  { type: "MARKET" },
  { tif: "IOC" },
  { tif: "GTC" },
  { tif: "FOK" },
];

/** The prices that an execution of a sweep may have. Units: market price units. */
type SweptPrices = Record<"low" | "high" | "tick", number>;

const gridOf = ({ market }: CheckContext, { low, high }: Sweep): SweptPrices => {
  return { low, high, tick: market.info.tick };
};

/** One execution has one price of the grid; of two merged into one it has none (D-034). */
function eachAtPrices(prices: SweptPrices) {
  return that<readonly ReadFill[]>(
    `fills at prices of the grid from ${prices.low} to ${prices.high}`,
    (fills) => unitOf(fills, prices) !== undefined,
    (fills) => `fills at ${fills.map(({ price }) => price).join(", ")}`,
  );
}

/** The unit in which all of them have such prices; undefined where there is none. */
function unitOf(fills: readonly ReadFill[], { low, high, tick }: SweptPrices): number | undefined {
  const onGrid = (price: number) => {
    const at = Math.round(price / tick);
    return at >= low / tick && at <= high / tick && Math.abs(price / tick - at) < 1e-6;
  };
  return UNIT_FACTORS.find((factor) => fills.every(({ price }) => onGrid(price / factor)));
}

/** Checks of prices. */
export const prices: readonly Check[] = [
  averageWithinLimit,
  averageType,
  averageOfFills,
  fillsAddUp,
  singleFills,
  manyFills("RES-SHAPE-10"),
];
