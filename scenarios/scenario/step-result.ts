/** What a step of a scenario came to, read for its expectations. */

import { type PlaceResponse, readPlaced } from "../deployment/reading/order.ts";
import {
  bookOf,
  executedQty,
  freeCash,
  positionOf,
  recordOf,
  remainingQty,
  statusOf,
} from "../deployment/reading/reading.ts";
import type { Exchange } from "../deployment/wire/exchange.ts";

/**
 * What can be expected of.
 * Shape: a member is absent where the step does not show it, null where the answer does but in a
 * form nobody can read: then it is not judged.
 */
export interface StepResult {
  /** What it is called when it is not as expected. */
  said: string;
  http?: number;
  body?: unknown;
  placed?: PlaceResponse;
  status?: string | null;
  filled?: number | null;
  remaining?: number | null;
  average?: number | null;
  bids?: number[][] | null;
  asks?: number[][] | null;
  qty?: number | null;
  free?: number | null;
}

/** The answer to a request nobody reads more of. */
export function plainAnswer(exchange: Exchange): StepResult {
  const { method, path } = exchange.request;
  const http = exchange.response?.status ?? 0;
  return { said: `${method} ${path} -> ${http}`, http, body: exchange.response?.body };
}

/** The answer to POST /orders. */
export function placedAnswer(order: Record<string, unknown>, exchange: Exchange): StepResult {
  const placed = readPlaced(order, exchange);
  const { status, filledQty, remainingQty: rests, avgPrice } = placed;
  return {
    ...plainAnswer(exchange),
    ...{ placed, status, filled: filledQty, remaining: rests, average: avgPrice },
  };
}

/** An order's record. */
export function orderAnswer(exchange: Exchange, orderId: string): StepResult {
  const record = recordOf(exchange.response?.body, orderId);
  return {
    ...plainAnswer(exchange),
    status: record && statusOf(record),
    filled: record && executedQty(record),
    remaining: record && remainingQty(record),
  };
}

/** A market's record. */
export function marketAnswer(exchange: Exchange, marketId: string): StepResult {
  const record = recordOf(exchange.response?.body, marketId);
  return { ...plainAnswer(exchange), status: record && statusOf(record) };
}

/** A book. */
export function bookAnswer(exchange: Exchange): StepResult {
  const book = bookOf(exchange.response?.body);
  const pairs = (levels: { price: number; qty: number }[]) =>
    levels.map(({ price, qty }) => [price, qty]);
  return {
    ...plainAnswer(exchange),
    bids: book && pairs(book.bids),
    asks: book && pairs(book.asks),
  };
}

/** Positions, as far as one market goes. */
export function positionAnswer(exchange: Exchange, marketId: string): StepResult {
  return { ...plainAnswer(exchange), qty: positionOf(exchange.response?.body, marketId) };
}

/** A wallet. */
export function walletAnswer(exchange: Exchange): StepResult {
  return { ...plainAnswer(exchange), free: freeCash(exchange.response?.body) };
}
