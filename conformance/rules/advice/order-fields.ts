/** How to fix a venue that fails a rule on the fields of an order. */

/** By rule id, in the catalogue's order. */
export const ORDER_FIELDS_ADVICE: Readonly<Record<string, string>> = {
  "ORD-FIELD-01":
    "Make market_id required in the schema. Never fall back on a default, last used or only " +
    "market.",
  "ORD-FIELD-02":
    "Validate the format before any look-up, or answer UNKNOWN_MARKET. A prefix or fuzzy match " +
    "on ids sends orders to the wrong market.",
  "ORD-FIELD-03":
    "Make side required: no default is safe. Check that the deserializer does not fill an " +
    "absent enum with its first member.",
  "ORD-FIELD-04":
    "Refuse what is neither BUY nor SELL. Beware of a branch that treats everything but BUY as " +
    "a SELL.",
  "ORD-FIELD-05": "Make type required, with no default of LIMIT.",
  "ORD-FIELD-06":
    "Refuse an unknown type in the schema. A switch with a default branch that ends at LIMIT " +
    "places orders nobody asked for.",
  "ORD-FIELD-07": "Make qty required, with no default of 1.",
  "ORD-FIELD-08":
    "Check that qty is an integer before any conversion. Number(), parseInt and lax validators " +
    "turn text, fractions and objects into some number.",
  "ORD-FIELD-09": "Refuse a tif outside the four values; only an absent one has a default.",
  "ORD-FIELD-10":
    "Check after the schema that a LIMIT order has a price. A field that is optional because " +
    "MARKET needs none is often not asked for again.",
  "ORD-FIELD-11":
    "Check that price is an integer before any conversion, and never keep the value of an " +
    "earlier request in a reused object.",
  "ORD-FIELD-12":
    "Take price as it was sent, in the market's own unit, and refuse a fraction. Guessing " +
    "dollars from small numbers multiplies somebody's price by a hundred.",
  "ORD-FIELD-13":
    "Set tif to GTC where it is absent, before the order reaches matching; null or an empty " +
    "value there often falls through to IOC.",
  "ORD-FIELD-14":
    "Ask for a price on LIMIT only. One shared schema with a required price refuses every " +
    "MARKET order.",
  "ORD-FIELD-15":
    "Cancel what a MARKET order leaves over, whatever its tif: decide on the type before the " +
    "time in force.",
  "ORD-FIELD-16":
    "Allow letters, digits, underscore, hyphen, colon and period. A pattern copied from another" +
    " venue often lacks the last two.",
  "ORD-FIELD-17":
    "Match the whole text, from its first character to its last: a pattern without anchors " +
    "accepts any id with one good character in it.",
  "ORD-FIELD-18":
    "Skip the idempotency look-up when there is no client_order_id. Do not hash the body into " +
    "one, and do not store null or an empty text as a key.",
  "ORD-FIELD-22":
    "Catch the parser's error and answer 400 with VALIDATION_ERROR. An error hook that turns " +
    "every exception into a decline hides it behind a 200.",
  "ORD-FIELD-23":
    "Check that the parsed body is an object before reading members: arrays, numbers and null " +
    "are JSON too.",
  "ORD-FIELD-24":
    "Answer a missing body as a validation error. Body parsers that turn nothing into {} or " +
    "skip the schema let it through.",
  "ORD-FIELD-25":
    "Validate everything before anything is written. A record made first and refused later " +
    "stays behind as an order.",
  "ORD-FIELD-27":
    "Take an absent reduce_only for false. A stored preference or a three-valued flag must not " +
    "stand in for it.",
  "ORD-FIELD-29":
    "Check that flags are booleans. Comparing with === true turns an object into false, and " +
    "truthiness turns it into true: refuse it instead.",
};
