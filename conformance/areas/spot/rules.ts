/** Rules on the reference feed. */
import { PREFIXES } from "../../check/cell.ts";
import { conditional, either, must, open, type Rule } from "../../check/rule.ts";

const EVERYWHERE = { prefix: PREFIXES };

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  either("SPOT-HIST-01", "GET btc-spot/history answers 200", {
    section: "Markets and data",
    over: EVERYWHERE,
    decisions: ["D-110"],
    fix:
      "Serve the feed's history under every prefix. While the feed is down answer 502 or 503 " +
      "with an envelope, not 404.",
  }),
  open("SPOT-HIST-02", "Whether btc-spot/history points are no older than the requested seconds", {
    section: "Markets and data",
    decisions: ["D-110"],
  }),
  must("SPOT-HIST-03", "btc-spot/history reaches back the seconds asked for, and 900 without", {
    section: "Markets and data",
    over: EVERYWHERE,
    decisions: ["D-110"],
    fix: "Take 900 where seconds is absent, leave out what is older, and keep what is younger.",
  }),
  either("SPOT-CDL-01", "GET btc-spot/candles answers 200 with at most limit candles", {
    section: "Markets and data",
    over: EVERYWHERE,
    decisions: ["D-110"],
    fix: "Apply limit, and a default of 500, to the feed's candles.",
  }),
  must("SPOT-CDL-02", "btc-spot/candles are those of period_seconds, which is 300 by default", {
    section: "Markets and data",
    over: EVERYWHERE,
    decisions: ["D-110"],
    fix:
      "Form the feed's candles of the seconds asked for, and of 300 where period_seconds is absent: a " +
      "market's are of 60. Refuse a period that you do not have.",
  }),
  conditional(
    "SPOT-CDL-03",
    "Of more than 500 candles of btc-spot exactly 500 come without limit",
    {
      section: "Markets and data",
      follows: ["SPOT-CDL-01"],
      decisions: ["D-110", "D-113"],
      fix: "Apply 500 where limit is absent to the feed's candles of every period.",
    },
  ),
  either("SPOT-HLT-01", "GET btc-spot/health answers 200 (502 and 503 noted)", {
    section: "Markets and data",
    over: EVERYWHERE,
    decisions: ["D-111"],
    fix: "Serve the feed's health also when it is ill: that is when it is read.",
  }),
];
