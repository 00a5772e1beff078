/** Venues that take a value of another type than a member has. */

import type { Fields } from "../../interposer/changes.ts";
import { hasSession } from "../../interposer/credentials.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { FLAGS, INTEGERS } from "../../spec/order-members.ts";
import { converted, fallsBack, isNested, mends, takenFor } from "./lax-parsing.ts";

/** Integers that most orders go without. */
const OPTIONAL_INTEGERS = INTEGERS.filter((name) => name !== "price" && name !== "qty");

/** Members that are texts. */
const TEXTS = ["market_id", "side", "type", "tif", "client_order_id", "margin_mode"] as const;

/** What texts of a flag spell. */
const SPELT = new Map<unknown, boolean>([
  ["true", true],
  ["false", false],
]);

/** The number that a text of digits spells; any other value as it is. */
const spelt = (value: unknown) =>
  typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;

/** Mends the orders that come with a session. */
function mendsOfSessions(change: (order: Fields) => Fields): () => WireVariant {
  return () => {
    const lax = mends(change);
    return (request, venue) => (hasSession(request) ? lax(request, venue) : venue(request));
  };
}

/** Defects of types. */
export const ofTypes: readonly Mutant[] = [
  {
    name: "qty-coerced",
    breaks: ["ORD-FIELD-08"],
    // An object is refused in every member.
    alsoBreaks: ["ORD-FIELD-31"],
    defect: "A qty that is an object is taken for 1.",
    wire: takenFor("qty", 1, (value) => isNested(value) && !Array.isArray(value)),
  },
  {
    name: "price-coerced",
    breaks: ["ORD-FIELD-11"],
    // An object is refused in every member.
    alsoBreaks: ["ORD-FIELD-31"],
    defect: "A price that is an object is taken for the price of the caller's order before.",
    wire: fallsBack("price", isNested),
  },
  {
    name: "flags-of-any-type",
    breaks: ["ORD-FIELD-29"],
    // An object is refused in every member.
    alsoBreaks: ["ORD-FIELD-31"],
    defect: "A flag that is an object counts as false.",
    wire: () => mends((order) => converted(order, FLAGS, (it) => (isNested(it) ? false : it))),
  },
  {
    name: "texts-of-flags-are-flags",
    breaks: ["ORD-FIELD-29"],
    defect: "A flag that is the text true or false is taken for what it spells.",
    wire: () => mends((order) => converted(order, FLAGS, (it) => SPELT.get(it) ?? it)),
  },
  {
    name: "ids-may-be-numbers",
    breaks: ["ORD-FIELD-34"],
    defect: "A client_order_id that is a number is taken for its digits.",
    wire: () =>
      mends((order) =>
        converted(order, ["client_order_id"], (id) => (typeof id === "number" ? `${id}` : id)),
      ),
  },
  {
    name: "browsers-send-numbers-as-texts",
    breaks: ["ORD-FIELD-33"],
    defect: "An integer as a text is taken for the number that it spells, of a session's orders.",
    wire: mendsOfSessions((order) => converted(order, INTEGERS, spelt)),
  },
  {
    name: "numeric-texts-are-numbers",
    breaks: ["ORD-FIELD-30"],
    defect: "An integer as a text is taken for the number that it spells.",
    wire: () => mends((order) => converted(order, INTEGERS, spelt)),
  },
  {
    name: "market-orders-of-texts",
    breaks: ["ORD-FIELD-30"],
    defect: "A qty that is a text of digits is taken for its number in a MARKET order.",
    wire: () =>
      mends((order) => (order["type"] === "MARKET" ? converted(order, ["qty"], spelt) : {})),
  },
  {
    name: "market-orders-of-lists",
    breaks: ["ORD-FIELD-31"],
    defect: "A qty that is a list of one number is taken for that number in a MARKET order.",
    wire: () =>
      mends((order) => {
        const itemOf = (value: unknown) => (Array.isArray(value) ? value[0] : value);
        return order["type"] === "MARKET" ? converted(order, ["qty"], itemOf) : {};
      }),
  },
  {
    name: "leverage-of-letters-dropped",
    breaks: ["ORD-FIELD-30"],
    defect: "A leverage that is a text is taken for absent.",
    wire: takenFor("leverage", undefined, (value) => typeof value === "string"),
  },
  {
    name: "list-of-one-is-its-item",
    breaks: ["ORD-FIELD-31"],
    defect: "A list of one text is taken for that text.",
    wire: () =>
      mends((order) =>
        converted(order, TEXTS, (value) =>
          Array.isArray(value) && typeof value[0] === "string" ? value[0] : value,
        ),
      ),
  },
  {
    name: "optional-members-of-any-type",
    breaks: ["ORD-FIELD-31"],
    defect: "A tif or margin_mode that is an object is taken for absent.",
    wire: () =>
      mends((order) =>
        converted(order, ["tif", "margin_mode"], (it) => (isNested(it) ? undefined : it)),
      ),
  },
  {
    name: "fractions-cut-off",
    breaks: ["ORD-FIELD-32"],
    defect: "A fraction in a member that may be left out is cut to the integer below it.",
    wire: () =>
      mends((order) =>
        converted(order, OPTIONAL_INTEGERS, (value) =>
          typeof value === "number" ? Math.floor(value) : value,
        ),
      ),
  },
];
