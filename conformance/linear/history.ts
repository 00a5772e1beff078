/** A concurrent history: who asked what, and when which answer came. */

/**
 * One operation of a history.
 * Units: times of one clock in any unit; both ends belong to the operation, so that two that touch at
 * one instant overlap. Shape: without `answer` nobody knows whether it happened, or ever will.
 */
export interface Operation<Op, Result> {
  client: string;
  op: Op;
  call: number;
  answer?: { at: number; result: Result };
  /**
   * Its number where the object numbers what happens to it (a venue its orders or trades): the order
   * looked for follows the numbers of its part. An operation with one has happened, answered or not.
   */
  sequence?: number;
}

/** When an operation was over, as far as anybody knows. */
export function returnOf({ answer }: Operation<unknown, unknown>): number {
  return answer?.at ?? Number.POSITIVE_INFINITY;
}

/** Whether an order has to have a place for it. */
export function hasHappened({ answer, sequence }: Operation<unknown, unknown>): boolean {
  return answer !== undefined || sequence !== undefined;
}

/** Errors: RangeError for times that are no numbers, or run backwards. */
export function demandTimes(history: readonly Operation<unknown, unknown>[]): void {
  for (const [at, operation] of history.entries()) {
    if (Number.isFinite(operation.call) && operation.call <= returnOf(operation)) continue;
    const { client, call, answer } = operation;
    throw new RangeError(
      `operation ${at} of ${client}: called at ${call}, answered at ${answer?.at}`,
    );
  }
}
