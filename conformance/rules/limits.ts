/** Rules on rate limits, 429 answers and page bounds. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const LIMITS_RULES: readonly Rule[] = [
  must("LIM-WRITE-01", "300 writes spread over 60 s meet no 429", {
    section: "Limits",
    needs: ["agent", "load"],
    decisions: ["D-163"],
  }),
  must("LIM-WRITE-02", "Inside any 60 s at most 1260 writes succeed: a 429 comes", {
    section: "Limits",
    needs: ["agent", "load"],
    decisions: ["D-163"],
  }),
  must("LIM-WRITE-03", "When one key is write-limited, the agent's other key is too", {
    section: "Limits",
    needs: ["second-key", "load"],
  }),
  must("LIM-WRITE-04", "When one agent is write-limited, another agent is not", {
    section: "Limits",
    needs: ["two-owners", "load"],
  }),
  must("LIM-WRITE-05", "A write-limited agent can still read", {
    section: "Limits",
    needs: ["agent", "load"],
    decisions: ["D-168"],
  }),
  must("LIM-WRITE-06", "After Retry-After a write passes (two waits allowed)", {
    section: "Limits",
    needs: ["agent", "load"],
  }),
  must("LIM-WRITE-07", "A rate-limited POST /orders places nothing", {
    section: "Limits",
    needs: ["agent", "market", "load"],
  }),
  must("LIM-READ-01", "3000 reads spread over 60 s meet no 429", {
    section: "Limits",
    needs: ["agent", "load"],
    decisions: ["D-163"],
  }),
  must("LIM-READ-02", "Inside any 60 s at most 12600 reads succeed", {
    section: "Limits",
    needs: ["agent", "load"],
    decisions: ["D-163"],
  }),
  either("LIM-429-01", "A 429 has code RATE_LIMITED at top level or under detail", {
    section: "Limits",
    needs: ["agent", "load"],
    decisions: ["D-005"],
  }),
  must("LIM-429-02", "A 429 has Retry-After, a non-negative integer", {
    section: "Limits",
    needs: ["agent", "load"],
    decisions: ["D-165"],
  }),
  open("LIM-HDR-01", "The quota headers sent", {
    section: "(silent)",
    needs: ["agent"],
    decisions: ["D-167"],
  }),
  open("LIM-COUNT-01", "Whether refused requests count", {
    section: "(silent)",
    needs: ["agent", "load"],
    decisions: ["D-164"],
  }),
  either(
    "LIM-PAGE-01",
    "Huge, zero or negative limit, depth, offset, seconds: 200, 400 or 422, never 5xx",
    { section: "Gaps", needs: ["agent"], decisions: ["D-113"] },
  ),
];
