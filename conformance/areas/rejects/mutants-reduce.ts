/** Venues on which reduce_only does not reduce, or refuses what would. */

import {
  answerInstead,
  changeOrder,
  changeResult,
  declineOf,
  fieldsOf,
  keyOf,
  rejectedWith,
} from "../../interposer/changes.ts";
import { positionIn, reduces } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Defects of reduce_only. */
export const reduceOnly: readonly Mutant[] = [
  {
    name: "reduce-only-opens-from-flat",
    breaks: ["REJ-RO-01"],
    defect: "reduce_only has no effect on an agent without a position.",
    wire: () =>
      changeOrder(
        async (order, arriving) =>
          (await positionIn(order, arriving)) === 0 && { reduce_only: false },
      ),
  },
  {
    name: "reduce-only-adds",
    breaks: ["REJ-RO-02"],
    defect: "A reduce_only order in the direction of the position is accepted.",
    wire: () =>
      changeOrder(
        async (order, arriving) => !(await reduces(order, arriving)) && { reduce_only: false },
      ),
  },
  {
    name: "reduce-only-always-declined",
    breaks: ["REJ-RO-03"],
    defect: "Every reduce_only order is declined.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        return order["reduce_only"] === true ? declineOf(order, "REDUCE_ONLY_VIOLATION") : null;
      }),
  },
  {
    name: "cancelled-reduce-only-still-counts",
    breaks: ["REJ-RO-03"],
    defect: "A reduce_only order goes on counting against the position when it is cancelled.",
    wire: () => {
      const counted = new Set<string>();
      return answerInstead("POST /orders", (request) => {
        const order = fieldsOf(request.body);
        const place = [keyOf(request), order["market_id"], order["side"]].join(" ");
        if (order["reduce_only"] !== true) return null;
        if (counted.has(place)) return declineOf(order, "REDUCE_ONLY_VIOLATION");
        counted.add(place);
        return null;
      });
    },
  },
  {
    name: "reduce-only-flips",
    breaks: ["REJ-RO-04"],
    defect: "A reduce_only order larger than the position trades through flat.",
    wire: () => changeOrder(() => ({ reduce_only: false })),
  },
  {
    name: "reduce-only-too-large-is-a-bad-qty",
    breaks: ["REJ-RO-05"],
    defect: "A reduce_only order larger than the position is declined with INVALID_QTY.",
    wire: () =>
      changeResult(
        ({ reject_reason: reason }) =>
          reason === "REDUCE_ONLY_VIOLATION" && rejectedWith("INVALID_QTY"),
      ),
  },
  {
    name: "reduce-only-forgotten-while-resting",
    breaks: ["REJ-RO-06"],
    defect: "A resting reduce_only order trades whatever has become of its position.",
    wire: () => changeOrder(({ type }) => type === "LIMIT" && { reduce_only: false }),
  },
];
