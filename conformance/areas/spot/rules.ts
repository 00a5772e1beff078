/** Rules on the reference feed. */
import { either, open, type Rule } from "../../check/rule.ts";

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  either("SPOT-HIST-01", "GET btc-spot/history answers 200", {
    section: "Markets and data",
    decisions: ["D-110"],
    fix:
      "Serve the feed's history under every prefix. While the feed is down answer 502 or 503 " +
      "with an envelope, not 404.",
  }),
  open("SPOT-HIST-02", "Whether btc-spot/history points are no older than the requested seconds", {
    section: "Markets and data",
    decisions: ["D-110"],
  }),
  either("SPOT-CDL-01", "GET btc-spot/candles answers 200 with at most limit candles", {
    section: "Markets and data",
    decisions: ["D-110"],
    fix: "Apply limit, and a default of 500, to the feed's candles.",
  }),
  either("SPOT-HLT-01", "GET btc-spot/health answers 200 (502 and 503 noted)", {
    section: "Markets and data",
    decisions: ["D-111"],
    fix: "Serve the feed's health also when it is ill: that is when it is read.",
  }),
];
