/** Venues that take orders they should refuse, or refuse ones they should take, for one field. */

import {
  answerInstead,
  changeAnswer,
  changeAnyOrder,
  envelope,
  type Fields,
  fieldsOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { crosses, touchOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { FLAGS, INTEGERS, MEMBERS } from "../../spec/order-members.ts";

/** An unusable field quietly takes the value it had in the order before. */
function fallsBack(field: string, unusable: (value: unknown) => boolean): () => WireVariant {
  return () => {
    let last: Fields = {};
    return changeAnyOrder((order) => {
      if (unusable(order[field])) return { [field]: last[field] };
      last = order;
      return false;
    });
  };
}

const missing = (value: unknown) => value === undefined;
const noInteger = (value: unknown) => value !== undefined && !Number.isInteger(value);
const noneOf =
  (...known: string[]) =>
  (value: unknown) =>
    value !== undefined && !known.includes(String(value));

/** Orders for which `objects` holds are refused as malformed. */
function refuses(objects: (order: Fields) => boolean): () => WireVariant {
  return () =>
    answerInstead("POST /orders", ({ body }) =>
      objects(fieldsOf(body)) ? envelope(400, "VALIDATION_ERROR") : null,
    );
}

/** A malformed body is told as a decline, in the form of an order result. */
function answeredAsDecline(malformed: (text: string) => boolean): () => WireVariant {
  return () =>
    changeAnswer("POST /orders", (answer, { raw }) =>
      answer.status > 299 && malformed(raw.toString())
        ? {
            ...answer,
            status: 200,
            body: { status: "REJECTED", reject_reason: "VALIDATION_ERROR" },
          }
        : answer,
    );
}

/** These members of an order, where they are there, as a lax parser would take them. */
function converted(
  order: Fields,
  members: readonly string[],
  convert: (value: unknown) => unknown,
): Fields {
  const there = members.filter((member) => order[member] !== undefined);
  return Object.fromEntries(there.map((member) => [member, convert(order[member])]));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "market-id-defaults",
    breaks: ["ORD-FIELD-01"],
    defect: "Without market_id an order goes to the market of the order before.",
    wire: fallsBack("market_id", missing),
  },
  {
    name: "market-id-guessed",
    breaks: ["ORD-FIELD-02"],
    defect: "An order with a market_id that is no UUID goes to the market of the order before.",
    wire: fallsBack("market_id", (value) => !String(value).includes("-4")),
  },
  {
    name: "side-defaults",
    breaks: ["ORD-FIELD-03"],
    defect: "Without side an order takes the side of the order before.",
    wire: fallsBack("side", missing),
  },
  {
    name: "unknown-side-guessed",
    breaks: ["ORD-FIELD-04"],
    defect: "An unknown side is taken for the side of the order before.",
    wire: fallsBack("side", noneOf("BUY", "SELL")),
  },
  {
    name: "type-defaults",
    breaks: ["ORD-FIELD-05"],
    defect: "Without type an order is a LIMIT order.",
    wire: fallsBack("type", missing),
  },
  {
    name: "unknown-type-is-limit",
    breaks: ["ORD-FIELD-06"],
    defect: "An unknown type is taken for LIMIT.",
    wire: fallsBack("type", noneOf("LIMIT", "MARKET")),
  },
  {
    name: "qty-defaults",
    breaks: ["ORD-FIELD-07"],
    defect: "Without qty an order is for one contract.",
    wire: fallsBack("qty", missing),
  },
  {
    name: "qty-coerced",
    breaks: ["ORD-FIELD-08"],
    defect: "A qty that is no integer is taken for the qty of the order before.",
    wire: fallsBack("qty", noInteger),
  },
  {
    name: "unknown-tif-is-gtc",
    breaks: ["ORD-FIELD-09"],
    defect: "An unknown tif is taken for GTC.",
    wire: fallsBack("tif", noneOf("GTC", "IOC", "FOK", "POST_ONLY")),
  },
  {
    name: "limit-without-price-rests-anyway",
    breaks: ["ORD-FIELD-10"],
    defect: "A LIMIT order without price takes the price of the order before.",
    wire: fallsBack("price", missing),
  },
  {
    name: "price-coerced",
    breaks: ["ORD-FIELD-11"],
    // A fraction is no price either, and 0.55 is one.
    alsoBreaks: ["ORD-FIELD-12"],
    defect: "A price that is no integer is taken for the price of the order before.",
    wire: fallsBack("price", noInteger),
  },
  {
    name: "unreadable-body-is-a-decline",
    breaks: ["ORD-FIELD-22"],
    defect: "A body that is not JSON is answered 200 REJECTED.",
    wire: answeredAsDecline((text) => text !== "" && !isJson(text)),
  },
  {
    name: "body-of-another-type-is-a-decline",
    breaks: ["ORD-FIELD-23"],
    defect: "A JSON body that is no object is answered 200 REJECTED.",
    wire: answeredAsDecline((text) => isJson(text) && !text.startsWith("{")),
  },
  {
    name: "empty-body-is-a-decline",
    breaks: ["ORD-FIELD-24"],
    defect: "An empty body is answered 200 REJECTED.",
    wire: answeredAsDecline((text) => text === ""),
  },
  {
    name: "cents-in-dollars",
    breaks: ["ORD-FIELD-12"],
    defect: "A price below 1 is taken as dollars: 0.55 becomes 55 cents.",
    wire: () =>
      changeAnyOrder(
        ({ price }) => Number(price) < 1 && { price: Math.round(Number(price) * 100) },
      ),
  },
  {
    name: "default-tif-is-ioc",
    breaks: ["ORD-FIELD-13"],
    defect: "A LIMIT order without tif is treated as IOC.",
    wire: () => changeAnyOrder(({ tif, type }) => type === "LIMIT" && !tif && { tif: "IOC" }),
  },
  {
    name: "market-order-needs-price",
    breaks: ["ORD-FIELD-14"],
    defect: "A MARKET order without price is refused as malformed.",
    wire: refuses(({ type, price }) => type === "MARKET" && price === undefined),
  },
  {
    name: "market-order-rests-at-the-touch",
    breaks: ["ORD-FIELD-15"],
    defect: "What a MARKET GTC order cannot fill rests at the price it last traded at.",
    wire: () =>
      changeAnyOrder(async (order, arriving) => {
        const price = order["tif"] === "GTC" && (await touchOf(order, arriving));
        return order["type"] === "MARKET" && price !== null && { type: "LIMIT", price };
      }),
  },
  {
    name: "colon-in-client-order-id-refused",
    breaks: ["ORD-FIELD-16"],
    defect: "A client_order_id with a colon or a period in it is refused.",
    wire: refuses((order) => /[:.]/.test(String(order["client_order_id"]))),
  },
  {
    name: "client-order-id-not-checked",
    breaks: ["ORD-FIELD-17"],
    defect: "A client_order_id may hold any character.",
    wire: () =>
      changeAnyOrder(({ client_order_id: id }) => ({
        client_order_id: String(id).replace(/[^\w:.-]/g, "_"),
      })),
  },
  {
    name: "equal-orders-are-one",
    breaks: ["ORD-FIELD-18"],
    defect:
      "An order without client_order_id is recognised by its content, so its equal is a replay.",
    wire: () =>
      changeAnyOrder(({ client_order_id: id, ...order }) => {
        const sign = Buffer.from(JSON.stringify(order)).toString("base64url").slice(-40);
        return id === undefined && { client_order_id: sign };
      }),
  },
  {
    name: "malformed-order-placed-after-all",
    breaks: ["ORD-FIELD-25"],
    defect: "An order whose qty is malformed is refused, but placed with a qty of 1.",
    wire: () => async (request, venue) => {
      const order = fieldsOf(request.body);
      const answer = await venue(request);
      if (answer.status !== 400 || typeof order["qty"] !== "string") return answer;
      const onward = changeAnyOrder(() => ({ qty: 1 }));
      await onward(request, venue);
      return answer;
    },
  },
  {
    name: "takers-only-reduce",
    breaks: ["ORD-FIELD-27"],
    defect:
      "An order that would trade on arrival is treated as reduce_only unless it says otherwise.",
    wire: () =>
      changeAnyOrder(
        async (order, arriving) =>
          order["reduce_only"] === undefined &&
          (await crosses(order, arriving)) && { reduce_only: true },
      ),
  },
  {
    name: "flags-of-any-type",
    breaks: ["ORD-FIELD-29"],
    defect: "A flag that is an object counts as false.",
    wire: () =>
      changeAnyOrder((order) =>
        Object.fromEntries(
          FLAGS.filter((flag) => typeof order[flag] === "object").map((flag) => [flag, false]),
        ),
      ),
  },
  {
    name: "numeric-texts-are-numbers",
    breaks: ["ORD-FIELD-30"],
    defect: "An integer as a text is taken for the number that it spells.",
    wire: () =>
      changeAnyOrder((order) =>
        converted(order, INTEGERS, (value) =>
          typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value,
        ),
      ),
  },
  {
    name: "leverage-of-letters-dropped",
    breaks: ["ORD-FIELD-30"],
    defect: "A leverage that is a text is taken for absent.",
    wire: () =>
      changeAnyOrder(({ leverage }) => typeof leverage === "string" && { leverage: undefined }),
  },
  {
    name: "list-of-one-is-its-item",
    breaks: ["ORD-FIELD-31"],
    // A list is a hopeless quantity too.
    alsoBreaks: ["ORD-FIELD-08"],
    defect: "A list of one value is taken for that value.",
    wire: () =>
      changeAnyOrder((order) =>
        converted(order, MEMBERS, (value) => (Array.isArray(value) ? value[0] : value)),
      ),
  },
  {
    name: "optional-members-of-any-type",
    breaks: ["ORD-FIELD-31"],
    defect: "A tif or margin_mode that is an object is taken for absent.",
    wire: () =>
      changeAnyOrder((order) =>
        converted(order, ["tif", "margin_mode"], (value) =>
          typeof value === "object" ? undefined : value,
        ),
      ),
  },
  {
    name: "fractions-cut-off",
    breaks: ["ORD-FIELD-32"],
    // A fraction is a hopeless price or quantity too.
    alsoBreaks: ["ORD-FIELD-08", "ORD-FIELD-11", "ORD-FIELD-12"],
    defect: "A fraction is cut to the integer below it.",
    wire: () =>
      changeAnyOrder((order) =>
        converted(order, INTEGERS, (value) =>
          typeof value === "number" ? Math.floor(value) : value,
        ),
      ),
  },
];
