/** Rules on timestamp_ms and recv_window_ms: the pair, its range and the window. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const FRESHNESS_RULES: readonly Rule[] = [
  must("FRESH-PAIR-01", "timestamp_ms without recv_window_ms is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-052"],
  }),
  must("FRESH-PAIR-02", "recv_window_ms without timestamp_ms is refused", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-052"],
  }),
  must("FRESH-RANGE-01", "recv_window_ms 0 is refused", {
    section: "Limits",
    needs: ["agent", "market", "clock"],
    decisions: ["D-053"],
  }),
  must("FRESH-RANGE-02", "recv_window_ms 60001 is refused", {
    section: "Limits",
    needs: ["agent", "market", "clock"],
    decisions: ["D-053"],
  }),
  must("FRESH-RANGE-03", "recv_window_ms 60000 with the current time is accepted", {
    section: "Limits",
    needs: ["agent", "market", "clock"],
    decisions: ["D-053"],
  }),
  either("FRESH-RANGE-04", "recv_window_ms 1 is not a validation error, though it may be stale", {
    section: "Limits",
    needs: ["agent", "market", "clock"],
    decisions: ["D-053"],
  }),
  must("FRESH-IN-01", "A timestamp inside the window is accepted", {
    section: "Behaviour 3",
    needs: ["agent", "market", "clock"],
    decisions: ["D-051"],
  }),
  must("FRESH-OLD-01", "A timestamp older than the window is refused", {
    section: "Behaviour 3",
    needs: ["agent", "market", "clock"],
    decisions: ["D-050"],
  }),
  must("FRESH-FUT-01", "A timestamp later than now plus the window is refused", {
    section: "Behaviour 3",
    needs: ["agent", "market", "clock"],
    decisions: ["D-050"],
  }),
  must("FRESH-FUT-02", "A future timestamp well inside the window is accepted", {
    section: "Behaviour 3",
    needs: ["agent", "market", "clock"],
    decisions: ["D-051"],
  }),
  open("FRESH-CODE-01", "The form and code of a freshness refusal", {
    section: "Errors gaps",
    needs: ["agent", "market", "clock"],
    decisions: ["D-050"],
  }),
  must("FRESH-NONE-01", "An order with neither freshness field is not checked for freshness", {
    section: "Order place request",
    needs: ["agent", "market"],
  }),
];
