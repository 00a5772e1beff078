/** Venues whose results tell fills and their average wrong. */

import { changeResult, type Fields } from "../../interposer/changes.ts";
import type { Mutant } from "../../interposer/mutant.ts";

const hasFills = (result: Fields) => Number(result["filled_qty"]) > 0;

function mean(result: Fields): number {
  const prices = (result["fills"] as Fields[]).map(({ price }) => Number(price));
  return prices.reduce((sum, price) => sum + price, 0) / prices.length;
}

/** Defects of fills and average prices. */
export const ofPrices: readonly Mutant[] = [
  {
    name: "average-price-missing",
    breaks: ["RES-SHAPE-09"],
    defect: "The average price of a filled order is null.",
    wire: () => changeResult((result) => hasFills(result) && { avg_fill_price_cents: null }),
  },
  {
    name: "average-price-of-market-orders-missing",
    breaks: ["RES-SHAPE-09"],
    beside: ["TIF-MKT-01"],
    defect: "The average price of a MARKET order that fills is null.",
    wire: () =>
      changeResult(
        (result, { type }) =>
          type === "MARKET" && hasFills(result) && { avg_fill_price_cents: null },
      ),
  },
  {
    name: "average-price-missing-while-a-rest-works",
    breaks: ["RES-SHAPE-09"],
    beside: ["RES-STATE-02"],
    defect: "The average price of an order filled in part is null while its rest is in the book.",
    wire: () =>
      changeResult(({ status }) => status === "PARTIAL" && { avg_fill_price_cents: null }),
  },
  {
    name: "average-price-as-text",
    breaks: ["RES-SHAPE-09"],
    defect: "The average price of a filled order is a text of digits.",
    wire: () =>
      changeResult(
        (result) =>
          hasFills(result) && { avg_fill_price_cents: String(result["avg_fill_price_cents"]) },
      ),
  },
  {
    name: "average-price-unweighted",
    breaks: ["RES-SHAPE-10"],
    beside: ["RES-SHAPE-16"],
    defect: "The average price is the plain mean of the fill prices, whatever their quantities.",
    wire: () =>
      changeResult(
        (result) =>
          (result["fills"] as Fields[]).length > 1 && { avg_fill_price_cents: mean(result) },
      ),
  },
  {
    name: "last-fill-alone-of-what-never-rests",
    breaks: ["RES-SHAPE-10"],
    beside: ["RES-SHAPE-16"],
    defect: "Of the fills of an IOC, FOK or MARKET order the last alone is listed.",
    wire: () =>
      changeResult(({ fills }, { tif, type }) => {
        const last = (fills as Fields[]).slice(-1);
        return (type === "MARKET" || tif === "IOC" || tif === "FOK") && { fills: last };
      }),
  },
  {
    name: "last-fill-alone-of-market-orders",
    breaks: ["RES-SHAPE-10"],
    beside: ["TIF-MKT-01"],
    defect: "Of the fills of a MARKET order the last alone is listed.",
    wire: () =>
      changeResult(
        ({ fills }, { type }) => type === "MARKET" && { fills: (fills as Fields[]).slice(-1) },
      ),
  },
  {
    name: "a-hundred-fills-at-most",
    breaks: ["RES-SHAPE-10"],
    defect: "A result leaves out what an order met after its first hundred fills.",
    wire: () =>
      changeResult(({ fills }) => {
        const all = fills as Fields[];
        return all.length > 100 && { fills: all.slice(0, 100) };
      }),
  },
];
