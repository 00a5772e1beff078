/** What every agent has traded: a projection of the core's events, held in memory. */
import type { VenueEvent } from "../core/events.ts";

/** Kept in thousandths of a cent, of which a perp's notional is a whole number. */
const PARTS_PER_CENT = 1_000;

/** Counts the notional of both sides of every trade. D-121. */
export class Volumes {
  /** What a price unit times a contract is worth, by market. Units: thousandths of a cent. */
  readonly #partsPerUnit = new Map<string, number>();
  readonly #parts = new Map<string, number>();

  /** Takes in one event of the core. */
  record(event: VenueEvent): void {
    if (event.type === "market-changed") {
      const { marketId, contractMultiplier } = event.market;
      this.#partsPerUnit.set(marketId, Math.round((contractMultiplier ?? 1) * PARTS_PER_CENT));
    } else if (event.type === "trade") {
      const { marketId, price, qty, takerAgentId, makerAgentId } = event;
      const parts = price * qty * this.#partsPerUnit.get(marketId)!;
      this.#add(takerAgentId, parts);
      this.#add(makerAgentId, parts);
    }
  }

  /** An agent's volume. Units: cents, rounded down. */
  cents(agentId: string): number {
    return Math.floor((this.#parts.get(agentId) ?? 0) / PARTS_PER_CENT);
  }

  #add(agentId: string, parts: number): void {
    this.#parts.set(agentId, (this.#parts.get(agentId) ?? 0) + parts);
  }
}
