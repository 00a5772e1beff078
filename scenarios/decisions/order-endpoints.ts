/** Decisions on reading and cancelling orders. */
import { type Decision, KEYS } from "./decision.ts";

/** By id; ids are permanent. */
export const ORDER_ENDPOINTS_DECISIONS: readonly Decision[] = [
  {
    id: "D-090",
    question: "The bodies of order reads",
    accepts:
      "JSON of any shape, since none is shown: records are found by their order id. An id that " +
      "is nowhere fails what must contain it.",
    reference: "Lists under orders, the record alone by id",
  },
  {
    id: "D-091",
    question: "Values of the status filter",
    accepts:
      "Documented statuses work: all orders in it come and none in another. An unknown value may " +
      "be 200, 400 or 422.",
    reference: "The five; others 422",
    statuses: [{ on: /^GET \/orders/, among: [200, 400, 422], when: "filtered" }],
  },
  {
    id: "D-092",
    question: "The answer of a cancel",
    accepts: "200 and any JSON, as the body is not shown. 202 and 204 warn.",
    reference: "200 with the record",
    statuses: [{ on: /^DELETE \/orders(\/\{id\})?$/, among: [200], odd: [202, 204] }],
  },
  {
    id: "D-093",
    question: "The answer of cancel-all",
    accepts: "200 and any JSON, also when nothing was open.",
    reference: "The ids and their count",
  },
  {
    id: "D-094",
    question: "An order of somebody else",
    accepts:
      "403 alone, for an agent of the same owner too: many venues prefer 404, which hides that the " +
      "order exists, but the text is explicit. 200 leaks it.",
    reference: "403 FORBIDDEN",
    statuses: [{ on: KEYS, among: [403], odd: [404] }],
  },
  {
    id: "D-095",
    question: "/orders/open against an order's id",
    accepts: "Never read as an id: two routes share a pattern.",
    reference: "The fixed path first",
  },
  {
    id: "D-096",
    question: "The order of listings",
    accepts: "Any, observed: the spec is silent.",
    reference: "Newest first",
  },
  {
    id: "D-097",
    question: "Cancel-all for a market nobody knows",
    accepts: "200, 400, 404 or 422: the spec is silent. Orders elsewhere stay.",
    reference: "200, none cancelled",
    statuses: [{ among: [404, 400, 422] }],
    unshown: "One refusal in place of another, as the dialects of D-028 show",
  },
  {
    id: "D-098",
    question: "How soon an order shows",
    accepts:
      "Within three seconds, since reads may lag on real venues: the harness asks again until " +
      "then. The same of a wallet, and of the page of an account that a board tells of.",
    reference: "At once",
  },
];
