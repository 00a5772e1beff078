/** Decisions on placing an order: statuses and shapes. */
import { ANY, type Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const PLACING_DECISIONS: readonly Decision[] = [
  {
    id: "D-001",
    question: "Which status for an accepted and for a declined order",
    accepts:
      "An accepted order is 201. A declined one is 200, or 201, since the route table says 201 and the " +
      "errors part 200; a 4xx only where a decision of its own allows it.",
    reference: "201 when the order entered the ledger, 200 when it was declined",
    statuses: [{ among: [200, 201] }],
  },
  {
    id: "D-002",
    question: "400 or 422 for bad input",
    accepts:
      "Bodies: either, as both are described and frameworks differ. Routes with query " +
      "parameters declare 422: that, with the array of loc, msg and type, or both shapes in " +
      "one body.",
    reference: "400 for order bodies, 422 for query and path parameters",
    statuses: [{ on: ANY, among: [400, 422] }],
  },
  {
    id: "D-003",
    question: "The shape of a validation error",
    accepts:
      "A flat envelope with VALIDATION_ERROR, or a detail array of loc, msg and type: the spec " +
      "shows both.",
    reference: "The flat envelope for orders, the array for queries",
  },
  {
    id: "D-004",
    question: "A price outside the band",
    accepts:
      "A decline with PRICE_OUT_OF_RANGE, or a validation error, since the spec names it as an " +
      "example of both. Accepting it, or moving the price, fails.",
    reference: "200 REJECTED with PRICE_OUT_OF_RANGE",
    declines: [{ code: "PRICE_OUT_OF_RANGE", http: [400, 422] }],
  },
  {
    id: "D-005",
    question: "The body of a 429",
    accepts:
      "RATE_LIMITED at the top level or under detail: the envelope is flat, the spec's example " +
      "nested. Retry-After either way.",
    reference: "A flat envelope, with a detail object that repeats it",
  },
  {
    id: "D-006",
    question: "How MARKET_CLOSED is said",
    accepts:
      "200 or 201 REJECTED, or a 409 envelope: both are written. A 409 with another code warns.",
    reference: "200 REJECTED",
    declines: [{ code: "MARKET_CLOSED", http: [409] }],
  },
  {
    id: "D-007",
    question: "How UNKNOWN_MARKET is said",
    accepts:
      "200 or 201 REJECTED, or a 404 envelope: both are written. A 404 with another code warns;" +
      " for an id that is no UUID, and for one of zeros, 400 and 422 do too.",
    reference: "200 REJECTED, market_id echoed as sent",
    declines: [{ code: "UNKNOWN_MARKET", http: [404] }],
  },
  {
    id: "D-008",
    question: "How INVALID_LEVERAGE is said",
    accepts:
      "200 or 201 REJECTED, or a 422 envelope with both leverages in details: both are written.",
    reference: "Above the cap 422 with both in details; on a binary or parlay 200 REJECTED",
    declines: [{ code: "INVALID_LEVERAGE", http: [422] }],
  },
  {
    id: "D-009",
    question: "Whether declined orders are listed",
    accepts:
      "Never among open orders. In GET /orders they may show, since REJECTED is a documented " +
      "status. The zero id is answered 400, 403, 404 or 422.",
    reference: "Not stored, not listed",
    statuses: [{ on: /^GET \/orders\/\{id\}$/, among: [404, 400, 422, 403], when: "notForbidden" }],
  },
  {
    id: "D-010",
    question: "How strictly types are read",
    accepts:
      'Values of another type must be refused: an object, a list, 1.5, a text, "55" as well as ' +
      '"abc", "true" where a flag is wanted, a number for an id. 55.0 and true are only noted: one is an integer, the other is taken for a number.',
    reference: "Strict: none of these is an integer",
  },
  {
    id: "D-011",
    question: "null and letter case",
    accepts: "Anything, only noted: the spec is silent. A required field that is null is missing.",
    reference: "null is absent for optional fields; enums in upper case only",
  },
  {
    id: "D-012",
    question: "Unknown fields",
    accepts: "In bodies they must be ignored, as the spec says; in queries anything is noted.",
    reference: "Ignored in both",
  },
  {
    id: "D-013",
    question: "A missing body or another content type",
    accepts: "400, 415 or 422: the spec is silent, frameworks differ.",
    reference: "400 VALIDATION_ERROR",
    statuses: [{ among: [400, 415, 422] }],
  },
];
