/** Rounds in which several requests race for one resting order. */
import fc from "fast-check";
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { Check } from "../check/check.ts";
import type { Terms } from "../model/market-state.ts";
import { explore } from "./explore.ts";
import { PropertyRun } from "./property-run.ts";
import { type Ran, settleRace } from "./race.ts";

/**
 * One race. Units: contracts. Shape: `side` is the takers', `way` picks between two of a kind, `race` is the
 * number of another race of its contest, counted from 1.
 */
export interface Round {
  maker: number;
  first: number;
  second: number;
  side: number;
  way: number;
  race?: number;
}

/** The order raced for, and terms that meet it. */
export interface Prize {
  makerId: string;
  taking: Terms;
}

/** Sends the requests of a race, all at once. */
export type Start = (run: PropertyRun, round: Round, prize: Prize) => Promise<Ran>[];

const ROUNDS = 4;
const contracts = fc.integer({ min: 1, max: 3 });
const round = fc.record({
  ...{ maker: fc.integer({ min: 1, max: 5 }), first: contracts, second: contracts },
  ...{ side: fc.nat(1), way: fc.nat(1) },
});
const scripts = fc.array(round, { minLength: ROUNDS, maxLength: ROUNDS, size: "max" });

/** Another race, with an arrangement of its own; none where it cannot be arranged. */
export type Race = (run: PropertyRun, round: Round) => Promise<Promise<Ran>[]>;

/** What races in each round, in a reader's words and as requests; of each of the others there is one round. */
export interface Contest {
  title: string;
  start: Start;
  others?: readonly Race[];
}

/** The last round as one of each other race, where there is any. */
const withOthers = (script: Round[], others: readonly Race[]): Round[] =>
  script.flatMap((one, index) =>
    index < ROUNDS - 1 || others.length === 0
      ? [one]
      : others.map((_, other) => ({ ...one, race: other + 1 })),
  );

/** The check of a rule that races in every round, each from a fresh start. */
export function contest(rule: string, { title, start, others = [] }: Contest): Check {
  const usual: Race = async (run, one) => start(run, one, await offer(run, one));
  const play = async (run: PropertyRun, one: Round) => {
    const race = others[(one.race ?? 0) - 1] ?? usual;
    const ran = await Promise.all(await race(run, one));
    if (ran.length > 0) await settleRace(run, ran);
  };
  return {
    title,
    proves: [rule],
    needs: ["two-owners", "market", "quiet"],
    body: (t) =>
      explore<Round>(t, {
        rules: { answers: rule, state: rule },
        scripts,
        complete: (script) => withOthers(script, others),
        plays: { own: 1, shared: 1 },
        async play(_, script, pace) {
          for (const one of script) await play(await PropertyRun.open(t, pace), one);
        },
      }),
  };
}

/** The side of takers, and that of the order they meet. */
export function sidesOf({ side }: Round): readonly [taking: Side, resting: Side] {
  return side === 0 ? ["BUY", "SELL"] : ["SELL", "BUY"];
}

/** Lets an order of the second agent rest; the first agent's orders are to meet it. */
export async function offer(run: PropertyRun, round: Round): Promise<Prize> {
  const { maker, first } = round;
  const price = run.prices[1] ?? 0;
  const [taking, resting] = sidesOf(round);
  const terms: Terms = { side: resting, tif: "GTC", price, qty: maker };
  const { orderId } = await run.place(run.callers[1], terms);
  return { makerId: String(orderId), taking: { ...terms, side: taking, qty: first } };
}
