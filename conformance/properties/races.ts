/** Orders raced against cancels, against themselves and against each other. */
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { Terms } from "../model/market-state.ts";
import { type Contest, offer, type Race, sidesOf } from "./contest.ts";
import type { PropertyRun } from "./property-run.ts";
import { cancelling, cancellingAll, placing, type Ran } from "./race.ts";

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

/** Two that want nearly all there is: one of them finds a part, which is nothing to it. */
const raceFilled: Race = async (run, round) => {
  const maker = Math.max(round.maker, LEFT_FOR_ONE);
  const [side] = sidesOf(round);
  if (!mayYield(run, [[0, side]])) return [];
  const { taking } = await offer(run, { ...round, maker });
  const terms: Terms = { ...taking, qty: maker - 1, tif: "FOK" };
  return [yielding(run, 0, terms), yielding(run, 0, terms)];
};

/** The least of which one order leaves something, and not enough for another. */
const LEFT_FOR_ONE = 3;

/** Two that would meet each other and may not, of two owners. */
const racePosting: Race = async (run, round) => {
  const [side, against] = sidesOf(round);
  if (
    !mayYield(run, [
      [0, side],
      [1, against],
    ])
  )
    return [];
  const [, price = 0] = run.prices;
  const of = (one: Side, qty: number): Terms => ({ side: one, price, qty, tif: "POST_ONLY" });
  return [yielding(run, 0, of(side, round.first)), yielding(run, 1, of(against, round.second))];
};

/** Two that may each close the whole of one position, and together more than that. */
const raceReducing: Race = async (run, round) => {
  const { first: qty } = round;
  const [side, against] = sidesOf(round);
  if (!run.mayReduce || !mayYield(run, [[0, side]])) return [];
  const [, price = 0] = run.prices;
  await run.place(run.callers[1], { side, price, qty, tif: "GTC" });
  await run.place(run.callers[0], { side: against, price, qty, tif: "GTC" });
  const { taking } = await offer(run, { ...round, maker: 2 * qty });
  const terms: Terms = { ...taking, qty, tif: "IOC", reduceOnly: true };
  return [yielding(run, 0, terms), yielding(run, 0, terms)];
};

/** Whether these agents may be declined once more on these sides. */
function mayYield(run: PropertyRun, losers: readonly (readonly [who: 0 | 1, side: Side])[]) {
  return losers.every(([who, side]) => run.mayDecline(run.callers[who].name, side));
}

/** Places an order that comes to nothing where another one was quicker. */
function yielding(run: PropertyRun, who: 0 | 1, terms: Terms): Promise<Ran> {
  return placing({ caller: run.callers[who], terms, yields: true }, run.bodyOf(terms));
}

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
  others: [raceFilled, racePosting, raceReducing],
};
