/** Venues that do not trade one kind of market as they should. */

import {
  type Arriving,
  answerInstead,
  declineOf,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { kindOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Orders for which `objects` holds are declined for this reason. */
function declines(
  reason: string,
  objects: (order: Fields, arriving: Arriving) => boolean | Promise<boolean>,
): () => WireVariant {
  return () =>
    answerInstead("POST /orders", async (request, venue) => {
      const order = fieldsOf(request.body);
      return (await objects(order, { request, venue })) ? declineOf(order, reason) : null;
    });
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "grid-of-10-cents",
    breaks: ["BIN-PRICE-01"],
    defect: "A binary takes prices in steps of 10 cents alone, whatever its tick.",
    wire: declines("PRICE_OUT_OF_RANGE", ({ price }) => Number(price) % 10 !== 0),
  },
  {
    name: "sell-does-not-reduce-a-long",
    // Where others trade too, a position that is not what was traded may be theirs.
    controlled: true,
    breaks: ["BIN-SELL-02"],
    defect: "A position grows with every trade, whichever side it was on.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      if (request.path !== "/positions") return given;
      const body = fieldsOf(given.body);
      const positions = (body["positions"] as Fields[]).map((one) => ({ ...one, qty: 3 }));
      return { ...given, body: { ...body, positions } };
    },
  },
  {
    name: "leverage-1-declined",
    breaks: ["PERP-LEV-01"],
    defect: "leverage 1 is declined: the bound is exclusive.",
    wire: declines("INVALID_LEVERAGE", ({ leverage }) => leverage === 1),
  },
  {
    name: "cross-margin-declined",
    breaks: ["PERP-MM-01"],
    defect: "margin_mode CROSS is declined on a perp.",
    wire: declines("INVALID_MARGIN_MODE", ({ margin_mode: mode }) => mode === "CROSS"),
  },
  {
    name: "isolated-margin-declined",
    breaks: ["PERP-MM-02"],
    defect: "margin_mode ISOLATED is declined on a perp.",
    wire: declines("INVALID_MARGIN_MODE", ({ margin_mode: mode }) => mode === "ISOLATED"),
  },
  {
    name: "parlays-unknown",
    breaks: ["PARLAY-ORD-01"],
    defect: "Orders on a parlay are declined with UNKNOWN_MARKET.",
    wire: declines(
      "UNKNOWN_MARKET",
      async (order, arriving) => (await kindOf(order, arriving)) === "BTC_PARLAY",
    ),
  },
];
