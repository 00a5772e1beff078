/** Rules on client_order_id: replays, conflicts, concurrent and declined requests. */
import { either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const IDEMPOTENCY_RULES: readonly Rule[] = [
  must("IDEM-REPLAY-01", "The same agent, body and client_order_id give the same order_id", {
    section: "Behaviour 2",
    needs: ["agent", "market"],
    decisions: ["D-040"],
  }),
  must("IDEM-REPLAY-02", "After a replay exactly one order exists", {
    section: "Behaviour 2",
    needs: ["agent", "market"],
    decisions: ["D-040"],
  }),
  either(
    "IDEM-REPLAY-03",
    "A replay shows the original status and quantities, or the order's present ones",
    { section: "Behaviour 2", needs: ["agent", "market"], decisions: ["D-040"] },
  ),
  either("IDEM-REPLAY-04", "A replay is answered 200 or 201", {
    section: "Behaviour 2",
    needs: ["agent", "market"],
    decisions: ["D-041"],
  }),
  must("IDEM-REPLAY-05", "A replay with a second key of the same agent is a replay", {
    section: "Behaviour 2",
    needs: ["second-key", "market"],
    decisions: ["D-046"],
  }),
  must("IDEM-REPLAY-06", "The same client_order_id from another agent is a new order", {
    section: "Behaviour 2",
    needs: ["two-owners", "market"],
    decisions: ["D-046"],
  }),
  must("IDEM-REPLAY-07", "A replay after the cancel places nothing", {
    section: "Behaviour 2",
    needs: ["agent", "market"],
    decisions: ["D-046"],
  }),
  must(
    "IDEM-REPLAY-08",
    "A replay after a full fill places nothing and leaves the position unchanged",
    { section: "Behaviour 2", needs: ["two-owners", "binary", "quiet"], decisions: ["D-046"] },
  ),
  either("IDEM-REPLAY-09", "A replay of a filled order returns its fill totals", {
    section: "Behaviour 2",
    needs: ["two-owners", "binary", "quiet"],
    decisions: ["D-040"],
  }),
  must("IDEM-CONF-01", "The same client_order_id with another price places no second order", {
    section: "Errors gaps",
    needs: ["agent", "market"],
    decisions: ["D-044"],
  }),
  must(
    "IDEM-CONF-02",
    "The same client_order_id with another side or market places no second order",
    { section: "Errors gaps", needs: ["agent", "two-markets"], decisions: ["D-044"] },
  ),
  either("IDEM-CONF-03", "A conflicting replay is answered or refused within the allowed set", {
    section: "Errors gaps",
    needs: ["agent", "market"],
    decisions: ["D-044"],
  }),
  must("IDEM-CONC-01", "Ten identical requests at once place at most one order", {
    section: "Behaviour 2",
    needs: ["agent", "market"],
    decisions: ["D-045"],
  }),
  either(
    "IDEM-CONC-02",
    "Each of ten identical requests at once is answered within the allowed set",
    { section: "Behaviour 2", needs: ["agent", "market"], decisions: ["D-045"] },
  ),
  open("IDEM-REJ-01", "What the replay of a declined order answers", {
    section: "Behaviour 2",
    needs: ["agent", "market"],
    decisions: ["D-042"],
  }),
  must("IDEM-FRESH-01", "A replay after the freshness window places no second order", {
    section: "Behaviour 2, 3",
    needs: ["agent", "market"],
    decisions: ["D-048"],
  }),
  open("IDEM-CASE-01", "Whether client_order_ids differing only in letter case are the same", {
    section: "(silent)",
    needs: ["agent", "market"],
    decisions: ["D-046"],
  }),
];
