/** Venues on which a time in force leaves behind, or takes, what it must not. */

import {
  answerInstead,
  ask,
  cancelsBehind,
  changeOrder,
  changeResult,
  declineOf,
  fieldsOf,
  inFrontOf,
  matches,
  rejectedWith,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { crosses, steppedBack, touchOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { marketOrders } from "./mutants-market.ts";

/** Fills FOK orders in part where reduce-only ones are among their makers. */
function fokCutByReducers(): WireVariant {
  const reducing = new Set<unknown>();
  return async (request, venue) => {
    const given = await venue(request);
    if (!matches(request, "POST /orders")) return given;
    const { client_order_id: _, ...order } = fieldsOf(request.body);
    const { status, reject_reason: reason } = fieldsOf(given.body);
    if (order["reduce_only"] === true && status === "NEW") reducing.add(order["market_id"]);
    const isCut = reason === "FOK_NOT_FILLABLE" && reducing.has(order["market_id"]);
    return isCut ? ask({ request, venue }, "POST /orders", { ...order, tif: "IOC" }) : given;
  };
}

/** IOC orders of these sides that trade rest with what is left. */
function iocRemainderRests(...sides: string[]): () => WireVariant {
  return () =>
    changeOrder(
      async (order, arriving) =>
        order["tif"] === "IOC" &&
        sides.includes(String(order["side"])) &&
        (await crosses(order, arriving)) && { tif: "GTC" },
    );
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "gtc-orders-do-not-stay",
    breaks: ["TIF-GTC-01"],
    defect: "An order that is answered NEW is cancelled at once.",
    wire: () => cancelsBehind(({ status }) => status === "NEW"),
  },
  {
    name: "ioc-is-gtc",
    breaks: ["TIF-IOC-01"],
    defect: "An IOC order rests like a GTC order.",
    wire: () => changeOrder(({ tif }) => tif === "IOC" && { tif: "GTC" }),
  },
  {
    name: "unmatched-ioc-filled",
    breaks: ["TIF-IOC-02"],
    defect: "An IOC order without a match is answered FILLED.",
    wire: () =>
      changeResult(
        ({ filled_qty }, { tif }) => tif === "IOC" && !filled_qty && { status: "FILLED" },
      ),
  },
  {
    name: "ioc-remainder-rests",
    breaks: ["TIF-IOC-03"],
    defect: "An IOC order that trades rests with what is left.",
    wire: iocRemainderRests("BUY", "SELL"),
  },
  {
    name: "ioc-sell-remainder-rests",
    breaks: ["TIF-IOC-03"],
    defect: "An IOC SELL that trades rests with what is left.",
    wire: iocRemainderRests("SELL"),
  },
  {
    name: "partly-filled-ioc-new",
    breaks: ["TIF-IOC-04"],
    defect: "An IOC order filled in part is answered NEW.",
    wire: () =>
      changeResult(
        ({ filled_qty, status }, { tif }) =>
          tif === "IOC" && status === "CANCELLED" && Boolean(filled_qty) && { status: "NEW" },
      ),
  },
  {
    name: "filled-ioc-cancelled",
    breaks: ["TIF-IOC-05"],
    defect: "An IOC order is answered CANCELLED even when it was filled whole.",
    wire: () => changeResult((_, { tif }) => tif === "IOC" && { status: "CANCELLED" }),
  },
  {
    name: "fok-never-fills",
    breaks: ["TIF-FOK-01"],
    defect: "A FOK order is always declined.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        return order["tif"] === "FOK" ? declineOf(order, "FOK_NOT_FILLABLE") : null;
      }),
  },
  {
    name: "fok-is-ioc",
    breaks: ["TIF-FOK-02"],
    defect: "A FOK order takes what it can get, like an IOC order.",
    wire: () => changeOrder(({ tif }) => tif === "FOK" && { tif: "IOC" }),
  },
  {
    name: "fok-cut-by-reduce-only-makers",
    breaks: ["TIF-FOK-02"],
    // A partial fill touches what rests.
    alsoBreaks: ["TIF-FOK-03"],
    defect: "A FOK order that reduce-only makers cannot fill takes what it can get.",
    wire: fokCutByReducers,
  },
  {
    name: "fok-trades-before-it-declines",
    breaks: ["TIF-FOK-03"],
    defect: "A FOK order that cannot be filled whole is declined after it has traded.",
    wire: () =>
      inFrontOf(
        changeResult(
          ({ filled_qty }, { tif, qty }) =>
            tif === "FOK" && Number(filled_qty) < Number(qty) && rejectedWith("FOK_NOT_FILLABLE"),
        ),
        changeOrder(({ tif }) => tif === "FOK" && { tif: "IOC" }),
      ),
  },
  {
    name: "post-only-never-rests",
    breaks: ["TIF-PO-01"],
    defect: "A POST_ONLY order is always declined.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        return order["tif"] === "POST_ONLY" ? declineOf(order, "POST_ONLY_WOULD_CROSS") : null;
      }),
  },
  {
    name: "post-only-in-a-book-of-its-own",
    breaks: ["TIF-PO-06"],
    defect: "A POST_ONLY order that rests is met by nobody.",
    wire: () => cancelsBehind(({ status }, { tif }) => status === "NEW" && tif === "POST_ONLY"),
  },
  {
    name: "post-only-takes",
    breaks: ["TIF-PO-02"],
    defect: "A POST_ONLY order that would cross trades.",
    wire: () => changeOrder(({ tif }) => tif === "POST_ONLY" && { tif: "GTC" }),
  },
  {
    name: "post-only-takes-at-the-touch",
    breaks: ["TIF-PO-03"],
    defect: "A POST_ONLY order at the opposite best price trades; only beyond it is it declined.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        const touches = order["price"] === (await touchOf(order, arriving));
        return order["tif"] === "POST_ONLY" && touches && { tif: "GTC" };
      }),
  },
  {
    name: "post-only-on-arrival-alone",
    breaks: ["TIF-PO-07"],
    defect: "A POST_ONLY order that rests is a GTC order from then on, when it is amended too.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        return order["tif"] === "POST_ONLY" && !(await crosses(order, arriving)) && { tif: "GTC" };
      }),
  },
  {
    name: "post-only-repriced-behind-its-decline",
    breaks: ["TIF-PO-04"],
    defect: "A POST_ONLY order that would cross is declined, and rests a tick away all the same.",
    wire: () => async (request, venue) => {
      const order = fieldsOf(request.body);
      const arriving = { request, venue };
      const given = await venue(request);
      if (fieldsOf(given.body)["reject_reason"] !== "POST_ONLY_WOULD_CROSS") return given;
      const { client_order_id: _, ...moved } = {
        ...order,
        ...(await steppedBack(order, arriving)),
      };
      await ask(arriving, "POST /orders", moved);
      return given;
    },
  },
  {
    name: "fok-sell-is-ioc",
    breaks: ["TIF-FOK-02"],
    defect: "A FOK SELL takes what it can get; a FOK BUY does not.",
    wire: () => changeOrder(({ tif, side }) => tif === "FOK" && side === "SELL" && { tif: "IOC" }),
  },
  {
    name: "post-only-sell-takes",
    breaks: ["TIF-PO-02"],
    // Whatever would cross is taken, at the touch too.
    alsoBreaks: ["TIF-PO-03"],
    defect: "A POST_ONLY SELL that would cross trades; a POST_ONLY BUY does not.",
    wire: () =>
      changeOrder(({ tif, side }) => tif === "POST_ONLY" && side === "SELL" && { tif: "GTC" }),
  },
  {
    name: "slippage-cap-of-sells-ignored",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents has no effect on a SELL.",
    wire: () =>
      changeOrder(
        (order) =>
          order["side"] === "SELL" && "slippage_cap_cents" in order && { slippage_cap_cents: 99 },
      ),
  },
  {
    name: "slippage-cap-of-buys-ignored",
    breaks: ["TIF-MKT-05"],
    defect: "slippage_cap_bps has no effect on a BUY.",
    wire: () =>
      changeOrder(
        (order) =>
          order["side"] === "BUY" && "slippage_cap_bps" in order && { slippage_cap_bps: 9_000 },
      ),
  },
  ...marketOrders,
];
