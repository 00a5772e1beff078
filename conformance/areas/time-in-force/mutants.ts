/** Venues on which a time in force leaves behind, or takes, what it must not. */

import {
  type Arriving,
  anew,
  ask,
  cancelsBehind,
  changeAnswer,
  changeOrder,
  changeRequest,
  changeResult,
  type Fields,
  fieldsOf,
  inFrontOf,
  matches,
  rejectedWith,
} from "../../interposer/changes.ts";
import { type WireRequest, type WireVariant, withBody } from "../../interposer/interposer.ts";
import {
  crosses,
  levelsAgainst,
  reaches,
  steppedBack,
  touchOf,
  venueNow,
} from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declines, declineWaived } from "../../interposer/refusals.ts";
import { marketOrders } from "./mutants-market.ts";

/** LIMIT orders of one time in force that would trade on arrival, in another one. */
function crossingAs(
  from: string,
  tif: string,
  when: (order: Fields) => boolean = () => true,
): WireVariant {
  return changeOrder(async (order, arriving) => {
    const isMeant = order["type"] === "LIMIT" && order["tif"] === from && when(order);
    return isMeant && (await crosses(order, arriving)) && { tif };
  });
}

const sells = ({ side }: Fields) => side === "SELL";
const isConfirmed = ({ confirm_fat_finger: it }: Fields) => it === true;

/** Fills FOK orders in part where reduce-only ones are among their makers. */
function fokCutByReducers(): WireVariant {
  const reducing = new Set<unknown>();
  const remember = changeResult(({ status }, { reduce_only, market_id: market }) => {
    if (reduce_only === true && status === "NEW") reducing.add(market);
    return false;
  });
  const cut = declineWaived("FOK_NOT_FILLABLE", async (order, arriving) => {
    const isCut = reducing.has(order["market_id"]) && (await crosses(order, arriving));
    return isCut && { tif: "IOC" };
  });
  return inFrontOf(cut, remember);
}

/** An order that rests: who sent it, and since when. */
interface Rested {
  request: WireRequest;
  order: Fields;
  id: unknown;
  at: number;
}

const HOUR_MS = 3_600_000;

