/** Venues whose cooldown does not end, or blocks what it should not. */

import {
  type Arriving,
  changeAnswer,
  declineOf,
  type Fields,
  fieldsOf,
  keyOf,
} from "../../interposer/changes.ts";
import { accountOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { gate } from "../gate-change.ts";

const TEN_YEARS_MS = 10 * 365 * 24 * 3_600_000;

const opposite = <T extends { side: string }>(order: T): T => ({
  ...order,
  side: order.side === "BUY" ? "SELL" : "BUY",
});

/** Defects of cooldowns. */
export const cooldowns: readonly Mutant[] = [
  {
    name: "cooldown-without-an-end",
    // Nobody waits ten real minutes.
    controlled: true,
    breaks: ["REJ-COOL-03"],
    // What has no end does not end when it is claimed to.
    alsoBreaks: ["CLAIM-COOL-02"],
    defect: "A cooldown goes on for ten years.",
    venue: { limits: { cooldownForMs: TEN_YEARS_MS } },
  },
  {
    name: "cooldown-blocks-both-sides",
    breaks: ["REJ-COOL-02"],
    defect: "A cooldown blocks both sides of the market.",
    venue: gate(
      "cooldown",
      (check) => (order, context) => check(order, context) ?? check(opposite(order), context),
    )!,
  },
  {
    name: "cooldown-blocks-the-other-side",
    breaks: ["REJ-COOL-02"],
    // Where the other side pauses, its own does not.
    alsoBreaks: ["CLAIM-COOL-01", "CLAIM-COOL-02", "CLAIM-COOL-03"],
    defect: "Declines on one side cool down the other side of the market, and not their own.",
    venue: gate("cooldown", (check) => (order, context) => check(opposite(order), context))!,
  },
  {
    name: "cooldown-of-an-owner",
    breaks: ["REJ-COOL-02"],
    defect: "A cooldown of an agent blocks its side of the market for all agents of its owner.",
    wire: () => {
      const coolers = new Map<string, string>();
      const sideOf = async (arriving: Arriving, { market_id: id, side }: Fields) =>
        [await accountOf(arriving), id, side].join(" ");
      return changeAnswer("POST /orders", async (given, request, venue) => {
        const order = fieldsOf(request.body);
        const side = await sideOf({ request, venue }, order);
        const key = keyOf(request);
        const cools = fieldsOf(given.body)["reject_reason"] === "AGENT_SIDE_COOLDOWN";
        if (cools) coolers.set(side, key);
        else if (coolers.get(side) === key) coolers.delete(side);
        return coolers.has(side) ? declineOf(order, "AGENT_SIDE_COOLDOWN") : given;
      });
    },
  },
];
