/** Rules on timestamp_ms and recv_window_ms: the pair, its range and the window. */
import { ORDERS } from "../../check/cell.ts";
import { either, must, open, type Rule } from "../../check/rule.ts";

/** Windows at both ends of the range, and one that a lax comparison in seconds lets through. */
const WINDOWS_MS = ["1", "100", "60000"];
const EDGES = { value: WINDOWS_MS, ...ORDERS };

/** Stamps of long ago that a lenient reading takes for the present, or for none. */
export const OLD_STAMPS: Readonly<Record<string, (presentMs: number) => number>> = {
  "in seconds": (presentMs) => Math.floor(presentMs / 1_000),
  "in minutes": (presentMs) => Math.floor(presentMs / 60_000),
  zero: () => 0,
  "a day old": (presentMs) => presentMs - 86_400_000,
};
/** The same of times to come. */
export const LATER_STAMPS: Readonly<Record<string, (presentMs: number) => number>> = {
  "in microseconds": (presentMs) => presentMs * 1_000,
  "a day ahead": (presentMs) => presentMs + 86_400_000,
};

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("FRESH-PAIR-01", "timestamp_ms without recv_window_ms is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-052"],
    fix:
      "Require both fields or neither. Ignoring a lone stamp leaves a caller without the " +
      "protection it believes to have.",
  }),
  must("FRESH-PAIR-02", "recv_window_ms without timestamp_ms is refused", {
    section: "Order place request",
    over: ORDERS,
    decisions: ["D-052"],
    fix: "Require both fields or neither, in a check after the schema: each is optional alone.",
  }),
  must("FRESH-RANGE-01", "recv_window_ms 0 or -1 is refused", {
    section: "Limits",
    over: ORDERS,
    decisions: ["D-053"],
    fix: "Set the lower bound to 1. Truthiness tests take 0 for absent and switch the check off.",
  }),
  must("FRESH-RANGE-02", "recv_window_ms 60001 or more is refused", {
    section: "Limits",
    over: ORDERS,
    decisions: ["D-053"],
    fix:
      "Refuse what is above 60000 rather than cutting it: the caller asked for something " +
      "else than it gets.",
  }),
  must("FRESH-RANGE-03", "recv_window_ms 60000 with the current time is accepted", {
    section: "Limits",
    over: ORDERS,
    decisions: ["D-053"],
    fix: "Make the upper bound inclusive.",
  }),
  either("FRESH-RANGE-04", "recv_window_ms 1 is not a validation error, though it may be stale", {
    section: "Limits",
    over: ORDERS,
    decisions: ["D-053"],
    fix: "Make the lower bound inclusive. An order with 1 may be stale, but its shape is good.",
  }),
  must("FRESH-IN-01", "A timestamp inside the window is accepted", {
    section: "Behaviour 3",
    over: ORDERS,
    decisions: ["D-051"],
    fix:
      "Compare milliseconds with milliseconds, and keep the venue's clock synchronised. " +
      "Reading the stamp as seconds makes every order stale.",
  }),
  must("FRESH-OLD-01", "A timestamp older than the window is refused", {
    section: "Behaviour 3",
    over: { ...ORDERS, value: Object.keys(OLD_STAMPS) },
    decisions: ["D-050"],
    fix:
      "Decline when the server's time is past timestamp_ms + recv_window_ms. Mixed units and " +
      "a one-sided comparison are the usual causes.",
  }),
  must("FRESH-FUT-01", "A timestamp later than now plus the window is refused", {
    section: "Behaviour 3",
    follows: ["FRESH-OLD-01"],
    over: { ...ORDERS, value: Object.keys(LATER_STAMPS) },
    decisions: ["D-050"],
    fix:
      "Check the other side too: decline when timestamp_ms is past the server's time + " +
      "recv_window_ms. A signed difference without its absolute value misses it.",
  }),
  must("FRESH-FUT-02", "A future timestamp well inside the window is accepted", {
    section: "Behaviour 3",
    follows: ["FRESH-IN-01"],
    over: ORDERS,
    decisions: ["D-051"],
    fix:
      "Make the window symmetric. A fixed allowance of one second into the future, known " +
      "from other venues, is not what this spec says.",
  }),
  open("FRESH-CODE-01", "The form and code of a freshness refusal", {
    section: "Errors gaps",
    decisions: ["D-050"],
  }),
  must("FRESH-NONE-01", "An order with neither freshness field is not checked for freshness", {
    section: "Order place request",
    over: ORDERS,
    fix: "Run the check only when both fields are there: no default stamp, no required field.",
  }),
  must("FRESH-EDGE-01", "A stamp exactly recv_window_ms before or after receipt is accepted", {
    section: "Behaviour 3",
    follows: ["FRESH-IN-01", "FRESH-FUT-02", "FRESH-RANGE-03", "FRESH-RANGE-04"],
    over: EDGES,
    decisions: ["D-051"],
    fix:
      "Refuse what is outside the window alone: both its ends are inside. A fixed allowance for " +
      "the network narrows it.",
  }),
  must("FRESH-EDGE-02", "A stamp one millisecond beyond the window is refused", {
    section: "Behaviour 3",
    follows: ["FRESH-OLD-01", "FRESH-FUT-01", "FRESH-EDGE-01"],
    over: EDGES,
    decisions: ["D-050", "D-051"],
    fix:
      "Compare whole milliseconds with the window as it was sent. Rounding to seconds, or adding " +
      "a tolerance for clocks, lets stale orders through.",
  }),
];
