/** Decisions on errors and limits. */
import type { Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const ERRORS_AND_LIMITS_DECISIONS: readonly Decision[] = [
  {
    id: "D-160",
    question: "Codes of 401, 403, 404, 409, 502 and 503",
    accepts:
      "Any text that is not empty: most are not shown. Only those of the spec's table are " +
      "compared.",
    reference: "One for each cause",
  },
  {
    id: "D-161",
    question: "Unknown routes and wrong methods",
    accepts:
      "404 or 405; another shape than the envelope warns at most, since these are not listed " +
      "routes.",
    reference: "The envelope",
  },
  {
    id: "D-162",
    question: "request_id",
    accepts: "A text that is not empty; one that comes twice warns.",
    reference: "A UUID, also in X-Request-Id",
  },
  {
    id: "D-163",
    question: "The algorithm of the rate limit",
    accepts:
      "No 429 up to half the limit, and no more than twice the limit (5 % slack) inside any 60 " +
      "s: between them windows, buckets and credits differ.",
    reference: "A sliding window of 60 s",
  },
  {
    id: "D-164",
    question: "Which requests count",
    accepts: "Observed: venues differ about refused ones.",
    reference: "All with credentials, but for 429s",
  },
  {
    id: "D-165",
    question: "Retry-After",
    accepts: "An integer of 0 or more. 0, above 120, or a date warns.",
    reference: "1 to 60",
  },
  {
    id: "D-167",
    question: "Headers that tell of limits",
    accepts: "Any or none, noted: the spec is silent.",
    reference: "RateLimit and RateLimit-Policy",
  },
  {
    id: "D-168",
    question: "Reads while writes are limited",
    accepts: "They must pass: the spec has two budgets.",
    reference: "Independent",
  },
  {
    id: "D-169",
    question: "What the server may break on",
    accepts: "Nothing: 500 on any probe fails. A gateway's 5xx page warns.",
    reference: "500 never on purpose",
  },
];
