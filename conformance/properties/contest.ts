/** Rounds in which several requests race for one resting order. */
import fc from "fast-check";
import type { Check } from "../check/check.ts";
import type { Terms } from "../model/market-state.ts";
import { explore } from "./explore.ts";
import { PropertyRun } from "./property-run.ts";
import { type Ran, settleRace } from "./race.ts";

/** One race. Units: contracts. Shape: `side` is the takers', `way` picks between two of a kind. */
export interface Round {
  maker: number;
  first: number;
  second: number;
  side: number;
  way: number;
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

/** What races in each round, in a reader's words and as requests. */
export interface Contest {
  title: string;
  start: Start;
}

/** The check of a rule that races in every round, each from a fresh start. */
export function contest(rule: string, { title, start }: Contest): Check {
  const play = async (run: PropertyRun, one: Round) => {
    const prize = await offer(run, one);
    await settleRace(run, await Promise.all(start(run, one, prize)));
  };
  return {
    title,
    proves: [rule],
    needs: ["two-owners", "market", "quiet"],
    body: (t) =>
      explore<Round>(t, {
        rules: { answers: rule, state: rule },
        scripts,
        plays: { own: 1, shared: 1 },
        async play(_, script, pace) {
          for (const one of script) await play(await PropertyRun.open(t, pace), one);
        },
      }),
  };
}

/** Lets an order of the second agent rest; the first agent's orders are to meet it. */
async function offer(run: PropertyRun, { maker, first, side }: Round): Promise<Prize> {
  const price = run.prices[1] ?? 0;
  const [taking, resting] = side === 0 ? (["BUY", "SELL"] as const) : (["SELL", "BUY"] as const);
  const terms: Terms = { side: resting, tif: "GTC", price, qty: maker };
  const { orderId } = await run.place(run.callers[1], terms);
  return { makerId: String(orderId), taking: { ...terms, side: taking, qty: first } };
}
