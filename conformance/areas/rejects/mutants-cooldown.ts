/** Venues whose cooldown reaches too far, or never ends (D-061). */

import {
  type Arriving,
  answerInstead,
  changeAnswer,
  changeResult,
  declineOf,
  type Fields,
  fieldsOf,
  inFrontOf,
  keyOf,
} from "../../interposer/changes.ts";
import type { WireRequest } from "../../interposer/interposer.ts";
import { accountOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Defects of the cooldown. */
export const cooldowns: readonly Mutant[] = [
  {
    name: "cooldown-without-an-end",
    // Nobody waits ten real minutes.
    controlled: true,
    breaks: ["REJ-COOL-03"],
    defect: "A cooldown that has been met goes on for ever.",
    wire: () => {
      const cooling = new Set<string>();
      const sideOf = (request: WireRequest, order: Fields) =>
        [keyOf(request), order["market_id"], order["side"]].join(" ");
      const remember = changeAnswer("POST /orders", (given, request) => {
        const { reject_reason: reason } = fieldsOf(given.body);
        const side = sideOf(request, fieldsOf(request.body));
        if (reason === "AGENT_SIDE_COOLDOWN") cooling.add(side);
        return given;
      });
      const block = answerInstead("POST /orders", (request) => {
        const order = fieldsOf(request.body);
        const isCooling = cooling.has(sideOf(request, order));
        return isCooling ? declineOf(order, "AGENT_SIDE_COOLDOWN") : null;
      });
      return inFrontOf(block, remember);
    },
  },
  {
    name: "cooldown-blocks-both-sides",
    breaks: ["REJ-COOL-02"],
    defect: "A cooldown blocks both sides of the market.",
    wire: () => {
      const cooling = new Set<unknown>();
      const remember = changeResult(({ reject_reason: reason }, { market_id: id }) => {
        if (reason === "AGENT_SIDE_COOLDOWN") cooling.add(id);
        return false;
      });
      const block = answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        const blocked = order["side"] === "BUY" && cooling.has(order["market_id"]);
        return blocked ? declineOf(order, "AGENT_SIDE_COOLDOWN") : null;
      });
      return inFrontOf(block, remember);
    },
  },
  {
    name: "cooldown-blocks-the-other-side",
    breaks: ["REJ-COOL-02"],
    defect: "Ten declines on one side cool down the other side of the market, and not their own.",
    venue: { limits: { cooldownDeclines: 1_000 } },
    wire: () => {
      const declines = new Map<string, number>();
      const sideOf = (request: WireRequest, side: unknown) =>
        [keyOf(request), fieldsOf(request.body)["market_id"], side].join(" ");
      const count = changeAnswer("POST /orders", (given, request) => {
        const isDecline = fieldsOf(given.body)["status"] === "REJECTED";
        const side = sideOf(request, fieldsOf(request.body)["side"]);
        if (isDecline) declines.set(side, (declines.get(side) ?? 0) + 1);
        return given;
      });
      const block = answerInstead("POST /orders", (request) => {
        const order = fieldsOf(request.body);
        const opposite = sideOf(request, order["side"] === "BUY" ? "SELL" : "BUY");
        const isCooling = (declines.get(opposite) ?? 0) >= 10;
        return isCooling ? declineOf(order, "AGENT_SIDE_COOLDOWN") : null;
      });
      return inFrontOf(block, count);
    },
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
