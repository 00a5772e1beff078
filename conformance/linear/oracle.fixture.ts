/** The definition, tried out: every order that real time and numbers allow, with nothing remembered. */
import { hasHappened, type Operation, returnOf } from "./history.ts";
import type { Model } from "./model.ts";

/** Whether some order of all that happened, and of any that may have, explains the history. */
export function hasOrder<State, Op, Result>(
  history: readonly Operation<Op, Result>[],
  model: Model<State, Op, Result>,
  state: State = model.initial,
): boolean {
  if (!history.some(hasHappened)) return true;
  return history.some((next) => {
    const rest = history.filter((one) => one !== next);
    if (rest.some((one) => isBefore(one, next))) return false;
    const states = model.step(state, next.op, next.answer?.result);
    return states.some((after) => hasOrder(rest, model, after));
  });
}

/** Whether these operations, in this order, keep to real time and to the numbers. */
export function keepsOrder(order: readonly Operation<unknown, unknown>[]): boolean {
  return order.every((next, at) => !order.slice(at + 1).some((one) => isBefore(one, next)));
}

/** Whether an operation has to stand before another one. */
function isBefore(one: Operation<unknown, unknown>, other: Operation<unknown, unknown>): boolean {
  const isLower =
    one.sequence !== undefined && other.sequence !== undefined && one.sequence < other.sequence;
  return isLower || returnOf(one) < other.call;
}
