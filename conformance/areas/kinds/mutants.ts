/** Venues that do not trade one kind of market as they should. */

import { ask, changeAnswer, changeOrder, type Fields, fieldsOf } from "../../interposer/changes.ts";
import type { Behind, WireRequest } from "../../interposer/interposer.ts";
import { crosses, kindOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declines } from "../../interposer/refusals.ts";

/** Orders on this kind of market for which `objects` holds are declined for this reason. */
function declinesOn(kind: string, reason: string, objects: (order: Fields) => boolean) {
  return () =>
    declines(
      reason,
      async (order, arriving) => objects(order) && (await kindOf(order, arriving)) === kind,
    );
}

/** How much the caller has traded in a market, on both sides together. Units: contracts. */
async function tradedIn(market: unknown, request: WireRequest, venue: Behind): Promise<number> {
  const query = { market_id: String(market) };
  const { orders = [] } = fieldsOf((await venue({ ...request, path: "/orders", query })).body);
  return (orders as Fields[]).reduce((sum, { filled_qty: filled }) => sum + Number(filled), 0);
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "prices-that-end-in-5-declined",
    breaks: ["BIN-PRICE-01"],
    defect: "A binary takes no price that ends in 5.",
    wire: declinesOn(
      "BTC_BINARY",
      "PRICE_OUT_OF_RANGE",
      ({ type, price }) => type === "LIMIT" && Number(price) % 10 === 5,
    ),
  },
  {
    name: "sell-does-not-reduce-a-long",
    // Where others trade too, a position that is not what was traded may be theirs.
    controlled: true,
    breaks: ["BIN-SELL-02"],
    defect: "A position that is not flat grows with every trade, whichever side it was on.",
    wire: () =>
      changeAnswer("GET /positions", async (given, request, venue) => {
        if (given.status !== 200) return given;
        const { positions: rows = [], ...rest } = fieldsOf(given.body);
        const positions = [];
        for (const row of rows as Fields[]) {
          const traded = await tradedIn(row["market_id"], request, venue);
          positions.push({ ...row, qty: Math.sign(Number(row["qty"])) * traded });
        }
        return { ...given, body: { ...rest, positions } };
      }),
  },
  {
    name: "leverage-1-declined",
    breaks: ["PERP-LEV-01"],
    defect: "leverage 1 is declined: the bound is exclusive.",
    wire: declinesOn("BTC_PERP", "INVALID_LEVERAGE", ({ leverage }) => leverage === 1),
  },
  {
    name: "cross-margin-declined",
    breaks: ["PERP-MM-01"],
    defect: "margin_mode CROSS is declined on a perp.",
    wire: declinesOn(
      "BTC_PERP",
      "INVALID_MARGIN_MODE",
      ({ margin_mode: mode }) => mode === "CROSS",
    ),
  },
  {
    name: "isolated-margin-declined",
    breaks: ["PERP-MM-02"],
    defect: "margin_mode ISOLATED is declined on a perp.",
    wire: declinesOn(
      "BTC_PERP",
      "INVALID_MARGIN_MODE",
      ({ margin_mode: mode }) => mode === "ISOLATED",
    ),
  },
  {
    name: "isolated-margin-with-leverage-declined",
    breaks: ["PERP-MM-02"],
    defect: "margin_mode ISOLATED together with leverage is declined on a perp.",
    wire: declinesOn(
      "BTC_PERP",
      "INVALID_LEVERAGE",
      ({ margin_mode: mode, leverage }) => mode === "ISOLATED" && (leverage ?? null) !== null,
    ),
  },
  {
    name: "one-margin-mode-for-all-perps",
    breaks: ["PERP-MM-01"],
    alsoBreaks: ["PERP-MM-02"],
    // Where others trade too, a position may be of theirs.
    controlled: true,
    defect: "A margin_mode is declined beside a position of the other mode in another perp.",
    wire: () =>
      declines("INVALID_MARGIN_MODE", async ({ margin_mode: mode, market_id }, arriving) => {
        if (mode === undefined) return false;
        const { positions = [] } = fieldsOf((await ask(arriving, "GET /positions")).body);
        return (positions as Fields[]).some(
          (row) =>
            row["market_id"] !== market_id && row["qty"] !== 0 && row["margin_mode"] !== mode,
        );
      }),
  },
  {
    name: "margin-mode-of-market-orders-dropped",
    breaks: ["PERP-MM-04"],
    defect: "The margin_mode of a MARKET order is ignored.",
    wire: () =>
      changeOrder(
        ({ type, margin_mode: mode }) =>
          type === "MARKET" && mode !== undefined && { margin_mode: undefined },
      ),
  },
  {
    name: "margin-mode-beside-leverage-dropped",
    breaks: ["PERP-MM-04"],
    defect: "The margin_mode of an order that asks for leverage too is ignored.",
    wire: () =>
      changeOrder(
        ({ leverage, margin_mode: mode }) =>
          (leverage ?? null) !== null && mode !== undefined && { margin_mode: undefined },
      ),
  },
  {
    name: "margin-mode-of-makers-dropped",
    breaks: ["PERP-MM-04"],
    defect: "The margin_mode of an order that rests is lost before somebody meets it.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          order["type"] === "LIMIT" &&
          order["margin_mode"] !== undefined &&
          !(await crosses(order, arriving)) && { margin_mode: undefined },
      ),
  },
  {
    name: "isolated-positions-told-as-cross",
    breaks: ["PERP-MM-04"],
    defect: "Every position of a perp tells margin_mode CROSS.",
    wire: () =>
      changeAnswer("GET /positions", (given) => {
        const { positions: rows = [], ...rest } = fieldsOf(given.body);
        const asCross = (row: Fields) =>
          row["margin_mode"] ? { ...row, margin_mode: "CROSS" } : row;
        return { ...given, body: { ...rest, positions: (rows as Fields[]).map(asCross) } };
      }),
  },
  {
    name: "parlays-unknown",
    breaks: ["PARLAY-ORD-01"],
    // The plainest order of a parlay is taken like any other.
    alsoBreaks: ["TIF-GTC-01"],
    defect: "Orders on a parlay are declined with UNKNOWN_MARKET.",
    wire: declinesOn("BTC_PARLAY", "UNKNOWN_MARKET", () => true),
  },
];
