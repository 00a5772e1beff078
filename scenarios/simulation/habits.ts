/** What a run's parameters add to any order: client order ids, stamps, extremes. */
import type { OrderRequest } from "../../reference/index.ts";
import type { ObservedMarket } from "./observed-market.ts";
import type { Parameters } from "./parameters.ts";
import type { Random } from "./random.ts";

/** Few enough to collide. */
const HOT_IDS = 4;
const WINDOW_MS = [2_000, 60_000] as const;
const EXTREME_QTY = [1, 999, 1_000, 1_001, 10_000, 10_001, 50_000, 50_001, 100_000, 1_000_000];

/** Dresses one agent's orders. Units: epoch ms. */
export class Habits {
  readonly #parameters: Parameters;
  readonly #random: Random;
  #ids = 0;

  constructor(parameters: Parameters, random: Random) {
    this.#parameters = parameters;
    this.#random = random;
  }

  /** `nowMs` is by the agent's own clock. */
  dress(order: OrderRequest, market: ObservedMarket, nowMs: number): void {
    const { clientIdShare, stampShare, extremeShare } = this.#parameters;
    const random = this.#random;
    if (random.chance(clientIdShare)) order.clientOrderId = this.#clientId();
    if (random.chance(stampShare)) {
      order.timestampMs = nowMs;
      order.recvWindowMs = random.between(...WINDOW_MS);
    }
    if (random.chance(extremeShare)) this.#stretch(order, market);
  }

  #clientId(): string {
    if (this.#random.chance(this.#parameters.hotIdShare)) {
      return `hot-${this.#random.below(HOT_IDS)}`;
    }
    return `id-${this.#ids++}`;
  }

  #stretch(order: OrderRequest, { low, high, tick, mark }: ObservedMarket): void {
    const random = this.#random;
    if (random.chance(0.5)) {
      order.qty = random.pick(EXTREME_QTY);
      if (random.chance(0.7)) order.confirmFatFinger = true;
    } else if (order.type === "LIMIT") {
      const far = mark === null ? high : mark * 5;
      order.price = random.pick([low, low + tick, high - tick, high, far, far + tick]);
    }
  }
}
