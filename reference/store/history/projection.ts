/** From the core's events to rows of history. */
import type { TradeEvent, VenueEvent } from "../../core/events.ts";
import type { MarketView, OrderView } from "../../core/outcomes.ts";
import type { Venue } from "../../core/venue.ts";
import type { HistoryRow, Value } from "../batch.ts";
import { LiveMarket } from "./live-market.ts";
import { candleValues, orderValues, tradeValues } from "./rows.ts";

/** The unit of notionals: of it a perp's is a whole number too. */
const MILLICENTS_PER_CENT = 1_000;

/** Who owns the agent whose orders are not history: it quotes the venue's own series. */
export const MAKER_OWNER = "house";

/**
 * Makes rows of events and holds them until they are taken into a commit. What it keeps beyond is
 * bounded by the markets that live and by the agents: the rows that later events go on changing.
 */
export class Projection {
  readonly #venue: Pick<Venue, "touch" | "market">;
  /** @bound the house's own agents: callers add none; reference/store/history/history.test.ts */
  readonly #ignored = new Set<string>();
  /**
   * @bound markets that live: one that is resolved or void leaves;
   * reference/store/history/history.test.ts
   */
  readonly #markets = new Map<string, LiveMarket>();
  /** By agent. Units: thousandths of a cent. */
  readonly #volumes = new Map<string, number>();
  /**
   * Closed, traded and changed since rows were last taken.
   * @bound what one commit writes: taken into it; reference/store/history/history.test.ts
   */
  #orders: OrderView[] = [];
  /** @bound what one commit writes: taken into it; reference/store/history/history.test.ts */
  #trades: [trade: TradeEvent, notional: number][] = [];
  /** @bound what one commit writes: taken into it; reference/store/history/history.test.ts */
  readonly #changed = new Set<LiveMarket>();
  /** @bound what one commit writes: taken into it; reference/store/history/history.test.ts */
  readonly #traders = new Set<string>();

  /** `venue` is asked for best prices when an event has changed them. */
  constructor(venue: Pick<Venue, "touch" | "market">) {
    this.#venue = venue;
  }

  /** Keeps no orders of an agent whom nobody can ask for. */
  ignore(agentId: string): void {
    this.#ignored.add(agentId);
  }

  /** Takes in one event of the core. */
  record(event: VenueEvent): void {
    if (event.type === "trade") {
      this.#trade(event);
    } else if (event.type === "market-changed") {
      const { marketId, status } = event.market;
      if (status === "RESOLVED" || status === "VOID") this.#markets.delete(marketId);
    } else {
      const { order } = event;
      this.#touched(order);
      const isKept = event.type === "order-closed" && !this.#ignored.has(order.agentId);
      if (isKept) this.#orders.push(order);
    }
  }

  /** What an agent has traded. Units: cents, rounded down. D-121. */
  volumeCents(agentId: string): number {
    return Math.floor((this.#volumes.get(agentId) ?? 0) / MILLICENTS_PER_CENT);
  }

  /** The rows of all events since it was last asked; `journalSeq` is what their page ends with. */
  take(journalSeq: number): HistoryRow[] {
    const rows: HistoryRow[] = [];
    const add = (table: string, values: Value[]): void => {
      values.push(journalSeq);
      rows.push({ table, values });
    };
    for (const order of this.#orders) add("orders", orderValues(order));
    for (const [trade, notional] of this.#trades) add("trades", tradeValues(trade, notional));
    for (const market of this.#changed) {
      const { marketId } = market;
      const { candles, steps } = market.take();
      for (const [periodS, one] of candles) {
        add("candles", [marketId, periodS, ...candleValues(one)]);
      }
      for (const { fromS, mid } of steps) add("mids", [marketId, fromS, mid]);
    }
    for (const agentId of this.#traders) {
      add("agent_volumes", [agentId, this.#volumes.get(agentId)!]);
    }
    this.#orders = [];
    this.#trades = [];
    this.#changed.clear();
    this.#traders.clear();
    return rows;
  }

  /** Goes on where a stored history ends. Units: thousandths of a cent by agent. */
  resume(markets: Iterable<LiveMarket>, volumes: Iterable<[string, number]>): void {
    for (const market of markets) this.#markets.set(market.marketId, market);
    for (const [agentId, millicents] of volumes) this.#volumes.set(agentId, millicents);
  }

  #trade(event: TradeEvent): void {
    const { marketId, price, qty, takerAgentId, makerAgentId } = event;
    const market = this.#market(marketId);
    const notional = price * qty * market.millicentsPerUnit;
    this.#trades.push([event, notional]);
    market.trade(event);
    this.#changed.add(market);
    for (const agentId of [takerAgentId, makerAgentId]) {
      this.#volumes.set(agentId, (this.#volumes.get(agentId) ?? 0) + notional);
      this.#traders.add(agentId);
    }
  }

  #touched({ marketId, updatedAtMs }: OrderView): void {
    const touch = this.#venue.touch(marketId)!;
    const market = this.#market(marketId);
    if (market.touched(touch, updatedAtMs)) this.#changed.add(market);
  }

  #market(marketId: string): LiveMarket {
    const known = this.#markets.get(marketId);
    if (known !== undefined) return known;
    const market = liveMarket(this.#venue.market(marketId)!);
    this.#markets.set(marketId, market);
    return market;
  }
}

/** A market of which nothing has happened yet. */
export function liveMarket({ marketId, contractMultiplier }: MarketView): LiveMarket {
  return new LiveMarket(marketId, Math.round((contractMultiplier ?? 1) * MILLICENTS_PER_CENT));
}
