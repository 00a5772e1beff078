/** Leaves a target as it was found: cancels what rests, trades positions back (H-12). */

import type { Lease } from "../../scenarios/deployment/lease.ts";
import { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { statusIn } from "../../scenarios/deployment/reading/reading.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { AgentClient, OrderListener, OrderOwner } from "../check/agent-client.ts";
import type { Clients } from "../check/clients.ts";

/** The clients that trade with each other in one check. */
type Pair = Pick<Clients, "agent" | "other">;

/** A market in which a caller may have orders resting. */
export interface CallerInMarket {
  caller: OrderOwner;
  marketId: string;
}

interface MayRest extends CallerInMarket {
  /** What may rest there; "any" where an order was not answered. */
  orders: Set<string> | "any";
}

export class Cleanup implements OrderListener {
  readonly #resting: MayRest[] = [];
  /** What was taken, by order id: a replay of a filled order took nothing more. */
  readonly #taken = new Map<string, { caller: OrderOwner; market: unknown; signedQty: number }>();
  /** Where nothing was cancelled, as the records of the orders said that all were over. */
  readonly believed: CallerInMarket[] = [];

  /** Notes what an answered order took and left resting. */
  placed(caller: OrderOwner, placed: PlaceResponse): void {
    if (placed.fate !== "accepted") return;
    const market = placed.sent["market_id"];
    if (placed.filledQty) {
      const signedQty = placed.sent["side"] === "SELL" ? -placed.filledQty : placed.filledQty;
      this.#taken.set(String(placed.orderId), { caller, market, signedQty });
    }
    if (placed.remainingQty === 0) return;
    const there = this.#there(caller, placed.sent);
    if (placed.orderId === null) there.orders = "any";
    if (there.orders !== "any") there.orders.add(String(placed.orderId));
  }

  /** Notes an order that may rest. */
  unsure(caller: OrderOwner, order: OrderBody): void {
    this.#there(caller, order).orders = "any";
  }

  /** Cancels and flattens; trouble here never changes a verdict. */
  async run(lease: Lease, pair: Pair): Promise<void> {
    try {
      await this.#cancel(lease);
      for (const info of [lease.market, lease.secondMarket]) await this.#flatten(info, pair);
      await this.#cancel(lease);
    } catch {
      // The target is in trouble; the check's own exchanges have shown that already.
    }
  }

  #there(caller: OrderOwner, order: OrderBody): MayRest {
    const marketId = String(order["market_id"]);
    const isThere = (one: MayRest) => one.caller === caller && one.marketId === marketId;
    const known = this.#resting.find(isThere);
    if (known !== undefined) return known;
    const there: MayRest = { caller, marketId, orders: new Set() };
    this.#resting.push(there);
    return there;
  }

  async #cancel({ market }: Lease): Promise<void> {
    for (const there of this.#resting.splice(0)) {
      // Where agents are made for each lease their writes are not scarce.
      if (!market?.own && (await areOver(there))) this.believed.push(there);
      else await there.caller.cancelAll(there.marketId);
    }
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

/** So many orders are looked up one by one; more are cancelled unseen. */
const LOOKED_UP_MOST = 4;
const OVER = ["FILLED", "CANCELLED", "CANCELED", "EXPIRED"];

/** Reads are cheaper than writes: whether each order's own record says that it is over. */
async function areOver({ caller, orders }: MayRest): Promise<boolean> {
  if (orders === "any" || caller.order === undefined || orders.size > LOOKED_UP_MOST) return false;
  for (const id of orders) {
    const { response } = await caller.order(id);
    if (!OVER.includes(statusIn(response?.body, id) ?? "")) return false;
  }
  return true;
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
