/** Venues that match wrongly, or let a time in force leave behind what it must not. */
import { clearOfTouch, crosses, kindOf, touchOf } from "./look-around.ts";
import type { Mutant } from "./mutant.ts";
import type { WireVariant } from "./wire.ts";
import {
  type Arriving,
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeOrder,
  changeResult,
  declineOf,
  type Fields,
  fieldsOf,
  inFrontOf,
  rejectedWith,
} from "./wire-verbs.ts";

const isLimit = ({ type, tif = "GTC" }: Fields) => type === "LIMIT" && tif === "GTC";

/** An order that would trade is moved to where it does not. */
async function steppedBack(order: Fields, arriving: Arriving): Promise<Fields | false> {
  return (await crosses(order, arriving)) && { price: await clearOfTouch(order, arriving) };
}

/** Cancels at the venue what the caller is told is something else. */
function cancelsBehind(when: (result: Fields, order: Fields) => boolean): WireVariant {
  return changeAnswer("POST /orders", async (given, request, venue) => {
    const result = fieldsOf(given.body);
    if (when(result, fieldsOf(request.body))) {
      await ask({ request, venue }, `DELETE /orders/${result["order_id"]}`);
    }
    return given;
  });
}

const crossing: readonly Mutant[] = [
  {
    name: "crossing-orders-do-not-trade",
    breaks: ["MATCH-CROSS-01"],
    defect: "A LIMIT order that would trade is put a tick away from the touch and rests.",
    wire: () => changeOrder((order, arriving) => isLimit(order) && steppedBack(order, arriving)),
  },
  {
    name: "fills-beyond-the-limit",
    breaks: ["MATCH-CROSS-02"],
    defect: "An order that trades pays two ticks more, or gets two ticks less, than its limit.",
    wire: () =>
      changeResult(({ filled_qty, fills }, { side, price, type }) => {
        if (type !== "LIMIT" || !filled_qty) return false;
        const worse = Number(price) + (side === "BUY" ? 2 : -2);
        const moved = (fills as Fields[]).map((fill) => ({ ...fill, price: worse }));
        return { avg_fill_price_cents: worse, fills: moved };
      }),
  },
  {
    name: "partial-remainder-cancelled",
    breaks: ["MATCH-PART-01"],
    defect: "What a GTC order cannot fill at once is cancelled, as if it were IOC.",
    wire: () =>
      inFrontOf(
        changeResult(
          ({ status }) => status === "PARTIAL" && { status: "CANCELLED", remaining_qty: 0 },
        ),
        cancelsBehind(({ status }) => status === "PARTIAL"),
      ),
  },
  {
    name: "maker-record-not-updated",
    breaks: ["MATCH-PART-02"],
    defect: "The record of an order that was filled while it rested shows nothing filled.",
    wire: () =>
      changeAnswer("GET /orders/*", (given) => {
        const order = fieldsOf(given.body);
        const updated = { ...order, filled_qty: 0, remaining_qty: order["qty"] };
        return "filled_qty" in order ? { ...given, body: updated } : given;
      }),
  },
  {
    name: "only-the-best-level-trades",
    breaks: ["MATCH-SWEEP-01"],
    defect: "An order trades at the touch alone, and rests there with what is left.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          isLimit(order) &&
          (await crosses(order, arriving)) && { price: await touchOf(order, arriving) },
      ),
  },
  {
    name: "perps-do-not-trade",
    breaks: ["MATCH-KIND-01"],
    defect: "On a perp an order that would trade is put a tick away from the touch.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          (await kindOf(order, arriving)) === "BTC_PERP" && steppedBack(order, arriving),
      ),
  },
];

const timeInForce: readonly Mutant[] = [
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
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          order["tif"] === "IOC" && (await crosses(order, arriving)) && { tif: "GTC" },
      ),
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
];

const postOnly: readonly Mutant[] = [
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
];

const marketOrders: readonly Mutant[] = [
  {
    name: "market-orders-find-nothing",
    breaks: ["TIF-MKT-01"],
    defect: "A MARKET order never trades.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        return order["type"] === "MARKET" ? declineOf(order, "MARKET_NO_LIQUIDITY") : null;
      }),
  },
  {
    name: "market-order-in-vain-accepted",
    breaks: ["TIF-MKT-02"],
    defect: "A MARKET order that finds no opposing orders is accepted and CANCELLED.",
    wire: () =>
      changeAnswer("POST /orders", (given) => {
        const result = fieldsOf(given.body);
        if (result["reject_reason"] !== "MARKET_NO_LIQUIDITY") return given;
        const order_id = crypto.randomUUID();
        const cancelled = { order_id, status: "CANCELLED", reject_reason: null };
        return answer(201, { ...result, ...cancelled });
      }),
  },
  {
    name: "market-order-is-all-or-nothing",
    breaks: ["TIF-MKT-03"],
    defect: "A MARKET order larger than the liquidity is declined.",
    wire: () => changeOrder(({ type }) => type === "MARKET" && { tif: "FOK" }),
  },
  {
    name: "slippage-cap-cents-ignored",
    breaks: ["TIF-MKT-04"],
    defect: "slippage_cap_cents has no effect.",
    wire: () => changeOrder((order) => "slippage_cap_cents" in order && { slippage_cap_cents: 99 }),
  },
  {
    name: "slippage-cap-bps-ignored",
    breaks: ["TIF-MKT-05"],
    defect: "slippage_cap_bps has no effect.",
    wire: () => changeOrder((order) => "slippage_cap_bps" in order && { slippage_cap_bps: 9_000 }),
  },
];

/** Defects of matching and of times in force. */
export const matching: readonly Mutant[] = [
  ...crossing,
  ...timeInForce,
  ...postOnly,
  ...marketOrders,
];
