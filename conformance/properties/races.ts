/** Orders raced against cancels, against themselves and against each other. */
import type { Contest } from "./contest.ts";
import { cancelling, cancellingAll, placing } from "./race.ts";

/** A cancel against a fill: the order is cancelled or filled, by as much as both sides say. */
export const raceCancel: Contest = {
  title: "a cancel and an order that meets the same resting one have one outcome",
  start: (run, { way }, { taking: terms, makerId }) => {
    const [caller, owner] = run.callers;
    const taken = placing({ caller, terms }, run.bodyOf(terms));
    const cancelled = () =>
      way === 0 ? cancelling(owner, makerId) : cancellingAll(owner, run.market.id);
    return [taken, cancelled()];
  },
};

const AT_ONCE = 3;

/** One order sent several times at once while it meets another. Spec: Behaviour 2. */
export const raceSameId: Contest = {
  title: "an order sent three times at once, as it meets another, is one order",
  start: (run, _, { taking: terms }) => {
    const body = run.bodyOf(terms);
    const [caller] = run.callers;
    return Array.from({ length: AT_ONCE }, () => placing({ caller, terms }, body));
  },
};

/** Two orders for one that rests: no contract is sold twice, none is lost. */
export const raceTakers: Contest = {
  title: "two orders at once for one that rests share what there is",
  start: (run, { first, second, way }, { taking }) => {
    const [caller] = run.callers;
    const tif = way === 0 ? "GTC" : "IOC";
    return [first, second].map((qty) => {
      const terms = { ...taking, qty, tif } as const;
      return placing({ caller, terms }, run.bodyOf(terms));
    });
  },
};
