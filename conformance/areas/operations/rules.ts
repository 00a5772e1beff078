/** Rules on health, the kill switch, feature gates, life cycles and the version. */
import { conditional, either, must, open, type Rule } from "../../check/rule.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("OPS-HEALTH-01", "GET /health answers 200 without credentials", {
    section: "Health",
    fix: "Serve /health outside of authentication and rate limits: load balancers have no key.",
  }),
  must("OPS-HEALTH-02", "GET /live answers 200 without credentials", {
    section: "Health",
    fix: "Serve /live outside of authentication, and let it depend on nothing but the process.",
  }),
  either("OPS-HEALTH-03", "GET /ready answers 200 (503 noted)", {
    section: "Health",
    decisions: ["D-173"],
    fix: "Serve /ready outside of authentication: 200 when warm, 503 until then.",
  }),
  must("OPS-KILL-01", "A new order on a frozen venue is answered 503 EXCHANGE_FROZEN", {
    section: "Reject codes",
    decisions: ["D-170"],
    fix:
      "Check the kill switch before admission and answer 503 EXCHANGE_FROZEN. A freeze built " +
      "by closing markets gives another code.",
  }),
  open("OPS-KILL-02", "What cancels, reads and replays meet on a frozen venue", {
    section: "(silent)",
    decisions: ["D-170"],
  }),
  open("OPS-KILL-03", "Whether resting orders on a frozen venue do not trade", {
    section: "(silent)",
    decisions: ["D-170"],
  }),
  must("OPS-KILL-04", "After the kill switch is released orders are accepted again", {
    section: "Reject codes",
    fix:
      "Make release undo all that freezing did, on every node, and test it: a switch is used " +
      "in the worst hour.",
  }),
  conditional("OPS-GATE-01", "A 503 with a code other than EXCHANGE_FROZEN is an error envelope", {
    section: "HTTP statuses",
    decisions: ["D-171"],
    fix:
      "Render the refusal of a closed feature gate by the common error renderer, with a code " +
      "that names the feature gate.",
  }),
  open("STATE-MKT-01", "Whether the market statuses seen only move forward", {
    section: "States gaps",
    decisions: ["D-032"],
  }),
  open("STATE-ORD-01", "Whether terminal order statuses stay and executed quantity never falls", {
    section: "States gaps",
    decisions: ["D-020"],
  }),
  open("STATE-ORD-02", "What becomes of resting orders when a market leaves OPEN", {
    section: "States gaps",
    decisions: ["D-032"],
  }),
  open("VER-DOC-01", "Whether a machine-readable description, if found, says version 0.1.0", {
    section: "Versioning",
    decisions: ["D-175"],
  }),
];
