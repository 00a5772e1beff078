/** Venues on which reduce_only does not reduce, or refuses what would. */

import {
  type Arriving,
  anew,
  ask,
  changeAnswer,
  changeOrder,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";
import {
  crosses,
  levelsAgainst,
  positionIn,
  reaches,
  reduces,
} from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { type Concerns, declines } from "../../interposer/refusals.ts";
import { gate } from "../gate-change.ts";
import { plainOnceAmended } from "./plain-once-amended.ts";

const isReducing = ({ reduce_only: it }: Fields) => it === true;

/** reduce_only orders of a type for which `when` holds are plain ones. */
function plainWhere(when: Concerns, type = "LIMIT"): () => WireVariant {
  return () =>
    changeOrder(async (order, arriving) => {
      const isMeant = isReducing(order) && order["type"] === type;
      return isMeant && (await when(order, arriving)) && { reduce_only: false };
    });
}

/** How much larger an order is than the position that it would shrink; null where it shrinks none. */
async function beyondPosition(order: Fields, arriving: Arriving): Promise<number | null> {
  if (!(await reduces(order, arriving))) return null;
  return Number(order["qty"]) - Math.abs(await positionIn(order, arriving));
}

const isLarger: Concerns = async (order, arriving) =>
  ((await beyondPosition(order, arriving)) ?? 0) > 0;

/** Counts reduce_only orders against a position when they are cancelled too. */
function countsTheCancelled(): WireVariant {
  const rested: { place: string; id: unknown }[] = [];
  const placeOf = (key: string, order: Fields) =>
    [key, order["market_id"], order["side"]].join(" ");
  const remember = changeAnswer("POST /orders", (given, request) => {
    const order = fieldsOf(request.body);
    const { status, order_id: id } = fieldsOf(given.body);
    const place = placeOf(keyOf(request), order);
    if (isReducing(order) && status === "NEW") rested.push({ place, id });
    return given;
  });
  const refuse = declines("REDUCE_ONLY_VIOLATION", async (order, arriving) => {
    if (!isReducing(order)) return false;
    const place = placeOf(keyOf(arriving.request), order);
    for (const { id } of rested.filter((one) => one.place === place)) {
      const { status } = fieldsOf((await ask(arriving, `GET /orders/${id}`)).body);
      if (status === "CANCELLED") return true;
    }
    return false;
  });
  return inFrontOf(refuse, remember);
}

/** A reduce_only order that rests, and who sent it. */
interface RestingReducer {
  request: WireRequest;
  order: Fields;
  id: unknown;
}

/** Makes reduce_only orders plain ones before an order arrives that meets them behind others. */
function cutAfterTheSweep(): WireVariant {
  const resting: RestingReducer[] = [];
  const isMetLater = async (taker: Fields, { order }: RestingReducer, arriving: Arriving) => {
    const isAcross = order["market_id"] === taker["market_id"] && order["side"] !== taker["side"];
    const price = Number(order["price"]);
    if (!isAcross || !reaches(taker, price)) return false;
    const levels = await levelsAgainst(taker, arriving);
    const better = levels.filter((level) => !reaches({ ...taker, price: level.price }, price));
    const before = better.reduce((sum, { qty }) => sum + qty, 0);
    return before > 0 && before < Number(taker["qty"]);
  };
  return async (request, venue) => {
    if (!matches(request, "POST /orders")) return venue(request);
    const order = fieldsOf(request.body);
    for (const one of resting.splice(0)) {
      const by = { request: one.request, venue };
      if (!(await isMetLater(order, one, { request, venue }))) resting.push(one);
      else if ((await ask(by, `DELETE /orders/${one.id}`)).status === 200) {
        await ask(by, "POST /orders", { ...anew(one.order), reduce_only: false });
      }
    }
    const given = await venue(request);
    const { status, order_id: id } = fieldsOf(given.body);
    if (isReducing(order) && status === "NEW") resting.push({ request, order, id });
    return given;
  };
}

/** Defects of reduce_only. */
export const reduceOnly: readonly Mutant[] = [
  {
    name: "reduce-only-opens-from-flat",
    breaks: ["REJ-RO-01"],
    defect: "reduce_only has no effect on a LIMIT order of an agent without a position.",
    wire: plainWhere(async (order, arriving) => (await positionIn(order, arriving)) === 0),
  },
  {
    name: "reduce-only-market-orders-open",
    breaks: ["REJ-RO-01"],
    defect: "reduce_only has no effect on a MARKET order of an agent without a position.",
    wire: plainWhere(
      async (order, arriving) => (await positionIn(order, arriving)) === 0,
      "MARKET",
    ),
  },
  {
    name: "reduce-only-market-orders-add",
    breaks: ["REJ-RO-02"],
    defect: "A reduce_only MARKET order in the direction of the position trades.",
    wire: plainWhere(
      async (order, arriving) =>
        (await positionIn(order, arriving)) !== 0 && !(await reduces(order, arriving)),
      "MARKET",
    ),
  },
  {
    name: "reduce-only-adds",
    breaks: ["REJ-RO-02"],
    defect: "A reduce_only order in the direction of the position is accepted.",
    wire: plainWhere(
      async (order, arriving) =>
        (await positionIn(order, arriving)) !== 0 && !(await reduces(order, arriving)),
    ),
  },
  {
    name: "reduce-only-always-declined",
    breaks: ["REJ-RO-03"],
    defect: "Every reduce_only order is declined.",
    wire: () => declines("REDUCE_ONLY_VIOLATION", isReducing),
  },
  {
    name: "cancelled-reduce-only-still-counts",
    breaks: ["REJ-RO-03"],
    defect: "A reduce_only order goes on counting against the position when it is cancelled.",
    wire: countsTheCancelled,
  },
  {
    name: "reduce-only-flips",
    breaks: ["REJ-RO-04"],
    defect: "A reduce_only order larger than the position trades through flat.",
    wire: plainWhere(isLarger),
  },
  {
    name: "reduce-only-market-orders-flip",
    breaks: ["REJ-RO-04"],
    defect: "A reduce_only MARKET order larger than the position trades through flat.",
    wire: plainWhere(isLarger, "MARKET"),
  },
  {
    name: "reduce-only-ioc-orders-flip",
    breaks: ["REJ-RO-04"],
    defect: "A reduce_only IOC order larger than the position trades through flat.",
    wire: plainWhere(
      async (order, arriving) => order["tif"] === "IOC" && (await isLarger(order, arriving)),
    ),
  },
  {
    name: "reduce-only-orders-that-rest-flip",
    breaks: ["REJ-RO-04"],
    defect:
      "A reduce_only order larger than the position that meets nobody rests whole, and flips.",
    wire: plainWhere(
      async (order, arriving) =>
        (await isLarger(order, arriving)) && !(await crosses(order, arriving)),
    ),
  },
  {
    name: "reduce-only-forgotten-when-amended",
    breaks: ["REJ-RO-04"],
    defect: "A reduce_only order is a plain one once it has been amended.",
    wire: plainOnceAmended,
  },
  {
    name: "reduce-only-too-large-is-a-bad-qty",
    breaks: ["REJ-RO-05"],
    defect: "A reduce_only order larger than the position is declined with INVALID_QTY.",
    wire: () =>
      changeAnswer("POST /orders", async (given, request, venue) => {
        const result = fieldsOf(given.body);
        if (result["reject_reason"] !== "REDUCE_ONLY_VIOLATION") return given;
        const isMeant = await isLarger(fieldsOf(request.body), { request, venue });
        const bad = { ...result, reject_reason: "INVALID_QTY", reject_message: "qty" };
        return isMeant ? { ...given, body: bad } : given;
      }),
  },
  {
    name: "every-order-is-to-reduce",
    breaks: ["REJ-VOCAB-02"],
    // Whose check turns a position round.
    beside: ["REJ-RO-06"],
    defect: "A BUY that would turn a position is declined as if it were reduce-only.",
    wire: () =>
      declines(
        "REDUCE_ONLY_VIOLATION",
        async (order, arriving) =>
          !isReducing(order) && order["side"] === "BUY" && (await isLarger(order, arriving)),
      ),
  },
  {
    name: "reduce-only-forgotten-while-resting",
    breaks: ["REJ-RO-06"],
    defect:
      "A reduce_only order for a whole position that rests trades whatever becomes of the position.",
    wire: plainWhere(
      async (order, arriving) =>
        (await beyondPosition(order, arriving)) === 0 && !(await crosses(order, arriving)),
    ),
  },
  {
    name: "reduce-only-orders-cut-after-the-sweep",
    breaks: ["REJ-RO-06"],
    defect:
      "An order that meets others of an agent before its reduce_only one fills both: what rests is " +
      "cut once the whole order is done.",
    wire: cutAfterTheSweep,
  },
  {
    name: "confirmed-reduce-only-adds",
    breaks: ["REJ-RO-02"],
    defect:
      "A reduce_only order in the direction of the position is accepted where it is confirmed.",
    wire: plainWhere(
      async (order, arriving) =>
        order["confirm_fat_finger"] === true && (await positionIn(order, arriving)) !== 0,
    ),
  },
  {
    name: "reduce-only-orders-beyond-the-band",
    breaks: ["REJ-PRICE-01", "REJ-PRICE-02"],
    defect: "The price of a reduce_only order may lie outside the band.",
    venue: gate("price-range", (check) => (order, context) => {
      return order.reduceOnly === true ? null : check(order, context);
    })!,
  },
];
