/** Venues on which an order costs less than its initial margin. */
import { type Arriving, ask, type Fields, fieldsOf } from "../../interposer/changes.ts";
import { kindOf, positionIn } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declineWaived } from "../../interposer/refusals.ts";
import { gate } from "../gate-change.ts";
import { lookedAtTooEarly } from "../sent-at-once.ts";

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

/** The same on perps where the order is for none, elsewhere where it is for one. */
async function makesRoomOnTheOtherKind(order: Fields, arriving: Arriving): Promise<Fields | false> {
  const isPerp = async (one: Fields) => (await kindOf(one, arriving)) === "BTC_PERP";
  const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
  let cancelled = 0;
  for (const one of orders as Fields[]) {
    if ((await isPerp(one)) === (await isPerp(order))) continue;
    await ask(arriving, `DELETE /orders/${one["order_id"]}`);
    cancelled += 1;
  }
  return cancelled > 0 && {};
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
    name: "hasty-orders-need-no-cash-against-a-position",
    breaks: ["REJ-MARGIN-01"],
    defect: "An IOC or a MARKET order against a position is one that closes, however large it is.",
    venue: gate("margin", (check) => (order, context) => {
      const isHasty = order.type === "MARKET" || order.tif === "IOC";
      const isClosing = context.position!.reducible(order.side === "BUY") > 0;
      return isHasty && isClosing ? null : check(order, context);
    })!,
  },
  {
    name: "two-orders-at-once-spend-the-same-cash",
    breaks: ["REJ-MARGIN-03"],
    defect: "What an order under way will cost is still free to another one that comes meanwhile.",
    ...lookedAtTooEarly("margin"),
  },
  {
    name: "a-position-pays-for-each-order-that-closes-it",
    breaks: ["REJ-MARGIN-03"],
    // Who meets all of them has more cash than their agent where control gives it.
    controlled: true,
    defect: "An order not larger than the position against it is taken, whatever rests beside it.",
    venue: gate("margin", (check) => (order, context) => {
      const isCovered = order.qty <= context.position!.reducible(order.side === "BUY");
      return isCovered ? null : check(order, context);
    })!,
  },
  {
    name: "resting-orders-promised-again",
    breaks: ["REJ-MARGIN-03"],
    defect: "An order that all cash covers is accepted, whatever rests already.",
    wire: () => declineWaived("INSUFFICIENT_MARGIN", makesRoom),
  },
  {
    name: "orders-on-another-kind-promised-again",
    breaks: ["REJ-MARGIN-03"],
    defect: "An order that cash covers but for what rests on another kind of market is accepted.",
    wire: () => declineWaived("INSUFFICIENT_MARGIN", makesRoomOnTheOtherKind),
  },
];
