/** Sends an order again: whatever is answered, it is the same order and nothing has changed. */
import type { How } from "../check/agent-client.ts";
import { PREFIXES } from "../check/cell.ts";
import { Broken } from "./broken.ts";
import type { PropertyRun, Sent } from "./property-run.ts";
import { gistOf, summaryOf } from "./property-send.ts";

/** Whether an order has an id to be known by when it is sent again. */
export function isNamed({ body }: Sent): boolean {
  return body["client_order_id"] !== undefined;
}

/** The way a repeat goes: under one of the prefixes, by one of the keys of the order's agent. */
export function repeatHow({ caller }: Sent, { prefix, key }: { prefix: number; key: number }): How {
  const { secondApiKey } = caller.credentials;
  return {
    prefix: PREFIXES[prefix] ?? "",
    ...(key === 1 && secondApiKey !== null && { key: secondApiKey }),
  };
}

/**
 * Sends the same body again. A gate may refuse it (D-048); who accepts it speaks of the first order,
 * as it was or as it is now (D-040). Errors: Broken for anything else.
 */
export async function repeat(run: PropertyRun, order: Sent, how: How): Promise<void> {
  const placed = await order.caller.placeOnce(order.body, how);
  const summary = summaryOf(placed);
  if (summary.fate !== "accepted") return;
  const { qty: rests = 0, contested = false } =
    run.state.resting.find(({ id }) => id === order.id) ?? {};
  const remaining = summary.remaining ?? 0;
  const isFirst =
    summary.filled === order.first.filled && summary.remaining === order.first.remaining;
  // Of a contested one a venue may have cut back what rests (D-073).
  const isLeft = contested ? remaining <= rests : summary.remaining === rests;
  const isNow = summary.filled === order.executed && isLeft;
  if (summary.orderId === order.id && (isFirst || isNow)) return;
  const expected = `order ${order.id}, as first answered or with ${order.executed} filled by now`;
  const actual = `order ${summary.orderId}, ${gistOf(placed)}`;
  throw new Broken("answers", { expected, actual }, placed.exchange);
}

/**
 * Sends the same order to another market under its id: a conflict, answered in any way but with a
 * second order (D-044). Errors: Broken where one is placed.
 */
export async function repeatElsewhere(there: PropertyRun, order: Sent): Promise<void> {
  const body = { ...order.body, market_id: there.market.id };
  const placed = await order.caller.placeOnce(body);
  if (placed.fate !== "accepted" || placed.orderId === order.id) return;
  const expected = `order ${order.id}, or a refusal, as its id is known in another market`;
  const actual = `order ${placed.orderId}, ${gistOf(placed)}`;
  throw new Broken("answers", { expected, actual }, placed.exchange);
}
