/** Free cash, and by how much it must have fallen. Units: cents, as `GET /me/wallet` tells it. */

import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { multiplierIn } from "../../check/contract-multiplier.ts";
import { anyOf, type Expectation, is, odd, that } from "../../check/expectation.ts";
import { tradedAt } from "../../expect/prices.ts";
import { type Amount, feeOf, isWithin, NO_FEES, type Stake, together } from "../../model/money.ts";
import { markIn } from "../mark.ts";

/** Cash as it was when a check began to look. */
export class Cash {
  readonly #t: CheckContext;
  readonly #agent: AgentClient;
  readonly #before: number;

  private constructor(t: CheckContext, agent: AgentClient, before: number) {
    this.#t = t;
    this.#agent = agent;
    this.#before = before;
  }

  /** Reads it. Errors: Missing where it cannot be read, Inconclusive where the agent is not flat. */
  static async of(t: CheckContext, agent: AgentClient): Promise<Cash> {
    await t.flat(agent);
    return new Cash(t, agent, await freeCashOf(agent));
  }

  /** The same with whatever the agent holds. Errors: Missing where it cannot be read. */
  static async asItStands(t: CheckContext, agent: AgentClient): Promise<Cash> {
    await t.settle();
    return new Cash(t, agent, await twiceAlike(t, agent));
  }

  /** Demands that so much less is free now, or more where it is below zero. */
  async isLessBy(rule: string, amount: Amount | number, why: string): Promise<void> {
    const demand = lessBy(this.#before, together(amount), why);
    await this.#t.eventually(rule, () => freeCashOf(this.#agent), demand);
  }
}

/** Free cash that two readings agree on: what is read from may be behind at one of them. */
async function twiceAlike(t: CheckContext, agent: AgentClient): Promise<number> {
  let last = await freeCashOf(agent);
  const read = async () => {
    const before = last;
    last = await freeCashOf(agent);
    return before === last;
  };
  await t.reading(read, is(true));
  return last;
}

/** Free cash as the wallet tells it now. Errors: Missing where it cannot be read. */
export async function freeCashOf(agent: AgentClient): Promise<number> {
  return readable(await agent.freeCash(), "free cash");
}

/** Dollars where cents are meant are odd, not wrong. */
function lessBy(before: number, taken: Amount, why: string): Expectation<number> {
  const { least, most } = taken;
  const range = least === most ? `${least}` : `${least} to ${most}`;
  const fell = (scale: number) =>
    that<number>(
      `free cash lower by ${range} cents (${why})`,
      (cash) => isWithin(taken, (before - cash) * scale),
      (cash) => `lower by ${Number((before - cash).toFixed(6))}`,
    );
  return anyOf(fell(1), odd(fell(100), "the wallet counts in another unit than cents"));
}

/** What the claimed fees of this part in a trade come to; none where there is no such claim. */
export function feeFor(
  t: CheckContext,
  stake: Stake,
  { as, multiplier = 1 }: { as: "maker_bps" | "taker_bps"; multiplier?: number },
): Amount {
  return feeOf(stake, { multiplier, bps: (t.claims.fees ?? NO_FEES)[as] });
}

/** Cents that one price unit of a contract is worth: on a perp its market's record says it. */
export async function multiplierOf(t: CheckContext): Promise<number> {
  return readable(await multiplierIn(t), "the multiplier of the perp's contract");
}

/** Divides few notionals, and is below any leverage cap but the lowest. */
export const LEVERAGE = 3;

/** As it asks nothing of an account, and is the same whether a position is open or not. */
export const UNLEVERED = { leverage: 1 };

/** Steps that are tried: beside the mark itself there are some above it. */
const STEPS = 8;

/**
 * Free prices of a perp at its mark or above it, ascending. Units: market price units.
 * Errors: Missing where a price below the mark alone is free: its margin may be that of the mark.
 */
export async function pricesAtMark(t: CheckContext): Promise<number[]> {
  const mark = await markIn(t);
  const high = (await t.market.inside(STEPS)).filter((price) => price >= mark);
  if (high.length > 0) return high;
  throw new Missing("needs a free price at or above the mark of a perp");
}

/** Errors: Missing where the fill is not told to be at the resting price: that is not claimed here. */
export function pricedAt(taken: PlaceResponse, price: number): void {
  if (tradedAt(price).judge(taken).ok) return;
  throw new Missing("did not arise: a fill at a better price than the limit");
}

/** A price inside the spread at which both sides of a contract do not cost the same. */
export async function unevenPrice({ market }: CheckContext, payout: number): Promise<number> {
  const prices = await market.inside(2);
  return prices.find((price) => 2 * price !== payout) ?? 0;
}
