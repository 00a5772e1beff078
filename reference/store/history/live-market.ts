/** What is still changing of one market's history: its latest candles and its latest mid. */
import type { TouchView } from "../../core/outcomes.ts";
import { type Candle, PERIODS_S, type Print, takeIn } from "../../data/candles.ts";

/** The mid from the start of a second on; null while a side is missing. Units: epoch seconds. */
export interface Step {
  fromS: number;
  mid: number | null;
}

/** Takes in what happens on a market; the rows of history that it changes are the caller's. */
export class LiveMarket {
  readonly marketId: string;
  /** What a price unit times a contract is worth. Units: thousandths of a cent. */
  readonly millicentsPerUnit: number;
  /** By period, in the order of PERIODS_S. */
  readonly candles: (Candle | undefined)[] = [];
  step: Step | undefined;

  constructor(marketId: string, millicentsPerUnit: number) {
    this.marketId = marketId;
    this.millicentsPerUnit = millicentsPerUnit;
  }

  /** The candles that a trade changed or began, one for each period. D-106. */
  *trade(print: Print): Generator<{ periodS: number; candle: Candle }> {
    for (const [index, periodS] of PERIODS_S.entries()) {
      const candle = takeIn(print, this.candles[index], periodS);
      this.candles[index] = candle;
      yield { periodS, candle };
    }
  }

  /**
   * The step that a change of the touch made or changed; null where the mid stayed.
   * Mids are kept as steps: between two changes of the touch the mid stands still, so a point for
   * any second follows from the last step before it; of several within a second the last counts.
   * D-107. Units: epoch ms.
   */
  touched({ bestBid, bestAsk }: TouchView, atMs: number): Step | null {
    const mid = bestBid === null || bestAsk === null ? null : (bestBid + bestAsk) / 2;
    if (mid === (this.step?.mid ?? null)) return null;
    const fromS = Math.max(Math.ceil(atMs / 1_000), this.step?.fromS ?? 0);
    if (this.step?.fromS === fromS) this.step.mid = mid;
    else this.step = { fromS, mid };
    return this.step;
  }
}
