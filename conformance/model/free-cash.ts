/** What a sequence of trades and resting orders takes out of an agent's free cash, by the claims. */
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import { type MarketState, ownOf, reducible } from "./market-state.ts";
import { type Amount, collateralOf, feeOf, lossOf, type Stake, together } from "./money.ts";

/** An agent's part in a trade. */
export interface TradePart extends Stake {
  agent: string;
  as: "maker_bps" | "taker_bps";
}

/**
 * What a venue claims of its money. Units: cents; `multiplier` is cents of a contract's price unit,
 * fees are basis points. Shape: `payout` is null where what is held and rests is not paid in full.
 */
export interface MoneyTerms {
  fees: Readonly<Record<TradePart["as"], number>>;
  multiplier: number;
  payout: number | null;
}

/** A market, and what has been traded there since. */
export interface Traded {
  state: MarketState;
  parts: readonly TradePart[];
}

/**
 * By how much less is free than before all of this; null where no claim says what is earmarked.
 * What orders that close a position earmark is open: all of it, or nothing (D-074).
 */
export function takenFrom(agent: string, traded: Traded, terms: MoneyTerms): Amount | null {
  const { state, parts } = traded;
  const { multiplier, payout, fees } = terms;
  const own = parts.filter((part) => part.agent === agent);
  const paid = own.map((part) => feeOf(part, { multiplier, bps: fees[part.as] }));
  const spent = together(lossOf(own, multiplier), ...paid);
  const held = state.positions[agent] ?? 0;
  if (held === 0 && !state.resting.some((order) => order.agent === agent)) return spent;
  if (payout === null) return null;
  const owed = payout * Math.max(0, -held);
  const reserves = (["BUY", "SELL"] as const).map((side) =>
    reserveOf(agent, side, { state, payout }),
  );
  return together(spent, owed, ...reserves);
}

/** What an agent's orders of a side earmark. */
function reserveOf(
  agent: string,
  side: Side,
  { state, payout }: { state: MarketState; payout: number },
): Amount {
  const contracts = ownOf(state, agent, side).flatMap(({ price, qty }) =>
    Array.from({ length: qty }, () => collateralOf({ side, price, qty: 1 }, payout)),
  );
  const sum = (costs: readonly number[]) => costs.reduce((all, one) => all + one, 0);
  const opening = contracts.toSorted((a, b) => b - a).slice(reducible(state, agent, side));
  return { least: sum(opening), most: sum(contracts) };
}
