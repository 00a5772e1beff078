/** Venues that do the right thing and tell it wrong: members, quantities and statuses of results. */

import { isOpen } from "../../interposer/cancels.ts";
import {
  changeAnswer,
  changeList,
  changeResult,
  envelope,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
  ZERO_ID,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { rememberedDeclines } from "../../interposer/lists.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { replayedAs } from "../idempotency/mutants-replays.ts";
import { ofPrices } from "./mutants-prices.ts";

const ANOTHER_ID = "0d9c7c6e-5a44-4b3f-8f0e-3a1b2c4d5e6f";

const isDecline = (result: Fields) => result["status"] === "REJECTED";
const hasFills = (result: Fields) => Number(result["filled_qty"]) > 0;
const filledOf = (result: Fields) => Number(result["filled_qty"]);

/** Results of accepted orders, changed. */
function changeAccepted(change: Parameters<typeof changeResult>[0]): () => WireVariant {
  return () => changeResult((result, order) => !isDecline(result) && change(result, order));
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "fills-member-missing",
    breaks: ["RES-SHAPE-01"],
    defect: "A result without fills has no fills member.",
    wire: () => changeResult((result) => !hasFills(result) && { fills: undefined }),
  },
  {
    name: "replay-of-a-resting-order-is-short",
    breaks: ["RES-SHAPE-01"],
    // Who watches over results leaves replays out.
    beside: ["IDEM-REPLAY-01"],
    defect: "A replay of an order that rested has neither market_id nor fills.",
    wire: replayedAs((result) => isOpen(result) && { market_id: undefined, fills: undefined }),
  },
  {
    name: "zero-order-id",
    breaks: ["RES-SHAPE-02"],
    defect: "An accepted order is answered with the zero UUID.",
    wire: changeAccepted(() => ({ order_id: ZERO_ID })),
  },
  {
    name: "cut-off-orders-named-by-their-market",
    breaks: ["RES-SHAPE-02"],
    defect: "An order that is cut off has the id of its market: all of them there have the same.",
    wire: changeAccepted(
      ({ status, market_id }) => status === "CANCELLED" && { order_id: market_id },
    ),
  },
  {
    name: "foreign-market-id",
    breaks: ["RES-SHAPE-03"],
    defect: "The market_id of an accepted order is not that of the request.",
    wire: changeAccepted(() => ({ market_id: ANOTHER_ID })),
  },
  {
    name: "status-open",
    breaks: ["RES-SHAPE-04"],
    // That such an order is NEW is said of GTC and POST_ONLY orders too.
    alsoBreaks: ["TIF-GTC-01", "TIF-PO-01"],
    defect: "A resting order has the status OPEN.",
    wire: () => changeResult(({ status }) => status === "NEW" && { status: "OPEN" }),
  },
  {
    name: "filled-qty-negative",
    breaks: ["RES-SHAPE-05"],
    // What is below 0 is no 0 either.
    alsoBreaks: ["RES-STATE-01", "TIF-GTC-01", "TIF-PO-01"],
    defect: "filled_qty of a resting order is minus its remaining_qty.",
    wire: () =>
      changeResult(
        ({ status, remaining_qty: rest }) => status === "NEW" && { filled_qty: -Number(rest) },
      ),
  },
  {
    name: "remaining-qty-off-by-one",
    breaks: ["RES-SHAPE-06"],
    // What remains of an order that rests whole is its qty.
    alsoBreaks: ["RES-STATE-01", "TIF-GTC-01", "TIF-PO-01"],
    defect: "remaining_qty of a NEW order is one contract too many.",
    wire: () =>
      changeResult(
        ({ status, remaining_qty: rest }) =>
          status === "NEW" && { remaining_qty: Number(rest) + 1 },
      ),
  },
  {
    name: "fills-left-out",
    breaks: ["RES-SHAPE-07"],
    defect: "The fills of a result are always empty.",
    wire: () => changeResult((result) => hasFills(result) && { fills: [] }),
  },
  {
    name: "fills-merged",
    breaks: ["RES-SHAPE-16"],
    // A fill at an average is not at the price of an order that rested.
    alsoBreaks: ["CLAIM-PRICE-01"],
    defect: "The fills of an order are listed as one, at their average price.",
    wire: () =>
      changeResult(
        (result) =>
          (result["fills"] as Fields[]).length > 1 && {
            fills: [{ price: result["avg_fill_price_cents"], qty: filledOf(result) }],
          },
      ),
  },
  {
    name: "average-price-zero",
    breaks: ["RES-SHAPE-08"],
    defect: "Without fills the average price is 0, not null.",
    wire: () => changeResult((result) => !hasFills(result) && { avg_fill_price_cents: 0 }),
  },
  ...ofPrices,
  {
    name: "decline-without-reason",
    breaks: ["RES-SHAPE-11"],
    defect: "A declined order has reject_reason null.",
    wire: () => changeResult((result) => isDecline(result) && { reject_reason: null }),
  },
  {
    name: "reject-message-an-object",
    breaks: ["RES-SHAPE-13"],
    defect: "reject_message of an accepted order is an object with a text in it.",
    wire: changeAccepted(() => ({ reject_message: { text: "taken" } })),
  },
  {
    name: "leverage-on-a-binary",
    breaks: ["RES-SHAPE-14"],
    defect: "An order on a binary has an effective leverage of 1.",
    wire: changeAccepted(({ effective_leverage: leverage }) => ({
      effective_leverage: leverage ?? 1,
    })),
  },
  {
    name: "leverage-of-what-trades-on-a-binary",
    breaks: ["RES-SHAPE-14"],
    defect: "An order on a binary that trades has an effective leverage of 1.",
    wire: changeAccepted(
      (result) => hasFills(result) && { effective_leverage: result["effective_leverage"] ?? 1 },
    ),
  },
  {
    name: "no-leverage-on-a-perp",
    breaks: ["RES-SHAPE-15"],
    defect: "An order on a perp has no effective leverage.",
    wire: () => changeResult(() => ({ effective_leverage: null })),
  },
  {
    name: "accepted-as-200",
    breaks: ["RES-HTTP-01"],
    defect: "An accepted order is answered 200.",
    wire: () =>
      changeAnswer("POST /orders", (answer) =>
        answer.status === 201 ? { ...answer, status: 200 } : answer,
      ),
  },
  {
    name: "decline-as-422",
    breaks: ["RES-HTTP-02"],
    // An envelope that says INVALID_LEVERAGE has to carry details.
    alsoBreaks: ["REJ-LEV-03"],
    defect: "An engine decline is a 422 envelope with the reject code.",
    wire: () =>
      changeAnswer("POST /orders", (answer) => {
        const { status, reject_reason } = fieldsOf(answer.body);
        return status === "REJECTED" ? envelope(422, String(reject_reason)) : answer;
      }),
  },
  {
    name: "cooldown-as-409",
    breaks: ["RES-HTTP-02"],
    // Whose check provokes one.
    beside: ["REJ-COOL-02"],
    defect: "AGENT_SIDE_COOLDOWN is a 409 envelope.",
    wire: () =>
      changeAnswer("POST /orders", (answer) => {
        const { reject_reason: reason } = fieldsOf(answer.body);
        return reason === "AGENT_SIDE_COOLDOWN" ? envelope(409, reason) : answer;
      }),
  },
  {
    name: "new-order-remains-nothing",
    breaks: ["RES-STATE-01"],
    // That such an order keeps its qty is said of GTC and POST_ONLY orders too.
    alsoBreaks: ["TIF-GTC-01", "TIF-PO-01"],
    defect: "A NEW order has remaining_qty 0.",
    wire: () => changeResult(({ status }) => status === "NEW" && { remaining_qty: 0 }),
  },
  {
    name: "partial-order-remains-nothing",
    breaks: ["RES-STATE-02"],
    defect: "A PARTIAL order that rests has remaining_qty 0.",
    wire: () => changeResult(({ status }) => status === "PARTIAL" && { remaining_qty: 0 }),
  },
  {
    name: "filled-order-remains-whole",
    breaks: ["RES-STATE-03"],
    // What is filled does not remain.
    alsoBreaks: ["RES-SHAPE-06"],
    defect: "remaining_qty of a GTC order that is FILLED at once is its qty.",
    wire: () =>
      changeResult(
        ({ status }, { tif = "GTC", type, qty }) =>
          status === "FILLED" && type === "LIMIT" && tif === "GTC" && { remaining_qty: qty },
      ),
  },
  {
    name: "declined-order-has-an-id",
    breaks: ["RES-STATE-04"],
    defect: "A declined order has an order_id of its own.",
    wire: () => changeResult((result) => isDecline(result) && { order_id: ANOTHER_ID }),
  },
  {
    name: "ioc-remainder-reported",
    breaks: ["RES-STATE-05"],
    defect: "remaining_qty of a cut IOC order is what it did not fill.",
    wire: () =>
      changeResult(
        (result, { tif, qty }) =>
          tif === "IOC" && !isDecline(result) && { remaining_qty: Number(qty) - filledOf(result) },
      ),
  },
  {
    name: "declined-orders-listed-as-open",
    breaks: ["RES-STATE-06"],
    defect: "GET /orders/open lists the declined orders of the caller too.",
    wire: () => {
      const { declined, remember } = rememberedDeclines();
      const list = changeList("GET /orders/open", (orders, request) => {
        const { market_id: market } = request.query;
        const own = declined.filter(({ key }) => key === keyOf(request));
        const listed = own.map(({ record }) => record);
        return [
          ...orders,
          ...listed.filter((one) => (market ?? one["market_id"]) === one["market_id"]),
        ];
      });
      return inFrontOf(list, remember);
    },
  },
];
