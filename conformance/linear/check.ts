/** Is there an order of these operations, one after another, that explains all that was seen? */
import { demandTimes, type Operation } from "./history.ts";
import type { Model } from "./model.ts";
import { merged, partsOf } from "./partition.ts";
import { Search } from "./search.ts";
import type { Unknown, Verdict } from "./verdict.ts";

/** What a check may cost, before it says that it does not know. */
export interface CheckBounds {
  /** Shared by the parts: what one leaves over is for those behind it. Units: ms. */
  deadlineMs?: number;
  /** Configurations remembered of a part, at most 16 million: a few hundred bytes each, and their keys. */
  configurationsMax?: number;
}

/** No set of JavaScript holds more. */
const SET_MAX = 2 ** 24 - 1;

/**
 * Checks a history for linearizability: an order of its operations, none before its call or after its
 * return, that the model explains.
 * Shape: the first contradiction ends it; a part that nobody knows of makes the whole unknown, once no
 * other contradicts. Errors: RangeError for times that run backwards; whatever the model throws.
 */
export function checkLinear<State, Op, Result>(
  history: readonly Operation<Op, Result>[],
  model: Model<State, Op, Result>,
  { deadlineMs = 10_000, configurationsMax = 1_000_000 }: CheckBounds = {},
): Verdict<State, Op, Result> {
  demandTimes(history);
  const most = Math.min(configurationsMax, SET_MAX);
  const end = performance.now() + deadlineMs;
  const parts = partsOf(history, model);
  const orders: (readonly Operation<Op, Result>[])[] = [];
  let unknown: Unknown<Op, Result> | undefined;
  let left = parts.size;
  for (const [part, operations] of parts) {
    const now = performance.now();
    const until = now + (end - now) / left;
    const found = new Search(operations, model).run({ until, configurationsMax: most });
    if (found.verdict === "contradiction") return { ...found, part };
    if (found.verdict === "linear") orders.push(found.order);
    else unknown ??= { ...found, part };
    left -= 1;
  }
  return unknown ?? { verdict: "linear", order: merged(orders) };
}
