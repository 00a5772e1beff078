/** Rules on health, the kill switch, feature gates, life cycles and the version. */
import { conditional, either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const OPERATIONS_RULES: readonly Rule[] = [
  must("OPS-HEALTH-01", "GET /health answers 200 without credentials", { section: "Health" }),
  must("OPS-HEALTH-02", "GET /live answers 200 without credentials", { section: "Health" }),
  either("OPS-HEALTH-03", "GET /ready answers 200 (503 noted)", {
    section: "Health",
    decisions: ["D-173"],
  }),
  must("OPS-KILL-01", "A new order on a frozen venue is answered 503 EXCHANGE_FROZEN", {
    section: "Reject codes",
    needs: ["agent", "market", "kill-switch"],
    decisions: ["D-170"],
  }),
  open("OPS-KILL-02", "What cancels, reads and replays meet on a frozen venue", {
    section: "(silent)",
    needs: ["agent", "market", "kill-switch"],
    decisions: ["D-170"],
  }),
  open("OPS-KILL-03", "Whether resting orders on a frozen venue do not trade", {
    section: "(silent)",
    needs: ["two-owners", "binary", "kill-switch"],
    decisions: ["D-170"],
  }),
  must("OPS-KILL-04", "After the kill switch is released orders are accepted again", {
    section: "Reject codes",
    needs: ["agent", "market", "kill-switch"],
  }),
  conditional("OPS-GATE-01", "A 503 with a code other than EXCHANGE_FROZEN is an error envelope", {
    section: "HTTP statuses",
    needs: ["feature-gates"],
    decisions: ["D-171"],
  }),
  open("STATE-MKT-01", "Whether the market statuses seen only move forward", {
    section: "States gaps",
    needs: ["agent"],
    decisions: ["D-032"],
  }),
  open("STATE-ORD-01", "Whether terminal order statuses stay and executed quantity never falls", {
    section: "States gaps",
    needs: ["agent", "market"],
    decisions: ["D-020"],
  }),
  open("STATE-ORD-02", "What becomes of resting orders when a market leaves OPEN", {
    section: "States gaps",
    needs: ["agent", "market", "operator"],
    decisions: ["D-032"],
  }),
  open("VER-DOC-01", "Whether a machine-readable description, if found, says version 0.1.0", {
    section: "Versioning",
    decisions: ["D-175"],
  }),
];
