/** Takes what the stream or an answer says into what the page knows. */
import type { Records } from "../../client/client.ts";
import type { Framed } from "./framed.ts";
import { type Holdings, looked, marketId, markets, spot } from "./state.ts";
import { listIn } from "./venue.ts";

/** Trades and ended orders that are kept. */
const TRADES_MAX = 100;
const ENDED_MAX = 100;

const isWorking = ({ status }: Records["Order"]): boolean => /^(NEW|PARTIAL)$/.test(status);

/** Resting orders, newest first, and those that ended. */
export function sortedOrders(orders: Iterable<Records["Order"]>): {
  working: Records["Order"][];
  ended: Records["Order"][];
} {
  const all = [...orders].sort((one, other) => other.created_at_ms - one.created_at_ms);
  return {
    working: all.filter(isWorking),
    ended: all.filter((order) => !isWorking(order)),
  };
}

/** A private channel's message. Errors: throws for what it cannot read. */
export function takeHoldings(
  holdings: Framed<Holdings>,
  channel: string,
  data: unknown,
  isWhole: boolean,
): void {
  const { orders, positions, live } = holdings.value;
  if (channel === "orders") takeOrders(orders, data, isWhole);
  else if (channel === "positions") takePositions(positions, data, isWhole);
  else if (channel === "wallet") holdings.value.wallet = recordIn<Records["Wallet"]>(data);
  live.add(channel);
  holdings.touch();
}

function takeOrders(known: Holdings["orders"], data: unknown, isWhole: boolean): void {
  const told = listed<Records["Order"]>(data, "orders");
  if (isWhole) {
    for (const order of known.values()) if (isWorking(order)) known.delete(order.order_id);
  }
  for (const order of told) known.set(order.order_id, order);
  if (known.size <= ENDED_MAX) return;
  const { ended } = sortedOrders(known.values());
  for (const order of ended.slice(ENDED_MAX)) known.delete(order.order_id);
}

function takePositions(known: Holdings["positions"], data: unknown, isWhole: boolean): void {
  const told = listed<Records["Position"]>(data, "positions");
  if (isWhole) known.clear();
  for (const position of told) known.set(position.market_id, position);
}

/** Ended orders that an answer lists and nothing newer was told of. */
export function takeHistory(holdings: Framed<Holdings>, answer: unknown): void {
  const { orders } = holdings.value;
  for (const order of listIn<Records["Order"]>(answer, "orders")) {
    if (!isWorking(order) && !orders.has(order.order_id)) orders.set(order.order_id, order);
  }
  holdings.touch();
}

/** A public channel's message. Errors: throws for what it cannot read. */
export function takePublic(channel: string, data: unknown, isWhole: boolean): void {
  if (channel === "spot") {
    takeSpot(data);
    return;
  }
  const [name, id] = channel.split(":", 2);
  if (id !== marketId.value) return;
  const { book, live } = looked.value;
  if (name === "book") book.take(data, isWhole);
  else if (name === "trades") takeTrades(data);
  else if (name === "market") takeMarket(recordIn<Records["Market"]>(data));
  live.add(channel);
  looked.touch();
}

function takeMarket(market: Records["Market"]): void {
  looked.value.market = market;
  const before = markets.value.find(({ market_id }) => market_id === market.market_id);
  const isNews = before?.status !== market.status || before.mark_price !== market.mark_price;
  if (!isNews) return;
  markets.value = markets.value.map((one) => (one.market_id === market.market_id ? market : one));
}

/** Trades of the stream or of an answer, each once. */
export function takeTrades(data: unknown): void {
  const told = listed<Records["Trade"]>(data, "trades");
  if (told.length === 0) return;
  const known = new Map(looked.value.trades.map((trade) => [trade.trade_id, trade]));
  for (const trade of told) known.set(trade.trade_id, trade);
  looked.value.trades = [...known.values()]
    .sort((one, other) => other.ts_ms - one.ts_ms || Number(other.trade_id) - Number(one.trade_id))
    .slice(0, TRADES_MAX);
}

function takeSpot(data: unknown): void {
  const { status, last } = recordIn<{ status?: unknown; last?: { price?: unknown } | null }>(data);
  const price = typeof last?.price === "number" ? last.price : null;
  spot.set({ status: String(status), price });
}

function listed<T>(data: unknown, name: string): T[] {
  const list = (Object(data) as Record<string, unknown>)[name];
  if (!Array.isArray(list) || list.some((one) => typeof one !== "object" || one === null)) {
    throw new Error(`${name} is a list of records`);
  }
  return list as T[];
}

function recordIn<T>(data: unknown): T {
  if (typeof data !== "object" || data === null) throw new Error("a record is an object");
  return data as T;
}
