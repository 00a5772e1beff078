/** A market as everybody sees it. */
import type { MarketKind } from "../../reference/index.ts";
import type { ShadowMarket } from "./bookkeeper/shadow.ts";

/** A market as it is now, an observer's record, which every command holds against the venue. Units: price units. */
export class ObservedMarket {
  readonly marketId: string;
  readonly kind: MarketKind;
  readonly low: number;
  readonly high: number;
  readonly tick: number;
  readonly #market: ShadowMarket;

  constructor(market: ShadowMarket) {
    this.marketId = market.marketId;
    this.kind = market.kind;
    this.low = market.low;
    this.high = market.high;
    this.tick = market.tick;
    this.#market = market;
  }

  get bestBid(): number | null {
    return this.#market.bids.best;
  }

  get bestAsk(): number | null {
    return this.#market.asks.best;
  }

  get mark(): number | null {
    return this.#market.mark;
  }
}
