/** Free cash of the agents of a play, as far as the claims say what it should be. */
import { isClaimed } from "../../scenarios/deployment/profile/claims.ts";
import { contractMultiplierOf, recordOf } from "../../scenarios/deployment/reading/reading.ts";
import type { CheckContext } from "../check/check-context.ts";
import { together } from "../model/money.ts";
import { type MoneyTerms, takenFrom } from "../model/purse.ts";
import type { Deviation } from "./broken.ts";
import type { MarketRuns } from "./property-run.ts";

/** Wallets count in floats. Units: the wallet's own. */
const ROUNDING = 1e-6;

/** A wallet may count in cents, or in dollars (H-11). */
const UNITS = [1, 100] as const;

const NO_FEES = { maker_bps: 0, taker_bps: 0 };

/** What the venue claims of its money; else why cash cannot be looked at. */
export async function moneyOf(t: CheckContext): Promise<MoneyTerms | string> {
  const { agent, market, claims } = t;
  if (!isClaimed(claims, "fees")) return "the venue claims nothing of its money";
  if (claims.trades_at_maker_price === undefined)
    return "it does not claim at which price it trades";
  if ((await agent.freeCash()) === null) return "free cash could not be read";
  const fees = claims.fees ?? NO_FEES;
  const { id, info } = market;
  if (info.kind !== "BTC_PERP") {
    return { fees, multiplier: 1, payout: (claims.full_collateral && claims.payout) ?? null };
  }
  const record = recordOf((await agent.get(`/markets/${id}`)).response?.body, id);
  const multiplier = record && contractMultiplierOf(record);
  return multiplier === null
    ? "the multiplier of the perp's contract could not be read"
    : { fees, multiplier, payout: null };
}

export class Purses {
  readonly #runs: MarketRuns;
  readonly #terms: MoneyTerms;
  readonly #before: readonly (number | null)[];

  private constructor(runs: MarketRuns, terms: MoneyTerms, before: readonly (number | null)[]) {
    this.#runs = runs;
    this.#terms = terms;
    this.#before = before;
  }

  /** Reads what is free before the markets are traded. */
  static async open(runs: MarketRuns, terms: MoneyTerms): Promise<Purses> {
    const [{ callers }] = runs;
    return new Purses(runs, terms, await Promise.all(callers.map((one) => one.freeCash())));
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
      const { least, most } = together(...known);
      const isWithin = (taken: number) => taken > least - ROUNDING && taken < most + ROUNDING;
      if (UNITS.some((unit) => isWithin((before - now) * unit))) continue;
      const range = least === most ? `${least}` : `${least} to ${most}`;
      const expected = `free cash of ${agent} lower by ${range} cents than before the sequence`;
      return { expected, actual: `lower by ${Number((before - now).toFixed(6))}` };
    }
    return null;
  }
}
