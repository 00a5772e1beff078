/** The mid of every market over time: a projection of the core's events, held in memory. */
import type { VenueEvent } from "../core/events.ts";
import type { TouchView } from "../core/outcomes.ts";

/** As many points as one request may ask for (D-113). */
const POINTS_KEPT = 3_600;
/** Each point needs one step at most, and one more where a side was missing in between. */
const STEPS_KEPT = 2 * POINTS_KEPT;

/** Looks up the best prices of a market. */
type Touch = (marketId: string) => TouchView | null;

/** The mid from the start of a second on; null while a side is missing. Units: epoch seconds. */
interface Step {
  fromS: number;
  mid: number | null;
}

/** Units: epoch ms; market price units. */
export interface MidPoint {
  tsMs: number;
  mid: number;
}

/**
 * Remembers mids as steps: between two changes of the touch the mid stands still, so a point for
 * any second follows from the last step before it. D-107.
 */
export class MidHistory {
  readonly #touch: Touch;
  /** By market, oldest first. */
  readonly #steps = new Map<string, Step[]>();

  constructor(touch: Touch) {
    this.#touch = touch;
  }

  /** Takes in one event of the core; the last change within a second is the one that counts. */
  record(event: VenueEvent): void {
    if (event.type === "trade" || event.type === "market-changed") return;
    const { marketId, updatedAtMs } = event.order;
    const mid = midOf(this.#touch(marketId)!);
    const steps = this.#steps.get(marketId) ?? [];
    const last = steps.at(-1);
    if (mid === (last?.mid ?? null)) return;
    if (steps.length === 0) this.#steps.set(marketId, steps);
    const fromS = Math.max(Math.ceil(updatedAtMs / 1_000), last?.fromS ?? 0);
    if (last !== undefined && last.fromS === fromS) steps.pop();
    if (mid !== (steps.at(-1)?.mid ?? null)) steps.push({ fromS, mid });
    if (steps.length === 2 * STEPS_KEPT) steps.splice(0, STEPS_KEPT);
  }

  /**
   * One point every `everyS` seconds up to now, the newest `limit` of them, oldest first.
   * Units: seconds, epoch ms. Shape: points stand on multiples of `everyS`.
   */
  points(marketId: string, at: { nowMs: number; everyS: number }, limit: number): MidPoint[] {
    const { everyS } = at;
    const points: MidPoint[] = [];
    let untilS = Math.floor(at.nowMs / 1_000);
    const steps = this.#steps.get(marketId) ?? [];
    for (let index = steps.length - 1; index >= 0 && points.length < limit; index--) {
      const { fromS, mid } = steps[index]!;
      if (mid !== null) {
        let second = Math.floor(untilS / everyS) * everyS;
        for (; second >= fromS && points.length < limit; second -= everyS) {
          points.push({ tsMs: second * 1_000, mid });
        }
      }
      untilS = Math.min(untilS, fromS - 1);
    }
    return points.reverse();
  }
}

function midOf({ bestBid, bestAsk }: TouchView): number | null {
  return bestBid === null || bestAsk === null ? null : (bestBid + bestAsk) / 2;
}
