/** Venues that take orders they should refuse, or refuse ones they should take, for one field. */

import { createHash } from "node:crypto";
import { isUuid } from "../../../scenarios/deployment/wire/uuid.ts";
import {
  changeAnswer,
  changeOrder,
  declineOf,
  type Fields,
  fieldsOf,
  ZERO_ID,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { crosses, marketOf, positionIn, touchOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { refusesAsMalformed } from "../../interposer/refusals.ts";
import { converted, fallsBack, mends, missing, takenFor, textOtherThan } from "./lax-parsing.ts";
import { ofTypes } from "./mutants-types.ts";

/** A malformed body is told as a decline, in the form of an order result. */
function answeredAsDecline(malformed: (text: string) => boolean): () => WireVariant {
  return () =>
    changeAnswer("POST /orders", (answer, { raw }) =>
      answer.status === 400 && malformed(raw.toString())
        ? { ...answer, ...declineOf({ market_id: ZERO_ID }, "VALIDATION_ERROR") }
        : answer,
    );
}

/** LIMIT orders without tif, of those that are meant, are immediate ones. */
function restsNot(isMeant: (order: Fields) => boolean): WireVariant {
  return changeOrder(
    (order) =>
      order["type"] === "LIMIT" && order["tif"] === undefined && isMeant(order) && { tif: "IOC" },
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const spelled = (character: string) => `.${character.codePointAt(0)}.`;

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "market-id-defaults",
    breaks: ["ORD-FIELD-01"],
    defect: "Without market_id an order goes to the market of the caller's order before.",
    wire: fallsBack("market_id", missing),
  },
  {
    name: "market-id-guessed",
    breaks: ["ORD-FIELD-02"],
    defect: "A text that is no UUID is taken for the market of the caller's order before.",
    wire: fallsBack("market_id", (value) => typeof value === "string" && !isUuid(value)),
  },
  {
    name: "side-defaults",
    breaks: ["ORD-FIELD-03"],
    defect: "Without side an order takes the side of the caller's order before.",
    wire: fallsBack("side", missing),
  },
  {
    name: "unknown-side-guessed",
    breaks: ["ORD-FIELD-04"],
    defect: "An unknown side is taken for the side of the caller's order before.",
    wire: fallsBack("side", textOtherThan("BUY", "SELL")),
  },
  {
    name: "type-defaults",
    breaks: ["ORD-FIELD-05"],
    defect: "Without type an order is a LIMIT order.",
    wire: takenFor("type", "LIMIT", missing),
  },
  {
    name: "unknown-type-is-limit",
    breaks: ["ORD-FIELD-06"],
    defect: "An unknown type is taken for LIMIT.",
    wire: takenFor("type", "LIMIT", textOtherThan("LIMIT", "MARKET")),
  },
  {
    name: "qty-defaults",
    breaks: ["ORD-FIELD-07"],
    defect: "Without qty an order is for one contract.",
    wire: takenFor("qty", 1, missing),
  },
  {
    name: "unknown-tif-is-gtc",
    breaks: ["ORD-FIELD-09"],
    defect: "An unknown tif is taken for GTC.",
    wire: takenFor("tif", "GTC", textOtherThan("GTC", "IOC", "FOK", "POST_ONLY")),
  },
  {
    name: "limit-without-price-rests-anyway",
    breaks: ["ORD-FIELD-10"],
    defect: "A LIMIT order without price takes the price of the caller's order before.",
    wire: fallsBack("price", missing),
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
    defect: "A price between 0 and 1 is taken as dollars: 0.55 becomes 55 cents.",
    wire: () =>
      mends(({ price }) => {
        const isDollars = typeof price === "number" && price > 0 && price < 1;
        return isDollars ? { price: Math.round(price * 100) } : {};
      }),
  },
  {
    name: "default-tif-is-ioc",
    breaks: ["ORD-FIELD-13"],
    defect: "A LIMIT order without tif is treated as IOC.",
    wire: () => restsNot(() => true),
  },
  {
    name: "reducing-orders-default-to-ioc",
    breaks: ["ORD-FIELD-13"],
    defect: "A reduce_only LIMIT order without tif is treated as IOC.",
    wire: () => restsNot(({ reduce_only: reduces }) => reduces === true),
  },
  {
    name: "confirmed-orders-default-to-ioc",
    breaks: ["ORD-FIELD-13"],
    defect: "A LIMIT order without tif that confirms a fat finger is treated as IOC.",
    wire: () => restsNot(({ confirm_fat_finger: confirms }) => confirms === true),
  },
  {
    name: "market-order-needs-price",
    breaks: ["ORD-FIELD-14"],
    defect: "A MARKET order without price is refused as malformed.",
    wire: () => refusesAsMalformed(({ type, price }) => type === "MARKET" && price === undefined),
  },
  {
    name: "market-order-rests-at-the-touch",
    breaks: ["ORD-FIELD-15"],
    defect: "A MARKET GTC order is a LIMIT order at the touch, and rests there with what is left.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (order["type"] !== "MARKET" || order["tif"] !== "GTC") return false;
        const price = await touchOf(order, arriving);
        return price !== null && { type: "LIMIT", price };
      }),
  },
  {
    name: "colon-in-client-order-id-refused",
    breaks: ["ORD-FIELD-16"],
    defect: "A client_order_id with a colon in it is refused.",
    wire: () => refusesAsMalformed(({ client_order_id: id }) => String(id).includes(":")),
  },
  {
    name: "client-order-id-begins-with-a-letter",
    breaks: ["ORD-FIELD-16"],
    defect: "A client_order_id that does not begin with a letter or a digit is refused.",
    wire: () =>
      refusesAsMalformed(
        ({ client_order_id: id }) => id !== undefined && !/^[a-z\d]/i.test(`${id}`),
      ),
  },
  {
    name: "client-order-id-begins-with-no-digit",
    breaks: ["ORD-FIELD-16"],
    defect: "A client_order_id that begins with a digit is refused.",
    wire: () => refusesAsMalformed(({ client_order_id: id }) => /^\d/.test(String(id))),
  },
  {
    name: "client-order-id-ends-with-a-letter",
    breaks: ["ORD-FIELD-16"],
    defect: "A client_order_id that does not end with a letter or a digit is refused.",
    wire: () =>
      refusesAsMalformed(
        ({ client_order_id: id }) => id !== undefined && !/[a-z\d]$/i.test(`${id}`),
      ),
  },
  {
    name: "client-order-id-not-checked",
    breaks: ["ORD-FIELD-17"],
    defect: "A client_order_id may hold any character.",
    wire: () =>
      mends((order) =>
        converted(order, ["client_order_id"], (id) =>
          typeof id === "string" ? id.replace(/[^\w:.-]/gu, spelled) : id,
        ),
      ),
  },
  {
    name: "equal-orders-are-one",
    breaks: ["ORD-FIELD-18"],
    defect:
      "An order without client_order_id is recognised by its content, so its equal is a replay.",
    wire: () =>
      changeOrder((order) => {
        const sign = createHash("sha256").update(JSON.stringify(order)).digest("hex");
        return order["client_order_id"] === undefined && { client_order_id: sign.slice(0, 36) };
      }),
  },
  {
    name: "malformed-order-placed-after-all",
    breaks: ["ORD-FIELD-25"],
    defect: "An order whose qty is a word is refused, but placed with a qty of 1.",
    wire: () => async (request, venue) => {
      const { qty } = fieldsOf(request.body);
      const answer = await venue(request);
      const isWord = typeof qty === "string" && Number.isNaN(Number(qty));
      if (answer.status !== 400 || !isWord) return answer;
      await mends(() => ({ qty: 1 }))(request, venue);
      return answer;
    },
  },
  {
    name: "malformed-order-declined-as-late",
    breaks: ["ORD-FIELD-35"],
    defect: "In a market that has ended a malformed order is declined with MARKET_CLOSED.",
    wire: () =>
      changeAnswer("POST /orders", async (given, request, venue) => {
        const order = fieldsOf(request.body);
        const { status = "OPEN" } = await marketOf(order, { request, venue });
        if (given.status !== 400 || status === "OPEN") return given;
        return { ...given, ...declineOf(order, "MARKET_CLOSED") };
      }),
  },
  {
    name: "takers-do-not-turn-round",
    breaks: ["ORD-FIELD-27"],
    defect:
      "An order that would turn its agent's position round at once is treated as reduce_only.",
    wire: () =>
      changeOrder(async (order, arriving) => {
        if (order["reduce_only"] !== undefined || !(await crosses(order, arriving))) return false;
        const position = await positionIn(order, arriving);
        const signed = Number(order["qty"]) * (order["side"] === "BUY" ? 1 : -1);
        return position * (position + signed) < 0 && { reduce_only: true };
      }),
  },
  ...ofTypes,
];
