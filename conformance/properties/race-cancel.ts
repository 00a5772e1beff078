/** A cancel against a fill: the order is cancelled or filled, by as much as both sides say. */
import type { Contest } from "./contest.ts";
import { cancelling, cancellingAll, placing } from "./race.ts";

/** A cancel, or a cancel of all, against a taker. */
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
