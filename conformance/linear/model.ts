/** What an object does when it is asked one thing after another. */

/**
 * A sequential specification.
 * Shape: states are never changed, only replaced.
 */
export interface Model<State, Op, Result> {
  /** Where each part begins. */
  initial: State;
  /**
   * The states that an operation with this result may lead to; none where the state contradicts it.
   * `result` is undefined where no answer came: then whatever it may have done.
   */
  step(state: State, op: Op, result: Result | undefined): readonly State[];
  /** A text for each state: equal texts promise that nothing later tells the states apart. */
  key(state: State): string;
  /**
   * Names the part that an operation belongs to, such as its market. Parts share no state, so each is
   * searched alone. Leave it out where an operation touches several.
   */
  partition?(op: Op): string;
}
