/** Decisions on errors and limits. */
import { ANY, type Decision } from "./decision.ts";

/**
 * So many times its budget may pass inside 60 s by any algorithm (D-163): twice, where a fixed window
 * ends meanwhile, and 5% for a clock of its own.
 */
export const BUDGETS_MOST = 2.1;

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
    statuses: [{ on: ANY, among: [404, 405] }],
  },
  {
    id: "D-162",
    question: "request_id",
    accepts:
      "A text that is not empty, another for each request; a replay may bring that of the first.",
    reference: "A UUID, also in X-Request-Id",
  },
  {
    id: "D-163",
    question: "The algorithm of the rate limit",
    accepts:
      "After a quiet window all of 600 writes or 6,000 reads pass, of any documented kind. " +
      "Above, a sliding window passes none, a bucket what refilled, a fixed one up to twice " +
      "as many across its edge. After 60 s the agent passes again.",
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
    accepts:
      "429 with a whole number of seconds from 1 to 60, in digits, and waiting it is enough. " +
      "A date, 0 or more than 60 fails.",
    reference: "1 to 60",
  },
  {
    id: "D-166",
    question: "Limits of requests without credentials",
    accepts:
      "A 429 on one is inconclusive: it may come from anything in front of the venue, and " +
      "the spec limits agents.",
    reference: "By address, 60 a second of bad credentials and 30 of dear reads without any",
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
    statuses: [{ among: [502, 503], odd: [408, 413, 414, 431] }],
    unshown: "What stands in front of a venue is no venue",
  },
];
