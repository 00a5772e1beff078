/** One order sent several times at once while it meets another. Spec: Behaviour 2. */
import type { Contest } from "./contest.ts";
import { placing } from "./race.ts";

const AT_ONCE = 3;

/** The same client_order_id raced. */
export const raceSameId: Contest = {
  title: "an order sent three times at once, as it meets another, is one order",
  start: (run, _, { taking: terms }) => {
    const body = run.bodyOf(terms);
    const [caller] = run.callers;
    return Array.from({ length: AT_ONCE }, () => placing({ caller, terms }, body));
  },
};
