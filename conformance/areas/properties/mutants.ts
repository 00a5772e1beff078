/** Venues whose defects show in a whole sequence of commands, and hardly in a single one. */

import { cancelAllSpares, cancelsNothing } from "../../interposer/cancels.ts";
import {
  type Arriving,
  ask,
  changeAnswer,
  changeList,
  changeOrder,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
  matches,
} from "../../interposer/changes.ts";
import type { WireRequest, WireVariant } from "../../interposer/interposer.ts";
import { steppedBack } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { declines } from "../../interposer/refusals.ts";
import { sparesTheTouched } from "../order-endpoints/mutants-cancels.ts";
import { across } from "./mutants-across.ts";
import { callers } from "./mutants-callers.ts";
import { fields } from "./mutants-fields.ts";
import { races } from "./mutants-races.ts";

/** No price of a binary is as high. Cents. */
const PAYOUT = 100;

/** How many open orders are many. */
const LONG_LIST = 10;

const isPlace = (request: WireRequest) => matches(request, "POST /orders");

/** How many orders the caller has open in the market of an order. */
async function openBeside(order: Fields, arriving: Arriving): Promise<number> {
  const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
  return (orders as Fields[]).filter(({ market_id }) => market_id === order["market_id"]).length;
}

/** Shows a price no more that an amended order came to. */
function bookWithoutTheAmended(): WireVariant {
  const gone = new Set<unknown>();
  const remember = changeAnswer("PATCH /orders/*", async (given, request, venue) => {
    const { market_id: market, price } = fieldsOf(
      (await ask({ request, venue }, `GET ${request.path}`)).body,
    );
    if (given.status === 200) gone.add(`/markets/${market}/book ${price}`);
    return given;
  });
  const hide = changeAnswer("GET /markets/*/book", (given, { path }) => {
    const { bids = [], asks = [], ...rest } = fieldsOf(given.body);
    const left = (levels: unknown) =>
      (levels as Fields[]).filter(({ price }) => !gone.has(`${path} ${price}`));
    if (given.status !== 200) return given;
    return { ...given, body: { ...rest, bids: left(bids), asks: left(asks) } };
  });
  return inFrontOf(remember, hide);
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "busy-agents-do-not-trade",
    breaks: ["PROP-STATEFUL-01"],
    // They are as busy in two markets.
    alsoBreaks: ["PROP-STATEFUL-04"],
    defect: "An order of an agent with two open ones is put a tick away from what it would meet.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          order["type"] === "LIMIT" &&
          (await openBeside(order, arriving)) >= 2 &&
          steppedBack(order, arriving),
      ),
  },
  {
    name: "order-cut-after-cancel-all",
    breaks: ["PROP-STATEFUL-01"],
    // What is short of its qty is told so.
    alsoBreaks: ["RES-STATE-01", "RES-STATE-02", "RES-STATE-03"],
    defect:
      "After a cancel-all that took orders an agent's next order of several contracts is one short.",
    wire: () => {
      const cleared = new Set<string>();
      const watch = changeAnswer("DELETE /orders", (given, request) => {
        if (Number(fieldsOf(given.body)["count"]) > 0) cleared.add(keyOf(request));
        return given;
      });
      const cut = changeOrder(
        ({ qty }, { request }) =>
          Number(qty) > 1 && cleared.delete(keyOf(request)) && { qty: Number(qty) - 1 },
      );
      return inFrontOf(watch, cut);
    },
  },
  {
    name: "perp-order-of-the-busy-cut",
    breaks: ["PROP-STATEFUL-01"],
    // What is short of its qty is told so.
    alsoBreaks: ["RES-STATE-01", "RES-STATE-02", "RES-STATE-03"],
    defect: "A perp order of several contracts is one short while its agent has two others open.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          Number(order["price"]) > PAYOUT &&
          Number(order["qty"]) > 1 &&
          (await openBeside(order, arriving)) >= 2 && { qty: Number(order["qty"]) - 1 },
      ),
  },
  {
    name: "fourth-open-order-not-listed",
    breaks: ["PROP-STATEFUL-02"],
    defect: "A list of fewer than ten open orders ends after three of them.",
    wire: () =>
      changeList("GET /orders/open", (orders) =>
        orders.length < LONG_LIST ? orders.slice(0, 3) : orders,
      ),
  },
  {
    name: "deep-levels-shown-shallow",
    breaks: ["PROP-STATEFUL-02"],
    defect: "A level of the book with more than four contracts is shown with four.",
    wire: () =>
      changeAnswer("GET /markets/*/book", (given) => {
        const book = fieldsOf(given.body);
        const shallow = (levels: unknown) =>
          (levels as Fields[]).map((level) => ({
            ...level,
            qty: Math.min(Number(level["qty"]), 4),
          }));
        if (given.status !== 200) return given;
        const { bids, asks } = book;
        return { ...given, body: { ...book, bids: shallow(bids), asks: shallow(asks) } };
      }),
  },
  {
    name: "short-positions-shown-long",
    breaks: ["PROP-STATEFUL-02"],
    defect: "A short position of more than two contracts is shown as a long one.",
    wire: () =>
      changeAnswer("GET /positions", (given) => {
        const { positions = [], ...rest } = fieldsOf(given.body);
        const turned = (positions as Fields[]).map((one) => {
          const qty = Number(one["qty"]);
          return qty < -2 ? { ...one, qty: -qty } : one;
        });
        return { ...given, body: { ...rest, positions: turned } };
      }),
  },
  {
    name: "reduce-only-refused-to-the-busy",
    breaks: ["PROP-STATEFUL-01"],
    defect: "A reduce-only order is declined while its agent has another order open.",
    wire: () =>
      declines(
        "REDUCE_ONLY_VIOLATION",
        async (order, arriving) =>
          order["reduce_only"] === true && (await openBeside(order, arriving)) > 0,
      ),
  },
  {
    name: "book-without-the-amended",
    breaks: ["PROP-STATEFUL-02"],
    defect: "The book no longer shows a price that an amended order came to.",
    wire: bookWithoutTheAmended,
  },
  {
    name: "amend-cancels-the-neighbour",
    // On a shared market too few plays are drawn to meet an amend beside another order.
    controlled: true,
    breaks: ["PROP-STATEFUL-02"],
    // What it cancelled shows in the books, and in what the next order does not find.
    alsoBreaks: ["PROP-STATEFUL-01"],
    defect: "Amending an order cancels another one that the agent has open.",
    wire: () =>
      changeAnswer("PATCH /orders/*", async (given, request, venue) => {
        if (given.status !== 200) return given;
        const arriving = { request, venue };
        const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders/open")).body);
        const own = request.path.slice("/orders/".length);
        const all = orders as Fields[];
        const market = all.find(({ order_id: id }) => id === own)?.["market_id"];
        const other = all.find((one) => one["order_id"] !== own && one["market_id"] === market);
        if (other !== undefined) await ask(arriving, `DELETE /orders/${other["order_id"]}`);
        return given;
      }),
  },
  {
    name: "cancel-under-another-prefix-ignored",
    breaks: ["PROP-META-01"],
    // Prefixes are equivalent for every cancel.
    alsoBreaks: ["GEN-PREFIX-06"],
    defect: "A cancel under another prefix than the order's own is answered and does nothing.",
    wire: () => {
      const prefixes = new Map<string, string>();
      const ignored = cancelsNothing();
      return async (request, venue) => {
        const own = prefixes.get(request.path.slice("/orders/".length));
        const isOdd = own !== undefined && own !== request.prefix;
        if (matches(request, "DELETE /orders/*") && isOdd) return ignored(request, venue);
        const given = await venue(request);
        const id = String(fieldsOf(given.body)["order_id"]);
        if (isPlace(request) && !prefixes.has(id)) prefixes.set(id, request.prefix);
        return given;
      };
    },
  },
  {
    name: "quantity-honoured",
    breaks: ["PROP-META-02"],
    defect: "A field named quantity, which nobody documents, stands in for qty.",
    wire: () => changeOrder(({ quantity }) => Number.isInteger(quantity) && { qty: quantity }),
  },
  {
    name: "second-part-does-not-trade",
    breaks: ["PROP-META-03"],
    // A model of the venue tells that it should.
    alsoBreaks: ["PROP-STATEFUL-01"],
    defect: "An order like the one before it in its market, of the same caller, does not trade.",
    wire: () => {
      const last = new Map<unknown, string>();
      return changeOrder((order, arriving) => {
        const { market_id, side, price, type, tif = "GTC" } = order;
        const like = JSON.stringify([keyOf(arriving.request), side, price, tif]);
        const isLike = like === last.get(market_id) && type === "LIMIT";
        last.set(market_id, like);
        return isLike && steppedBack(order, arriving);
      });
    },
  },
  {
    name: "large-sells-do-not-trade",
    breaks: ["PROP-META-04"],
    // A model of the venue tells that it should.
    alsoBreaks: ["PROP-STATEFUL-01"],
    defect: "A SELL of four contracts is put a tick away from what it would meet.",
    wire: () =>
      changeOrder(
        (order, arriving) =>
          order["side"] === "SELL" &&
          order["type"] === "LIMIT" &&
          order["qty"] === 4 &&
          steppedBack(order, arriving),
      ),
  },
  {
    name: "cancel-all-spares-the-partly-filled",
    breaks: ["PROP-META-05"],
    defect: "A cancel-all leaves orders alone that have been filled in part.",
    wire: () => cancelAllSpares(({ filled_qty: filled }) => Number(filled) > 0),
  },
  {
    name: "cancel-spares-the-partly-filled",
    breaks: ["PROP-META-05"],
    // A cancelled order leaves list and book.
    alsoBreaks: ["OAPI-CXL-02", "OAPI-CXL-04"],
    defect: "The cancel of an order that has been filled in part is answered and does nothing.",
    wire: sparesTheTouched,
  },
  ...across,
  ...fields,
  ...callers,
  ...races,
];
