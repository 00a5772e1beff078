/** A ladder replaced as an order arrives for its old rung (D-031). */

import { Missing } from "../../scenarios/deployment/stops.ts";
import { isSuccess } from "../../scenarios/deployment/wire/exchange.ts";
import { replaceLadder } from "../check/changed-orders.ts";
import type { Check } from "../check/check.ts";
import type { Terms } from "../model/market-state.ts";
import { cancelAll, trade } from "../model/venue.ts";
import { type Contest, contest } from "./contest.ts";
import { takesLadders } from "./ladder.ts";
import type { PropertyRun } from "./property-run.ts";
import { type Effect, placing, type Ran } from "./race.ts";

/** Replaces the maker's ladder by one rung that nobody meets: cancels first, then places. */
async function climbing(run: PropertyRun, taking: Terms): Promise<Ran> {
  const caller = run.callers[1];
  const side = taking.side === "BUY" ? "SELL" : "BUY";
  const price = side === "SELL" ? (run.prices.at(-1) ?? 0) : (run.prices[0] ?? 0);
  const terms: Terms = { side, tif: "GTC", price, qty: 2 };
  const exchange = await replaceLadder(caller, run.market.id, [run.bodyOf(terms)]);
  const agent = caller.name;
  const status = exchange.response?.status ?? 0;
  const cleared: Effect = (before) =>
    before.ladder === "old"
      ? [{ ...before, ladder: "gone", state: cancelAll(before.state, agent) }]
      : [];
  const placed: Effect = (before) => {
    if (before.ladder !== "gone") return [];
    const summary = { fate: "accepted", status: "NEW", reason: null, filled: 0 } as const;
    const rung = { ...summary, remaining: terms.qty, orderId: "the new rung" };
    return [
      { ...before, ladder: "new", state: trade(before.state, { agent, terms, summary: rung }, {}) },
    ];
  };
  // A venue may refuse what has changed meanwhile, cleared by then or not.
  const refused: Effect = (before) => [before, ...cleared(before)];
  const says = `ladder: HTTP ${status}`;
  return { exchange, says, effects: isSuccess(status) ? [cleared, placed] : [refused] };
}

const LADDER: Contest = {
  title: "a ladder replaced as an order arrives for its old rung leaves what some order explains",
  start: (run, _, { taking: terms }) => {
    const [caller] = run.callers;
    return [placing({ caller, terms }, run.bodyOf(terms)), climbing(run, terms)];
  },
};

/** The check of a rule on a ladder against a fill. */
export function raceLadder(rule: string): Check {
  const raced = contest(rule, LADDER);
  return {
    ...raced,
    async body(t) {
      if (!(await takesLadders(t))) throw new Missing(NOT_TAKEN);
      await raced.body(t);
    },
  };
}

const NOT_TAKEN = "the body of a ladder is not shown, and the one tried is not taken";
