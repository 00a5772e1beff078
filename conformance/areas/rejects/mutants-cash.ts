/** Venues on which an order costs less than its initial margin. */
import { type Arriving, ask, type Fields, fieldsOf } from "../../interposer/changes.ts";
import { positionIn } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declineWaived } from "../../interposer/refusals.ts";
import { gate } from "../gate-change.ts";

/** Whether the caller holds contracts of the side that an order is on. */
async function addsToPosition(order: Fields, arriving: Arriving): Promise<boolean> {
  const held = await positionIn(order, arriving);
  return order["side"] === "BUY" ? held > 0 : held < 0;
}

/** Cancels what the caller has open in the market of an order; false where there is nothing. */
async function makesRoom(order: Fields, arriving: Arriving): Promise<Fields | false> {
  const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
  const beside = (orders as Fields[]).filter((one) => one["market_id"] === order["market_id"]);
  for (const { order_id: id } of beside) await ask(arriving, `DELETE /orders/${id}`);
  return beside.length > 0 && {};
}

/** Defects of the gate of free cash. */
export const cash: readonly Mutant[] = [
  {
    name: "order-cut-to-what-cash-allows",
    breaks: ["REJ-MARGIN-01"],
    defect: "An order beyond free cash is cut to a qty of 1 and accepted.",
    wire: () => declineWaived("INSUFFICIENT_MARGIN", () => ({ qty: 1 })),
  },
  {
    name: "positions-hold-no-cash",
    breaks: ["REJ-MARGIN-01"],
    defect:
      "An order beyond free cash is cut to a qty of 1 where its agent holds more of that side.",
    wire: () =>
      declineWaived(
        "INSUFFICIENT_MARGIN",
        async (order, arriving) => (await addsToPosition(order, arriving)) && { qty: 1 },
      ),
  },
  {
    name: "leverage-needs-no-cash",
    breaks: ["REJ-MARGIN-01"],
    defect: "An order beyond free cash is cut to a qty of 1 where it asks for leverage above 1.",
    wire: () =>
      declineWaived(
        "INSUFFICIENT_MARGIN",
        ({ leverage }) => Number(leverage ?? 1) > 1 && { qty: 1 },
      ),
  },
  {
    name: "isolated-margin-needs-no-cash",
    breaks: ["REJ-MARGIN-01"],
    defect: "An order beyond free cash is cut to a qty of 1 where its margin_mode is ISOLATED.",
    wire: () =>
      declineWaived(
        "INSUFFICIENT_MARGIN",
        ({ margin_mode: mode }) => mode === "ISOLATED" && { qty: 1 },
      ),
  },
  {
    name: "fok-orders-need-no-cash",
    breaks: ["REJ-MARGIN-01"],
    defect: "A FOK order trades whatever it costs.",
    venue: gate(
      "margin",
      (check) => (order, context) => (order.tif === "FOK" ? null : check(order, context)),
    )!,
  },
  {
    name: "resting-orders-promised-again",
    breaks: ["REJ-MARGIN-03"],
    defect: "An order that all cash covers is accepted, whatever rests already.",
    wire: () => declineWaived("INSUFFICIENT_MARGIN", makesRoom),
  },
];
