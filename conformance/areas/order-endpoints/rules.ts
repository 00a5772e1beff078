/** Rules on the order routes that read: list, open, get. */
import { KINDS, ORDERS, PREFIXES } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";
import { FOREIGN_CALLERS, OWN_CALLERS } from "../caller.ts";
import { CANCEL_RULES } from "./rules-cancels.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("OAPI-LIST-01", "GET /orders answers 200", {
    section: "Orders",
    over: { prefix: PREFIXES },
    decisions: ["D-090"],
    fix:
      "Serve GET /orders under every prefix for keys with read scope. A router that knows " +
      "POST /orders alone answers 404 or 405.",
  }),
  must("OAPI-LIST-02", "GET /orders contains an order just placed", {
    section: "Orders",
    follows: ["RES-SHAPE-02", "OAPI-LIST-01"],
    over: { ...ORDERS, caller: OWN_CALLERS },
    decisions: ["D-090", "D-098"],
    fix:
      "List orders of every status, resting ones included, and without a delay: a read " +
      "replica that lags shows up here.",
  }),
  must("OAPI-LIST-03", "Of more than 200 orders GET /orders gives exactly 200 without limit", {
    section: "Orders",
    follows: ["OAPI-LIST-01", "OAPI-LIST-04"],
    decisions: ["D-113"],
    fix: "Apply a default of 200 where limit is absent, in the query rather than in the client.",
  }),
  must("OAPI-LIST-04", "GET /orders with limit=n gives n of more records", {
    section: "Orders",
    follows: ["OAPI-LIST-01", "OAPI-LIST-02"],
    over: { kind: KINDS, prefix: PREFIXES },
    fix:
      "Hand limit to the query. A parameter that is validated but not used is the usual " +
      "cause.",
  }),
  must(
    "OAPI-LIST-05",
    "GET /orders with market_id gives all of that market's orders and no other",
    {
      section: "Orders",
      follows: ["OAPI-LIST-01", "OAPI-LIST-02", "OAPI-CXL-02"],
      over: { kind: KINDS, prefix: PREFIXES },
      fix: "Filter by market_id before the limit is applied. Check the name of the parameter too.",
    },
  ),
  either(
    "OAPI-LIST-06",
    "GET /orders with a documented status gives the orders in it and no other",
    {
      section: "Orders",
      follows: ["RES-STATE-01", "OAPI-LIST-01", "OAPI-LIST-02", "OAPI-LIST-05"],
      over: ORDERS,
      decisions: ["D-091"],
      fix: "Accept every status the result can carry, in the same spelling, as a filter.",
    },
  ),
  open("OAPI-LIST-07", "What GET /orders does with an unknown status", {
    section: "Orders gaps",
    decisions: ["D-091"],
  }),
  must("OAPI-LIST-08", "GET /orders shows no order of another agent", {
    section: "Orders",
    over: { ...ORDERS, caller: FOREIGN_CALLERS },
    fix:
      "Scope the query by the agent of the credentials, in the one place that all order " +
      "reads share. A caller's parameter never widens it.",
  }),
  must("OAPI-LIST-09", "Hours later an order is listed and read, whatever has become of it", {
    section: "Orders",
    follows: ["OAPI-LIST-02", "OAPI-LIST-05", "OAPI-GET-01"],
    over: ORDERS,
    decisions: ["D-090"],
    fix:
      "List and find orders by their agent, whenever they ended: what a client asks for next day is " +
      "often yesterday's. A table of the latest orders is no store of them.",
  }),
  must("OAPI-OPEN-01", 'GET /orders/open answers 200: "open" is not read as an order id', {
    section: "Orders",
    over: { prefix: PREFIXES },
    decisions: ["D-095"],
    fix: "Register /orders/open before /orders/{order_id}, or constrain the id to UUIDs.",
  }),
  must("OAPI-OPEN-02", "GET /orders/open contains a resting order", {
    section: "Orders",
    follows: ["OAPI-OPEN-01", "ORD-FIELD-13"],
    over: { ...ORDERS, caller: OWN_CALLERS },
    decisions: ["D-098"],
    fix:
      "List NEW and PARTIAL orders straight from the book or from a projection that is up to " +
      "date when the 201 goes out.",
  }),
  must("OAPI-OPEN-03", "GET /orders/open lacks cancelled and filled orders", {
    section: "Orders",
    follows: ["OAPI-OPEN-01", "OAPI-CXL-02", "OAPI-CXL-01"],
    over: ORDERS,
    decisions: ["D-098"],
    fix:
      "Leave out orders that are done. Update the list when an order is filled as well as " +
      "when it is cancelled.",
  }),
  must(
    "OAPI-OPEN-04",
    "GET /orders/open with market_id gives all of that market's orders and no other",
    {
      section: "Orders",
      follows: ["OAPI-OPEN-02", "OAPI-OPEN-01"],
      over: { kind: KINDS, prefix: PREFIXES },
      fix:
        "Hand market_id to the query of open orders too: it is often built apart from that of " +
        "GET /orders.",
    },
  ),
  must(
    "OAPI-OPEN-05",
    "GET /orders/open gives n of more records with limit=n and at most 500 by default",
    {
      section: "Orders",
      follows: ["OAPI-OPEN-01", "OAPI-OPEN-02"],
      over: { kind: KINDS, prefix: PREFIXES },
      fix: "Apply limit, and a default of 500, to open orders too.",
    },
  ),
  must("OAPI-OPEN-06", "GET /orders/open shows no order of another agent", {
    section: "Orders",
    over: { ...ORDERS, caller: FOREIGN_CALLERS },
    fix:
      "Scope open orders by the agent of the credentials. Reading them straight from the " +
      "shared book forgets it easily.",
  }),
  must(
    "OAPI-OPEN-07",
    "Of more than 500 open orders /orders/open gives exactly 500 without limit",
    {
      section: "Orders",
      follows: ["OAPI-OPEN-01", "OAPI-OPEN-02", "OAPI-OPEN-05"],
      decisions: ["D-113"],
      fix: "Apply 500 where limit is absent: the default of GET /orders is another.",
    },
  ),
  must("OAPI-GET-01", "GET of an own order answers 200 with its id", {
    section: "Orders",
    follows: ["GEN-UUID-01"],
    over: { ...ORDERS, caller: OWN_CALLERS },
    decisions: ["D-090"],
    fix:
      "Look the order up where it lives in every state: an archive of finished orders does " +
      "not hold the resting ones, nor the book the finished.",
  }),
  must("OAPI-GET-02", "GET of another agent's order is answered 403, of a sibling's too", {
    section: "Authentication 9",
    over: { ...ORDERS, caller: FOREIGN_CALLERS },
    decisions: ["D-094"],
    fix:
      "Look up by id first, then compare agents, not owners, and answer 403. A query that filters " +
      "by agent cannot tell foreign from missing.",
  }),
  must("OAPI-GET-03", "GET of a random order UUID is answered 404", {
    section: "HTTP statuses",
    over: { caller: OWN_CALLERS, prefix: PREFIXES },
    fix:
      "Answer 404 with an envelope when the look-up finds nothing. Serializing a missing " +
      "record gives 200 and null.",
  }),
  open("OAPI-GET-04", "What GET of an order id that is not a UUID answers", {
    section: "(silent)",
    decisions: ["D-113"],
  }),
  ...CANCEL_RULES,
];
