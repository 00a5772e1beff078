/** The order bodies checks send, and how an answer to POST /orders is read. */

import { StandsOn } from "../stops.ts";
import { type Exchange, succeeded } from "../wire/exchange.ts";
import { ZERO_UUID } from "../wire/uuid.ts";

/** Body of POST /orders as sent: wire names, so a check may put anything in any field. */
export type OrderBody = Record<string, unknown>;

/** What became of an order: in the ledger, declined by the engine, or refused before it. */
export type Fate = "accepted" | "declined" | "refused";

/**
 * The answer to POST /orders, read once: null where a text or number is none. A number written as a
 * text is read all the same, and an error envelope with a success status as a decline: that they are
 * no number and no result fails rules of their own.
 */
export interface PlaceResponse {
  sent: OrderBody;
  exchange: Exchange;
  httpStatus: number;
  fate: Fate;
  orderId: string | null;
  status: string | null;
  /** `reject_reason` of a decline, or the code of a refusal's envelope. */
  reason: string | null;
  filledQty: number | null;
  remainingQty: number | null;
  avgPrice: number | null;
  fills: unknown[] | null;
  /** The result object as it came. */
  result: Record<string, unknown>;
}

/** Reads an answer to POST /orders; undefined body members stay null. */
export function readPlaced(sent: OrderBody, exchange: Exchange): PlaceResponse {
  const httpStatus = exchange.response?.status ?? 0;
  const result = objectOf(exchange.response?.body);
  const status = textOf(result["status"]);
  const code = status === null ? codeOf(result) : null;
  const isDecline = status === "REJECTED" || code !== null;
  const fate: Fate = !succeeded(exchange) ? "refused" : isDecline ? "declined" : "accepted";
  return {
    sent,
    exchange,
    httpStatus,
    fate,
    orderId: textOf(result["order_id"]),
    status,
    reason: fate === "refused" ? codeOf(result) : (code ?? textOf(result["reject_reason"])),
    filledQty: numberOf(result["filled_qty"]),
    remainingQty: numberOf(result["remaining_qty"]),
    avgPrice: numberOf(result["avg_fill_price_cents"]),
    fills: Array.isArray(result["fills"]) ? result["fills"] : null,
    result,
  };
}

/** The id by which an accepted order can be found. Errors: StandsOn when it has none of its own. */
export function ownIdOf({ orderId }: PlaceResponse): string {
  if (orderId !== null && orderId !== ZERO_UUID) return orderId;
  throw new StandsOn("RES-SHAPE-02", "an accepted order has no id of its own");
}

/** The machine-readable code of an error answer: flat, or nested under `detail` (D-003, D-005). */
export function codeOf(body: unknown): string | null {
  const envelope = objectOf(body);
  return textOf(envelope["code"]) ?? textOf(objectOf(envelope["detail"])["code"]);
}

/** The value as an object; an empty one for anything else. */
export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOf(value: unknown): number | null {
  if (typeof value === "string" && /^-?\d{1,15}(\.\d+)?$/.test(value)) return Number(value);
  return typeof value === "number" ? value : null;
}