/** Takes orders off the book, of those that are meant, as somebody arrives who would meet them. */
function flees(isMeant: (one: Rested, arriving: Arriving) => boolean | Promise<boolean>) {
  const resting: Rested[] = [];
  const flee = async (order: Fields, arriving: Arriving) => {
    const met = resting.filter(
      (one) =>
        one.order["market_id"] === order["market_id"] &&
        one.order["side"] !== order["side"] &&
        (order["type"] === "MARKET" || reaches(order, Number(one.order["price"]))),
    );
    const { venue } = arriving;
    for (const one of met) {
      if (!(await isMeant(one, arriving))) continue;
      await ask({ request: one.request, venue }, `DELETE /orders/${one.id}`);
    }
  };
  const wire: WireVariant = async (request, venue) => {
    if (!matches(request, "POST /orders")) return venue(request);
    const order = fieldsOf(request.body);
    await flee(order, { request, venue });
    const given = await venue(request);
    const { status, order_id: id } = fieldsOf(given.body);
    if (status === "NEW") {
      resting.push({ request, order, id, at: await venueNow({ request, venue }) });
    }
    return given;
  };
  return wire;
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "gtc-orders-do-not-stay",
    breaks: ["TIF-GTC-01"],
    defect: "An order that says GTC and is answered NEW is cancelled at once.",
    wire: () => cancelsBehind(({ status }, { tif }) => status === "NEW" && tif === "GTC"),
  },
  {
    name: "gtc-met-by-nobody-after-an-hour",
    breaks: ["TIF-GTC-01"],
    // Only by control an hour passes.
    controlled: true,
    defect: "A GTC order that has rested for an hour is cancelled as somebody arrives to meet it.",
    wire: () =>
      flees(
        async ({ order, at }, arriving) =>
          order["tif"] === "GTC" && (await venueNow(arriving)) - at > HOUR_MS,
      ),
  },
  {
    name: "ioc-is-gtc",
    breaks: ["TIF-IOC-01"],
    defect: "An IOC order without a match rests like a GTC order.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          order["type"] === "LIMIT" &&
          order["tif"] === "IOC" &&
          !(await crosses(order, arriving)) && { tif: "GTC" },
      ),
  },
  {
    name: "unmatched-ioc-partial",
    breaks: ["TIF-IOC-02"],
    defect: "An IOC order without a match is answered PARTIAL.",
    wire: () =>
      changeResult(
        ({ status, filled_qty }, { tif }) =>
          tif === "IOC" && status === "CANCELLED" && filled_qty === 0 && { status: "PARTIAL" },
      ),
  },
  {
    name: "ioc-remainder-rests",
    breaks: ["TIF-IOC-03"],
    defect: "An IOC order that trades rests with what is left.",
    wire: () => crossingAs("IOC", "GTC"),
  },
  {
    name: "ioc-sell-remainder-rests",
    breaks: ["TIF-IOC-03"],
    defect: "An IOC SELL that trades rests with what is left.",
    wire: () => crossingAs("IOC", "GTC", sells),
  },
  {
    name: "partly-filled-ioc-new",
    breaks: ["TIF-IOC-04"],
    // A NEW order has filled nothing.
    alsoBreaks: ["RES-STATE-01"],
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
    wire: () =>
      changeResult(
        ({ status }, { tif }) => tif === "IOC" && status === "FILLED" && { status: "CANCELLED" },
      ),
  },
  {
    name: "fok-never-fills",
    breaks: ["TIF-FOK-01"],
    defect: "A FOK order is always declined.",
    wire: () => declines("FOK_NOT_FILLABLE", ({ tif }) => tif === "FOK"),
  },
  {
    name: "fok-counts-ten-levels",
    breaks: ["TIF-FOK-01"],
    defect: "A FOK order that takes more than ten levels to fill is declined as not fillable.",
    wire: () =>
      declines("FOK_NOT_FILLABLE", async (order, arriving) => {
        if (order["type"] !== "LIMIT" || order["tif"] !== "FOK") return false;
        const ten = (await levelsAgainst(order, arriving)).slice(0, 10);
        return ten.reduce((sum, { qty }) => sum + qty, 0) < Number(order["qty"]);
      }),
  },
  {
    name: "fok-is-ioc",
    breaks: ["TIF-FOK-02"],
    defect: "A FOK order that would trade takes what it can get, like an IOC order.",
    wire: () => crossingAs("FOK", "IOC"),
  },
  {
    name: "fok-cut-by-reduce-only-makers",
    breaks: ["TIF-FOK-02"],
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
        crossingAs("FOK", "IOC"),
      ),
  },
  {
    name: "post-only-never-rests",
    breaks: ["TIF-PO-01"],
    defect: "A POST_ONLY order is always declined.",
    wire: () => declines("POST_ONLY_WOULD_CROSS", ({ tif }) => tif === "POST_ONLY"),
  },
  {
    name: "post-only-met-by-nobody",
    breaks: ["TIF-PO-06"],
    defect: "A POST_ONLY order that rests is cancelled as somebody arrives who would meet it.",
    wire: () => flees(({ order }) => order["tif"] === "POST_ONLY"),
  },
  {
    name: "post-only-takes",
    breaks: ["TIF-PO-02"],
    defect: "A POST_ONLY order that would cross trades.",
    wire: () => crossingAs("POST_ONLY", "GTC"),
  },
  {
    name: "confirmed-post-only-takes",
    breaks: ["TIF-PO-02"],
    defect: "A POST_ONLY order that would cross trades where it is confirmed against a slip.",
    wire: () => crossingAs("POST_ONLY", "GTC", isConfirmed),
  },
  {
    name: "post-only-takes-at-the-touch",
    breaks: ["TIF-PO-03"],
    defect: "A POST_ONLY order at the opposite best price trades; only beyond it is it declined.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (order["tif"] !== "POST_ONLY") return false;
        return order["price"] === (await touchOf(order, arriving)) && { tif: "GTC" };
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
    wire: () =>
      changeAnswer("POST /orders", async (given, request, venue) => {
        const arriving = { request, venue };
        const order = fieldsOf(request.body);
        const isReplay = given.headers["idempotent-replayed"] !== undefined;
        const wouldCross = fieldsOf(given.body)["reject_reason"] === "POST_ONLY_WOULD_CROSS";
        if (!wouldCross || isReplay) return given;
        const moved = await steppedBack(order, arriving);
        await ask(arriving, "POST /orders", { ...anew(order), ...moved });
        return given;
      }),
  },
  {
    name: "post-only-rungs-take",
    breaks: ["TIF-PO-04"],
    defect: "A POST_ONLY order of a ladder is a GTC order, and takes what it crosses.",
    wire: () =>
      changeRequest("POST /orders/replace-ladder", (request) => {
        const { orders = [], ...ladder } = fieldsOf(request.body);
        const plain = (orders as Fields[]).map((rung) =>
          rung["tif"] === "POST_ONLY" ? { ...rung, tif: "GTC" } : rung,
        );
        return withBody(request, { ...ladder, orders: plain });
      }),
  },
  {
    name: "fok-sell-is-ioc",
    breaks: ["TIF-FOK-02"],
    defect: "A FOK SELL takes what it can get; a FOK BUY does not.",
    wire: () => crossingAs("FOK", "IOC", sells),
  },
  {
    name: "post-only-sell-takes",
    breaks: ["TIF-PO-02"],
    defect: "A POST_ONLY SELL that would cross trades; a POST_ONLY BUY does not.",
    wire: () => crossingAs("POST_ONLY", "GTC", sells),
  },
  ...marketOrders,
];
