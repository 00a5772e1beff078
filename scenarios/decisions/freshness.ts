/** Decisions on freshness. */
import type { Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const FRESHNESS_DECISIONS: readonly Decision[] = [
  {
    id: "D-050",
    question: "How a stale order is refused",
    accepts:
      "REJECTED with any reason, or 400, 401, 403, 408, 409, 422, 425: only that it is rejected" +
      " is said, the code is not shown.",
    reference: "200 REJECTED with TIMESTAMP_OUT_OF_WINDOW",
    statuses: [{ among: [400, 401, 403, 408, 409, 422, 425] }],
  },
  {
    id: "D-051",
    question: "Bounds, clock and the future",
    accepts:
      "By a clock that control moves both bounds are exact and inside. Otherwise anything goes " +
      "within ten seconds of them, because clocks differ. The text is symmetric.",
    reference: "Symmetric and inclusive, on arrival",
  },
  {
    id: "D-052",
    question: "One of the two fields alone",
    accepts: "Any refusal: the spec says invalid, not how.",
    reference: "400 VALIDATION_ERROR",
  },
  {
    id: "D-053",
    question: "The range of recv_window_ms",
    accepts:
      "Any refusal of 0, -1 and 60001; 1 may be stale but is well formed, 60000 is accepted.",
    reference: "VALIDATION_ERROR outside",
  },
];
