/** A history in parts that share no state, and orders of the parts as one. */
import type { Operation } from "./history.ts";
import type { Model } from "./model.ts";

/** Operations by the part they belong to, all in one where the model names none. */
export function partsOf<State, Op, Result>(
  history: readonly Operation<Op, Result>[],
  model: Model<State, Op, Result>,
): Map<string, Operation<Op, Result>[]> {
  const parts = new Map<string, Operation<Op, Result>[]>();
  for (const operation of history) {
    const name = model.partition?.(operation.op) ?? "";
    const part = parts.get(name);
    if (part === undefined) parts.set(name, [operation]);
    else part.push(operation);
  }
  return parts;
}

/** A moment for each operation of an order, the earliest that keeps to the order: none is after its return. */
export function momentsOf(order: readonly Operation<unknown, unknown>[]): number[] {
  let moment = Number.NEGATIVE_INFINITY;
  return order.map(({ call }) => {
    moment = Math.max(moment, call);
    return moment;
  });
}

/** One order of all parts; real time allows it, as it allows theirs. */
export function merged<Op, Result>(
  orders: readonly (readonly Operation<Op, Result>[])[],
): Operation<Op, Result>[] {
  const placed = orders.flatMap((order) => {
    const moments = momentsOf(order);
    return order.map((operation, at) => ({ operation, moment: moments[at]! }));
  });
  return placed.sort((one, two) => one.moment - two.moment).map(({ operation }) => operation);
}
