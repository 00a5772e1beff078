/** Rules on what every route shares: prefixes, JSON, ids, integers, unknown fields. */
import { must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const GENERAL_RULES: readonly Rule[] = [
  must("GEN-PREFIX-01", "A listed GET route is served without a prefix", {
    section: "Endpoints",
    needs: ["agent"],
    decisions: ["D-174"],
  }),
  must("GEN-PREFIX-02", "A listed GET route is served under /v1", {
    section: "Endpoints",
    needs: ["agent"],
    decisions: ["D-174"],
  }),
  must("GEN-PREFIX-03", "A listed GET route is served under /api", {
    section: "Endpoints",
    needs: ["agent"],
    decisions: ["D-174"],
  }),
  must("GEN-PREFIX-04", "A listed GET route is served under /api/v1", {
    section: "Endpoints",
    needs: ["agent"],
    decisions: ["D-174"],
  }),
  must(
    "GEN-PREFIX-05",
    "The four forms of one GET give the same status and the same top-level JSON shape",
    { section: "Endpoints, Versioning", needs: ["agent"] },
  ),
  must(
    "GEN-PREFIX-06",
    "An order placed under one prefix is readable and cancellable under the others",
    { section: "Endpoints", needs: ["agent", "market"] },
  ),
  must("GEN-PREFIX-07", "A client_order_id replayed under another prefix creates no second order", {
    section: "Endpoints, Behaviour 2",
    needs: ["agent", "market"],
    decisions: ["D-046"],
  }),
  must("GEN-PREFIX-08", "Requests under different prefixes draw on one rate-limit bucket", {
    section: "Limits",
    needs: ["agent", "load"],
    decisions: ["D-163"],
  }),
  must("GEN-JSON-01", "A success answer of a listed route is JSON by media type and by parse", {
    section: "Endpoints",
    needs: ["agent"],
  }),
  must("GEN-UUID-01", "order_id and market ids are UUID strings", {
    section: "Resources",
    needs: ["agent", "market"],
  }),
  must("GEN-INT-01", "filled_qty and remaining_qty are JSON integers", {
    section: "Resources",
    needs: ["agent", "market"],
  }),
  must("GEN-UNK-01", "An unknown body field in POST /orders changes nothing", {
    section: "Order place request",
    needs: ["agent", "market"],
    decisions: ["D-012"],
  }),
  must("GEN-UNK-02", "An unknown body field in POST /auth/ws-ticket changes nothing", {
    section: "Versioning",
    needs: ["agent"],
    decisions: ["D-012"],
  }),
  open("GEN-UNK-03", "What an unknown query parameter changes (nothing is expected)", {
    section: "Versioning",
    decisions: ["D-012"],
  }),
];
