/** Sends an order again: whatever is answered, it is the same order and nothing has changed. */
import type { How } from "../check/agent-client.ts";
import { Broken } from "./broken.ts";
import type { PropertyRun, Sent } from "./property-run.ts";
import { gistOf, summaryOf } from "./property-send.ts";

/** The equivalent prefixes. Spec: Endpoints. */
export const PREFIXES = ["", "/v1", "/api", "/api/v1"] as const;

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
  const rests = run.state.resting.find(({ id }) => id === order.id)?.qty ?? 0;
  const isFirst =
    summary.filled === order.first.filled && summary.remaining === order.first.remaining;
  const isNow = summary.filled === order.executed && summary.remaining === rests;
  if (summary.orderId === order.id && (isFirst || isNow)) return;
  const expected = `order ${order.id}, as first answered or with ${order.executed} filled by now`;
  const actual = `order ${summary.orderId}, ${gistOf(placed)}`;
  throw new Broken("answers", { expected, actual }, placed.exchange);
}
