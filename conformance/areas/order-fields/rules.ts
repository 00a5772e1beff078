/** Rules on the fields of POST /orders: required, typed, closed sets, defaults. */
import { ENDED, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";
import { COMMON, INTEGERS, MEMBERS } from "../../spec/order-members.ts";
import { BESIDE, ENDS_OF_IDS, MARGINS, TURNS } from "./ranges.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("ORD-FIELD-01", "An order without market_id is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-002", "D-003"],
    fix:
      "Make market_id required in the schema. Never fall back on a default, last used or " +
      "only market.",
  }),
  either(
    "ORD-FIELD-02",
    "A market_id that is not a UUID is refused, as validation or with UNKNOWN_MARKET",
    {
      section: "Order place request",
      over: ORDERS,
      decisions: ["D-007"],
      fix:
        "Validate the format before any look-up, or answer UNKNOWN_MARKET. A prefix or fuzzy " +
        "match on ids sends orders to the wrong market.",
    },
  ),
  must("ORD-FIELD-03", "An order without side is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-002"],
    fix:
      "Make side required: no default is safe. Check that the deserializer does not fill an " +
      "absent enum with its first member.",
  }),
  must("ORD-FIELD-04", "A side other than BUY or SELL is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-002"],
    fix:
      "Refuse what is neither BUY nor SELL. Beware of a branch that treats everything but " +
      "BUY as a SELL.",
  }),
  must("ORD-FIELD-05", "An order without type is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-002"],
    fix: "Make type required, with no default of LIMIT.",
  }),
  must("ORD-FIELD-06", "A type other than LIMIT or MARKET is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-002"],
    fix:
      "Refuse an unknown type in the schema. A switch with a default branch that ends at " +
      "LIMIT places orders nobody asked for.",
  }),
  must("ORD-FIELD-07", "An order without qty is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-002"],
    fix: "Make qty required, with no default of 1.",
  }),
  must("ORD-FIELD-08", 'A qty of a hopeless type (object, "abc", 1.5) is refused', {
    section: "Order place request",
    follows: ["ORD-FIELD-25"],
    over: ORDERS,
    decisions: ["D-010"],
    fix:
      "Check that qty is an integer before any conversion. Number(), parseInt and lax " +
      "validators turn text, fractions and objects into some number.",
  }),
  must("ORD-FIELD-09", "A tif outside GTC, IOC, FOK, POST_ONLY is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-002"],
    fix: "Refuse a tif outside the four values; only an absent one has a default.",
  }),
  either("ORD-FIELD-10", "A LIMIT order without price is refused", {
    section: "Behaviour 1",
    over: ORDERS,
    decisions: ["D-002"],
    fix:
      "Check after the schema that a LIMIT order has a price. A field that is optional " +
      "because MARKET needs none is often not asked for again.",
  }),
  must("ORD-FIELD-11", "A price of a hopeless type is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-010"],
    fix:
      "Check that price is an integer before any conversion, and never keep the value of an " +
      "earlier request in a reused object.",
  }),
  must("ORD-FIELD-12", "A price of 0.55 on a binary or parlay in cents is never taken as 55", {
    section: "Order place request",
    over: { kind: ["BTC_BINARY", "BTC_PARLAY"], side: SIDES, prefix: PREFIXES },
    decisions: ["D-080"],
    fix:
      "Take price as it was sent, in the market's own unit, and refuse a fraction. Guessing " +
      "dollars from small numbers multiplies somebody's price by a hundred.",
  }),
  must("ORD-FIELD-13", "A LIMIT order without tif behaves as GTC and rests", {
    section: "Order place request",
    follows: ["TIF-GTC-01"],
    over: { ...ORDERS, value: [...BESIDE, ...MARGINS], ...TURNS },
    fix:
      "Set tif to GTC where it is absent, before the order reaches matching; null or an " +
      "empty value there often falls through to IOC.",
  }),
  must("ORD-FIELD-14", "A MARKET order without price is a valid shape", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-023"],
    fix:
      "Ask for a price on LIMIT only. One shared schema with a required price refuses every " +
      "MARKET order.",
  }),
  must("ORD-FIELD-15", "A MARKET order never rests, whatever tif is sent", {
    section: "Order place request",
    follows: ["TIF-IOC-03"],
    over: ORDERS,
    decisions: ["D-024"],
    fix:
      "Cancel what a MARKET order leaves over, whatever its tif: decide on the type before " +
      "the time in force.",
  }),
  must("ORD-FIELD-16", "A client_order_id made of letters, digits, _ - : . is accepted", {
    section: "Order place request",
    over: { value: Object.keys(ENDS_OF_IDS), ...ORDERS },
    decisions: ["D-047"],
    fix:
      "Allow letters, digits, underscore, hyphen, colon and period. A pattern copied from " +
      "another venue often lacks the last two.",
  }),
  must(
    "ORD-FIELD-17",
    "A client_order_id with another character (space, slash, non-ASCII) is refused",
    {
      section: "Order place request",
      over: ORDERS,
      decisions: ["D-047"],
      fix:
        "Match the whole text, from its first character to its last: a pattern without anchors " +
        "accepts any id with one good character in it.",
    },
  ),
  must("ORD-FIELD-18", "Two orders without client_order_id are two orders", {
    section: "Order place request",
    over: ORDERS,
    fix:
      "Skip the idempotency look-up when there is no client_order_id. Do not hash the body " +
      "into one, and do not store null or an empty text as a key.",
  }),
  open("ORD-FIELD-19", "The longest client_order_id accepted, and whether an empty one is", {
    section: "Limits",
    decisions: ["D-047"],
  }),
  open("ORD-FIELD-20", "Whether 55.0 or true pass for integers", {
    section: "Order place request",
    decisions: ["D-010"],
  }),
  open("ORD-FIELD-21", "Whether null passes for optional fields, and lower case for enums", {
    section: "Order place request",
    decisions: ["D-011"],
  }),
  either("ORD-FIELD-22", "An order body that is not JSON is answered 400 or 422", {
    section: "HTTP statuses",
    over: { prefix: PREFIXES },
    decisions: ["D-002"],
    fix:
      "Catch the parser's error and answer 400 with VALIDATION_ERROR. An error hook that " +
      "turns every exception into a decline hides it behind a 200.",
  }),
  either("ORD-FIELD-23", "A JSON order body that is not an object is answered 400 or 422", {
    section: "HTTP statuses",
    over: { prefix: PREFIXES },
    decisions: ["D-002"],
    fix:
      "Check that the parsed body is an object before reading members: arrays, numbers and " +
      "null are JSON too.",
  }),
  either("ORD-FIELD-24", "An empty order body is answered 400, 415 or 422", {
    section: "HTTP statuses",
    over: { prefix: PREFIXES },
    decisions: ["D-013"],
    fix:
      "Answer a missing body as a validation error. Body parsers that turn nothing into {} " +
      "or skip the schema let it through.",
  }),
  must("ORD-FIELD-25", "After a validation refusal no order exists for that client_order_id", {
    section: "Behaviour 4",
    over: ORDERS,
    fix:
      "Validate everything before anything is written. A record made first and refused later " +
      "stays behind as an order.",
  }),
  must(
    "ORD-FIELD-27",
    "An order without reduce_only may open a position, add to one and turn it round",
    {
      section: "Order place request",
      follows: ["MATCH-CROSS-01"],
      over: ORDERS,
      fix:
        "Take an absent reduce_only for false. A stored preference or a three-valued flag must " +
        "not stand in for it.",
    },
  ),
  open(
    "ORD-FIELD-28",
    "What confirm_fat_finger true changes on an ordinary order (nothing is expected)",
    { section: "Order place request", decisions: ["D-062"] },
  ),
  must(
    "ORD-FIELD-29",
    'A flag that is an object or a text is refused, the text "true" or "false" too',
    {
      section: "Order place request",
      over: ORDERS,
      decisions: ["D-010"],
      fix:
        "Check that flags are booleans. Comparing with === true turns an object into false, " +
        "and truthiness or a parser that converts turns a text into true: refuse both.",
    },
  ),
  must("ORD-FIELD-30", "A text where an integer is wanted is refused, numeric or not", {
    section: "HTTP statuses",
    follows: ["ORD-FIELD-08"],
    over: { parameter: INTEGERS, prefix: PREFIXES },
    decisions: ["D-010"],
    fix:
      "Turn off the conversion of texts in the parser of the body. A field that was added later " +
      "often has a lax type of its own.",
  }),
  must("ORD-FIELD-31", "An object or a list is refused in every member of an order", {
    section: "HTTP statuses",
    follows: ["ORD-FIELD-08", "ORD-FIELD-11", "ORD-FIELD-29"],
    over: { parameter: MEMBERS },
    decisions: ["D-010"],
    fix:
      "Give every member a type in the schema, the optional ones too. A list of one is turned " +
      "into its item by lax conversions.",
  }),
  must("ORD-FIELD-32", "A fraction is refused in every member that is an integer", {
    section: "HTTP statuses",
    follows: ["ORD-FIELD-08"],
    over: { parameter: INTEGERS },
    decisions: ["D-010"],
    fix:
      "Ask for integers, not numbers, in the schema of the body. Cutting a fraction off sends " +
      "another order than the agent wrote.",
  }),
  must("ORD-FIELD-33", "A session's order with a value of another type is refused too", {
    section: "HTTP statuses",
    follows: ["ORD-FIELD-30", "ORD-FIELD-31", "ORD-FIELD-32"],
    over: { parameter: COMMON },
    decisions: ["D-010"],
    fix:
      "Read every order by one schema, whoever sends it. What a form of a page sends as text is " +
      "to be converted by the page.",
  }),
  must("ORD-FIELD-34", "A number where the text of a client_order_id is wanted is refused", {
    section: "HTTP statuses",
    over: ORDERS,
    decisions: ["D-010"],
    fix:
      "Ask for a text in the schema of the body. A number that is turned into one comes back as " +
      "another value than was sent, and in another form from every writer of JSON.",
  }),
  must("ORD-FIELD-35", "A malformed order is refused as such in a market that has ended too", {
    section: "Behaviour 4",
    over: { status: ENDED, side: SIDES, prefix: PREFIXES },
    decisions: ["D-002"],
    fix:
      "Read the body by its schema before the market is looked at: MARKET_CLOSED is the engine's " +
      "word, and the engine is told of no order that cannot be read.",
  }),
];
