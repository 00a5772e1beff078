/** Free cash of the agents of a play, as far as the claims say what it should be. */
import { isClaimed } from "../../scenarios/deployment/profile/claims.ts";
import type { CheckContext } from "../check/check-context.ts";
import { multiplierIn } from "../check/contract-multiplier.ts";
import { type MoneyTerms, takenFrom } from "../model/free-cash.ts";
import { isWithin, NO_FEES, together } from "../model/money.ts";
import type { Deviation } from "./broken.ts";
import type { MarketRuns } from "./property-run.ts";

/** A wallet may count in cents, or in dollars (H-11). */
const UNITS = [1, 100] as const;

/** What the venue claims of its money; else why cash cannot be looked at. */
export async function moneyOf(t: CheckContext): Promise<MoneyTerms | string> {
  const { agent, market, claims, run } = t;
  if (!run.ownAgents) return "the agents' cash may be used by others";
  if (!isClaimed(claims, "fees")) return "the venue claims nothing of its money";
  if (claims.trades_at_maker_price === undefined)
    return "it does not claim at which price it trades";
  if ((await agent.freeCash()) === null) return "free cash could not be read";
  const fees = claims.fees ?? NO_FEES;
  const multiplier = await multiplierIn(t);
  if (multiplier === null) return "the multiplier of the perp's contract could not be read";
  const isPerp = market.info.kind === "BTC_PERP";
  return {
    fees,
    multiplier,
    payout: isPerp ? null : ((claims.full_collateral && claims.payout) ?? null),
  };
}

export class Wallets {
  readonly #runs: MarketRuns;
  readonly #terms: MoneyTerms;
  readonly #before: readonly (number | null)[];

  private constructor(runs: MarketRuns, terms: MoneyTerms, before: readonly (number | null)[]) {
    this.#runs = runs;
    this.#terms = terms;
    this.#before = before;
  }

  /** Reads what is free before the markets are traded. */
  static async open(runs: MarketRuns, terms: MoneyTerms): Promise<Wallets> {
    const [{ callers }] = runs;
    return new Wallets(runs, terms, await Promise.all(callers.map((one) => one.freeCash())));
  }

  /** What is free now, of each agent. */
  read(): Promise<(number | null)[]> {
    const [{ callers }] = this.#runs;
    return Promise.all(callers.map((one) => one.freeCash()));
  }

  /** The first agent whose cash the trades and orders do not explain; null where all is. */
  differenceIn(free: readonly (number | null)[]): Deviation | null {
    const [{ agents }] = this.#runs;
    if (!this.#runs.every(({ isPriced }) => isPriced)) return null;
    for (const [index, agent] of agents.entries()) {
      const [before, now] = [this.#before[index] ?? null, free[index] ?? null];
      const each = this.#runs.map((run) => takenFrom(agent, run, this.#terms));
      const known = each.filter((one) => one !== null);
      if (before === null || now === null || known.length < each.length) continue;
      const taken = together(...known);
      if (UNITS.some((unit) => isWithin(taken, (before - now) * unit))) continue;
      const { least, most } = taken;
      const range = least === most ? `${least}` : `${least} to ${most}`;
      const expected = `free cash of ${agent} lower by ${range} cents than before the sequence`;
      return { expected, actual: `lower by ${Number((before - now).toFixed(6))}` };
    }
    return null;
  }
}
