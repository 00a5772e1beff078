/** What is still changing of one market's history: its latest candles and its latest mid. */
import type { TouchView } from "../../core/outcomes.ts";
import { type Candle, PERIODS_S, type Print, takeIn } from "../../data/candles.ts";

/** The mid from the start of a second on; null while a side is missing. Units: epoch seconds. */
export interface MidStep {
  fromS: number;
  mid: number | null;
}

/** What has changed of a market's history. Shape: each candle with its period, in seconds. */
export interface MarketChanges {
  candles: [periodS: number, candle: Candle][];
  steps: Iterable<MidStep>;
}

/** Takes in what happens on a market, and tells what that changed. */
export class LiveMarket {
  readonly marketId: string;
  /** What a price unit times a contract is worth. Units: thousandths of a cent. */
  readonly millicentsPerUnit: number;
  /**
   * The latest by period, in the order of PERIODS_S.
   * @bound one a period: a later one takes its place; reference/store/history/history.test.ts
   */
  readonly candles: (Candle | undefined)[] = [];
  step: MidStep | undefined;
  #isTraded = false;
  /** @bound what one commit writes: taken into it; reference/store/history/history.test.ts */
  #ended: MarketChanges["candles"] = [];
  /** @bound what one commit writes: taken into it; reference/store/history/history.test.ts */
  #steps = new Set<MidStep>();

  constructor(marketId: string, millicentsPerUnit: number) {
    this.marketId = marketId;
    this.millicentsPerUnit = millicentsPerUnit;
  }

  /** Takes a trade into the candle of each period. D-106. */
  trade(print: Print): void {
    this.#isTraded = true;
    for (let index = 0; index < PERIODS_S.length; index++) {
      const periodS = PERIODS_S[index]!;
      const last = this.candles[index];
      const candle = takeIn(print, last, periodS);
      if (candle === last) continue;
      if (last !== undefined) this.#ended.push([periodS, last]);
      this.candles[index] = candle;
    }
  }

  /**
   * Takes in a change of the touch; returns whether it moved the mid.
   * Mids are kept as steps: between two changes of the touch the mid stands still, so a point for
   * any second follows from the last step before it; of several within a second the last counts.
   * D-107. Units: epoch ms.
   */
  touched({ bestBid, bestAsk }: TouchView, atMs: number): boolean {
    const mid = bestBid === null || bestAsk === null ? null : (bestBid + bestAsk) / 2;
    if (mid === (this.step?.mid ?? null)) return false;
    const fromS = Math.max(Math.ceil(atMs / 1_000), this.step?.fromS ?? 0);
    if (this.step?.fromS === fromS) this.step.mid = mid;
    else this.step = { fromS, mid };
    this.#steps.add(this.step);
    return true;
  }

  /** What has changed since it was last asked. */
  take(): MarketChanges {
    const candles = this.#ended;
    for (const [index, periodS] of this.#isTraded ? PERIODS_S.entries() : []) {
      candles.push([periodS, this.candles[index]!]);
    }
    const steps = this.#steps;
    this.#isTraded = false;
    this.#ended = [];
    this.#steps = new Set();
    return { candles, steps };
  }
}
