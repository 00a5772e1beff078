/** Decisions on operations and versioning. */
import type { Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const OPERATIONS_DECISIONS: readonly Decision[] = [
  {
    id: "D-170",
    question: "How far the kill switch reaches",
    accepts:
      "New orders: 503 EXCHANGE_FROZEN. Cancels 2xx or 503, reads 200 or 503: the spec says " +
      "only that it is global.",
    reference: "Cancels and reads work, nothing matches",
  },
  {
    id: "D-171",
    question: "Closed feature gates",
    accepts: "A 503 with another code skips what needs the feature: the spec allows such gates.",
    reference: "FEATURE_DISABLED",
  },
  {
    id: "D-172",
    question: "Which routes answer 502",
    accepts:
      "Those that read the outside world, as under D-115: the spec says only that an " +
      "upstream is unreachable.",
    reference: "The feed and the contexts of series",
  },
  {
    id: "D-173",
    question: "health, live and ready",
    accepts:
      "200; ready may be 503, which is noted, as a venue may be warming up. Whoever is told may have " +
      "to show a key.",
    reference: "As the spec",
    statuses: [{ on: /^GET \/ready$/, among: [200, 503] }],
  },
  {
    id: "D-174",
    question: "Prefixes of keys, health and the operator",
    accepts: "Keys: /v1 and /api/v1 at least, as documented; health: all four.",
    reference: "All four everywhere",
  },
  {
    id: "D-175",
    question: "A description for machines",
    accepts: "0.1.0 passes, another version fails, none is skipped: only the version is declared.",
    reference: "/openapi.json",
  },
  {
    id: "D-177",
    question: "Trailing slashes, HEAD, OPTIONS, CORS and compression",
    accepts: "Anything, untested: the spec is silent.",
    reference: "No redirects; HEAD as GET; OPTIONS tells what a path allows",
  },
];
