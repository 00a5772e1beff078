/** Rules on the cooldown after repeated declines (D-061). */
import { SIDES } from "../../check/cell.ts";
import { conditional, open, type Rule } from "../../check/rule.ts";

/** In the spec's order; ids are permanent. */
export const COOLDOWN_RULES: readonly Rule[] = [
  open("REJ-COOL-01", "Whether a cooldown is seen, after how many declines and for how long", {
    section: "Reject codes",
    over: { side: SIDES },
    decisions: ["D-061"],
  }),
  conditional(
    "REJ-COOL-02",
    "A cooldown does not block the other side, another market or another agent",
    {
      section: "Reject codes",
      over: { caller: ["sibling", "other"], side: SIDES },
      decisions: ["D-061"],
      fix:
        "Key the cooldown by agent, market and side, all three. A counter on the agent alone " +
        "locks out quoting everywhere.",
    },
  ),
  conditional("REJ-COOL-03", "A cooldown ends by itself within ten minutes", {
    section: "Reject codes",
    over: { side: SIDES },
    decisions: ["D-061"],
    fix:
      "Let a cooldown end after a time of its own. One that every declined order prolongs never " +
      "ends for an agent that goes on trying.",
  }),
];
