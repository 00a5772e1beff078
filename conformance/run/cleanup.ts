/** Leaves a target as it was found: cancels what rests, trades positions back (H-12). */
import type { MarketSeat } from "../target/seat.ts";
import type { Caller } from "../trial/caller.ts";
import { Market } from "../trial/market.ts";
import type { Placed } from "../trial/order.ts";
import type { Lease } from "./world.ts";

export class Cleanup {
  /** Markets in which a caller may have orders resting, and callers that may hold positions. */
  readonly #resting = new Map<Caller, Set<string>>();
  #traded = false;

  /** Told of every order answer of the trial. */
  placed(caller: Caller, placed: Placed): void {
    if (placed.fate !== "accepted") return;
    if (placed.filledQty !== 0) this.#traded = true;
    if (placed.remainingQty === 0) return;
    const markets = this.#resting.get(caller) ?? new Set();
    this.#resting.set(caller, markets.add(String(placed.sent["market_id"])));
  }

  /**
   * Cancels and flattens; trouble here never changes a verdict. `settle` waits until reads show
   * the trades: a position read too early would be left open.
   */
  async run(lease: Lease, callers: readonly Caller[], settle: () => Promise<void>): Promise<void> {
    try {
      await this.#cancel();
      const { market } = lease;
      if (!this.#traded || market === undefined || market.own) return;
      await settle();
      await flatten(market, callers);
    } catch {
      // The target is in trouble; the check's own exchanges have shown that already.
    }
  }

  async #cancel(): Promise<void> {
    for (const [caller, markets] of this.#resting) {
      for (const marketId of markets) await caller.cancelAll(marketId);
    }
  }
}

/** The two agents hold opposite positions after trading with each other: they trade them back. */
async function flatten(seat: MarketSeat, callers: readonly Caller[]): Promise<void> {
  const market = new Market(seat, {
    freshId: () => "",
    readBook: async (id) => (await callers[0]?.get(`/markets/${id}/book`))?.response?.body,
  });
  const holdings = await Promise.all(
    callers.map(async (caller) => ({ caller, qty: (await caller.position({ seat })) ?? 0 })),
  );
  const long = holdings.find(({ qty }) => qty > 0);
  const short = holdings.find(({ qty }) => qty < 0);
  if (long === undefined || short === undefined) return;
  const qty = Math.min(long.qty, -short.qty);
  const [price = 0] = await market.inside();
  const order = (side: "BUY" | "SELL", tif: string) => {
    const { client_order_id: _, ...body } = market.limit(side, price, { qty, tif });
    return { ...body, reduce_only: true };
  };
  await long.caller.placeOnce(order("SELL", "GTC"));
  await short.caller.placeOnce(order("BUY", "IOC"));
  await long.caller.cancelAll(seat.id);
}
