/** A line of resting orders, by name, and what an arriving order takes of them. */
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive, readable } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { inTurnOf } from "../../check/cell.ts";
import { amends } from "../../check/changed-orders.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { stillRests } from "./still-rests.ts";

/** Contracts executed of each resting order, by name. */
export type Executed = Readonly<Record<string, number>>;

/** What is taken is filled whole: how long the rest may last is no matter. */
const TAKERS = [{}, { tif: "IOC" }] as const;

/** Orders of the other agent, unless told otherwise, which an order of the agent meets. */
export class Queue {
  readonly #t: CheckContext;
  /** Best first for who arrives. Units: market price units. */
  readonly prices: readonly number[];
  readonly #orders = new Map<string, { id: string; owner: AgentClient }>();
  #taken = 0;

  private constructor(t: CheckContext, prices: readonly number[]) {
    this.#t = t;
    this.prices = prices;
  }

  /** An empty line at two prices inside the spread, for an arriving order of the cell's side. */
  static async before(t: CheckContext): Promise<Queue> {
    return new Queue(t, await t.market.ladder(2));
  }

  /** Rests an order at the best price, or at the worse one behind. */
  async rest(
    name: string,
    at: "best" | "worse",
    { owner = this.#t.other, ...terms }: { qty?: number; tif?: string; owner?: AgentClient } = {},
  ): Promise<void> {
    const { market, side } = this.#t;
    const order = market.limit(opposite(side), this.#priceAt(at), { qty: 1, ...terms });
    this.#orders.set(name, { id: (await owner.rests(order)).orderId, owner });
  }

  /** Takes from the line with a limit at the worse price. Errors: Inconclusive if not filled. */
  async take(qty: number, taker = this.#t.agent): Promise<PlaceResponse> {
    const { cell, market, side } = this.#t;
    this.#taken += qty;
    const order = market.limit(side, this.#priceAt("worse"), { qty, ...inTurnOf(cell, TAKERS) });
    return taker.takes(order);
  }

  /** Cancels an order of the line. Errors: StandsOn where it is refused. */
  cancel(name: string): Promise<void> {
    return this.#t.other.cancels(this.#idOf(name));
  }

  /** Amends an order; whether the venue did, and told so (D-030). */
  async amend(name: string, change: { at?: "best" | "worse"; qty?: number }): Promise<boolean> {
    const { at = "best", qty = 1 } = change;
    const orderId = this.#idOf(name);
    return amends(this.#t, this.#t.other, { orderId, price: this.#priceAt(at), qty });
  }

  /** Errors: StandsOn where an order of the line is gone, after another one was amended. */
  stillRests(name: string): Promise<void> {
    return stillRests(this.#t, this.#t.other, this.#idOf(name));
  }

  /** What was executed of each, once it adds up. Errors: Inconclusive when it never does. */
  async executed(): Promise<Executed> {
    const adds = that<Executed>(`${this.#taken} in all`, (seen) => sum(seen) === this.#taken);
    const executed = await this.#t.reading(() => this.#read(), adds);
    if (sum(executed) === this.#taken) return executed;
    throw new Inconclusive(`${this.#taken} were taken, of the resting orders ${sum(executed)}`);
  }

  async #read(): Promise<Executed> {
    const seen: Record<string, number> = {};
    for (const [name, { id, owner }] of this.#orders) {
      seen[name] = readable(await owner.executed(id), "the executed quantity of an order");
    }
    return seen;
  }

  #idOf(name: string): string {
    return this.#orders.get(name)?.id ?? "";
  }

  #priceAt(at: "best" | "worse"): number {
    return this.prices[at === "best" ? 0 : 1] ?? 0;
  }
}

/** Executed quantities of some of the line. */
export function gave(says: string, wanted: Executed): Expectation<Executed> {
  return that(
    says,
    (seen) => Object.entries(wanted).every(([name, qty]) => seen[name] === qty),
    (seen) =>
      `executed ${Object.entries(seen)
        .map(([name, qty]) => `${name} ${qty}`)
        .join(", ")}`,
  );
}

function sum(executed: Executed): number {
  return Object.values(executed).reduce((total, qty) => total + qty, 0);
}
