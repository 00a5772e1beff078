/** Two published order books, driven by the benchmark's tape as their authors would drive them. */
import { OrderBook } from "nodejs-order-book";
import engine from "orderbook-match-engine";
import type { Engine } from "./venue.bench.ts";
import { type Entry, orderIdOf, TICK } from "./venue-tape.fixture.ts";

/** Its synchronous book, without the promises of its engine around it; orders are numbered. */
export function matchEngine(): Engine {
  const book = new engine.Orderbook({ limit: Number.MAX_SAFE_INTEGER });
  let read: readonly Entry[] = [];
  const pairs = (levels: { price: string; quantity: string }[]) =>
    levels.map(({ price, quantity }) => [Number(price), Number(quantity)]);
  return {
    read: (entries) => {
      read = entries;
    },
    run: () => {
      for (const { cancels, number, isBuy, price, qty } of read) {
        if (cancels) book.cancel(number);
        else book.add(number, isBuy ? 1 : 0, price * TICK, qty);
      }
    },
    depth: () => ({ bids: pairs(book.getBids()), asks: pairs(book.getAsks()) }),
  };
}

/** Orders have ids that are strings. */
export function nodeEngine(): Engine {
  const book = new OrderBook();
  let read: { id: string; order: Parameters<OrderBook["createOrder"]>[0] | null }[] = [];
  return {
    read: (entries) => {
      read = entries.map((entry) => {
        const id = orderIdOf(entry.number);
        return { id, order: entry.cancels ? null : (nodeOrder(id, entry) as never) };
      });
    },
    run: () => {
      for (const { id, order } of read) {
        if (order === null) book.cancel(id);
        else book.createOrder(order);
      }
    },
    depth: () => {
      const [asks, bids] = book.depth();
      return { bids, asks };
    },
  };
}

function nodeOrder(id: string, { isBuy, price, qty }: Entry) {
  return { type: "limit", id, side: isBuy ? "buy" : "sell", size: qty, price: price * TICK };
}
