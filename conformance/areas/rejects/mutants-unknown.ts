/** Venues that say something else of a market that does not exist. */
import { changeOrder, changeResult } from "../../interposer/changes.ts";
import { nearlyNamed } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Defects of orders on unknown markets. */
export const unknownMarkets: readonly Mutant[] = [
  {
    name: "unknown-market-is-closed",
    breaks: ["REJ-UNK-01"],
    defect: "An order on a market that does not exist is declined with MARKET_CLOSED.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason }) =>
          reason === "UNKNOWN_MARKET" && { reject_reason: "MARKET_CLOSED" },
      ),
  },
  {
    name: "unknown-market-beside-leverage-is-closed",
    breaks: ["REJ-UNK-01"],
    defect:
      "An order with leverage on a market that does not exist is declined with MARKET_CLOSED.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason }, { leverage }) =>
          reason === "UNKNOWN_MARKET" &&
          leverage !== undefined && { reject_reason: "MARKET_CLOSED" },
      ),
  },
  {
    name: "order-for-an-id-one-digit-off-is-placed",
    breaks: ["REJ-UNK-01"],
    defect: "An order for an id that differs from a market's in its last digit enters that market.",
    wire: () =>
      changeOrder(async ({ market_id: asked }, arriving) => {
        const near = await nearlyNamed(String(asked), arriving);
        return near !== null && { market_id: near };
      }),
  },
  {
    name: "unknown-market-not-echoed",
    breaks: ["REJ-UNK-02"],
    // Every result echoes the market asked for.
    alsoBreaks: ["RES-SHAPE-03"],
    defect:
      "The result of an order on a market that does not exist has the zero UUID as market_id.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason, order_id }) =>
          reason === "UNKNOWN_MARKET" && { market_id: order_id },
      ),
  },
];
