/** Leaves a target as it was found: cancels what rests, trades positions back (H-12). */

import type { Lease } from "../../scenarios/deployment/lease.ts";
import { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { AgentClient, OrderListener, OrderOwner } from "../check/agent-client.ts";
import type { Clients } from "../check/clients.ts";
import { areOver, clear, clearOwn, type RestingPlace } from "./resting-orders.ts";
import type { Traces } from "./traces.ts";

/** The clients that trade with each other in one check. */
type Pair = Pick<Clients, "agent" | "other">;

export class Cleanup implements OrderListener {
  readonly #resting: RestingPlace[] = [];
  /** What was taken, by order id: a replay of a filled order took nothing more. */
  readonly #taken = new Map<string, { caller: OrderOwner; market: unknown; signedQty: number }>();
  readonly #traces: Traces;
  readonly #isBeside: boolean;

  /**
   * `traces` are told of what may stay beyond the check. A check that ends `isBeside` others cancels its
   * own orders alone: those of the others may be of the same agent in the same market.
   */
  constructor(traces: Traces, isBeside = false) {
    this.#traces = traces;
    this.#isBeside = isBeside;
  }

  /** Notes what an answered order took and left resting. */
  placed(caller: OrderOwner, placed: PlaceResponse): void {
    if (placed.fate !== "accepted") return;
    this.#traces.accepted(caller, placed);
    const market = placed.sent["market_id"];
    if (placed.filledQty) {
      const signedQty = placed.sent["side"] === "SELL" ? -placed.filledQty : placed.filledQty;
      this.#taken.set(String(placed.orderId), { caller, market, signedQty });
    }
    if (placed.remainingQty === 0) return;
    const there = this.#there(caller, placed.sent);
    if (placed.orderId === null) there.unsure = true;
    else there.ids.add(placed.orderId);
  }

  /** Notes an order that may rest. */
  unsure(caller: OrderOwner, order: OrderBody): void {
    this.#there(caller, order).unsure = true;
  }

  /** Whose order it was that another one met. */
  whose(placed: PlaceResponse): Promise<string> {
    return this.#traces.whose(placed);
  }

  /** Cancels and flattens; trouble here never changes a verdict. */
  async run(lease: Lease, pair: Pair): Promise<void> {
    if (!(await this.#cancel(lease))) return;
    try {
      for (const info of [lease.market, lease.secondMarket]) await this.#flatten(info, pair);
    } catch {
      // The target is in trouble; the check's own exchanges have shown that already.
    }
    await this.#cancel(lease);
  }

  #there(caller: OrderOwner, order: OrderBody): RestingPlace {
    const marketId = String(order["market_id"]);
    const isThere = (one: RestingPlace) => one.caller === caller && one.marketId === marketId;
    const known = this.#resting.find(isThere);
    if (known !== undefined) return known;
    const there = { caller, marketId, ids: new Set<string>(), unsure: false };
    this.#resting.push(there);
    return there;
  }

  /** Whether the target answers. */
  async #cancel({ market }: Lease): Promise<boolean> {
    const places = this.#resting.splice(0);
    if (!market?.own) {
      const answered = await Promise.all(places.map((there) => this.#clear(there)));
      return answered.every(Boolean);
    }
    // What is made for one lease nobody meets again: more than one request is not worth it.
    for (const there of places) if (!(await isAnswered(there))) return false;
    return true;
  }

  async #clear(there: RestingPlace): Promise<boolean> {
    if (await areOver(there)) {
      this.#traces.believed(there);
      return true;
    }
    const cleared = await (this.#isBeside ? clearOwn : clear)(there);
    this.#traces.cleared(there, cleared);
    return !cleared.silent;
  }

  // Counted from the answers, not read: positions may lag, or be unreadable.
  async #flatten(info: MarketInfo | undefined, { agent, other }: Pair): Promise<void> {
    if (info === undefined || info.own || agent === undefined || other === undefined) return;
    const net = this.#net(agent, info.id) - this.#net(other, info.id);
    if (net > 0) await tradeBack(info, net, { long: agent, short: other });
    if (net < 0) await tradeBack(info, -net, { long: other, short: agent });
  }

  #net(caller: AgentClient, marketId: string): number {
    return [...this.#taken.values()]
      .filter((fill) => fill.caller === caller && fill.market === marketId)
      .reduce((sum, { signedQty }) => sum + signedQty, 0);
  }
}

/** Cancels all orders of a place; whether that was answered, whatever the answer. */
async function isAnswered({ caller, marketId }: RestingPlace): Promise<boolean> {
  const ask = { method: "DELETE", path: "/orders", query: { market_id: marketId } };
  return caller.request(ask).then(
    () => true,
    () => false,
  );
}

/** The two hold opposite positions after trading with each other: they trade them back. */
async function tradeBack(
  info: MarketInfo,
  qty: number,
  { long, short }: { long: AgentClient; short: AgentClient },
): Promise<void> {
  const readBook = async (id: string) => (await long.get(`/markets/${id}/book`)).response?.body;
  const market = new TradableMarket(info, { freshId: () => "", readBook });
  const price = await market.inside().then(([first = 0]) => first, noRoom);
  if (price === null) return sellOut(market, qty, { long, short });
  const order = (side: Side, tif: string) => unnamed(market.limit(side, price, { qty, tif }));
  await reduce(long, order("SELL", "GTC"));
  await reduce(short, order("BUY", "IOC"));
}

/** Third parties leave no price to meet at: what they quote is taken, never more than is held. */
async function sellOut(
  market: TradableMarket,
  qty: number,
  { long, short }: { long: AgentClient; short: AgentClient },
): Promise<void> {
  await long.placeOnce(unnamed(market.sweep("SELL", { qty, reduce_only: true })));
  await short.placeOnce(unnamed(market.sweep("BUY", { qty, reduce_only: true })));
}

function noRoom(error: unknown): null {
  if (error instanceof Inconclusive) return null;
  throw error;
}

function unnamed({ client_order_id: _, ...order }: OrderBody): OrderBody {
  return order;
}

/** As reduce_only; plainly where a venue will not have that, other than for want of a position. */
async function reduce(caller: AgentClient, order: OrderBody): Promise<void> {
  const { fate, reason } = await caller.placeOnce({ ...order, reduce_only: true });
  if (fate !== "accepted" && reason !== "REDUCE_ONLY_VIOLATION") await caller.placeOnce(order);
}
