/** Reads the body of a place request, laxly: any letter case, null for absent. */

import { invalidField, Refused } from "../http/refusal.ts";
import type { PlaceRequest } from "./order.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const CLIENT_ORDER_ID = /^[A-Za-z0-9_:.-]{1,40}$/;
const QTY_MAX = 1_000_000_000;

/** Whether a text is a UUID in any letter case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * The request a body asks for; a smaller `qtyMin` leaves bad quantities to the engine.
 * Spec: Order place request. Errors: throws `Refused` with a validation error naming the field.
 */
export function readPlaceRequest(body: unknown, qtyMin = 1): PlaceRequest {
  const fields = new Fields(body);
  const type = required(fields.oneOf("type", ["LIMIT", "MARKET"]), "type");
  const price = fields.int("price");
  if (type === "LIMIT" && price === null) refuse("price", "a LIMIT order needs a price");
  return {
    marketId: required(fields.uuid("market_id"), "market_id"),
    side: required(fields.oneOf("side", ["BUY", "SELL"]), "side"),
    type,
    tif: fields.oneOf("tif", ["GTC", "IOC", "FOK", "POST_ONLY"]) ?? "GTC",
    price,
    qty: required(fields.int("qty", qtyMin, QTY_MAX), "qty"),
    clientOrderId: fields.clientOrderId(),
    ...readFreshness(fields),
    reduceOnly: fields.bool("reduce_only"),
    slippageCapCents: fields.int("slippage_cap_cents", 0),
    slippageCapBps: fields.int("slippage_cap_bps", 0),
    leverage: fields.int("leverage", 1),
    marginMode: fields.oneOf("margin_mode", ["CROSS", "ISOLATED"]),
    confirmFatFinger: fields.bool("confirm_fat_finger"),
  };
}

function readFreshness(fields: Fields): Pick<PlaceRequest, "timestampMs" | "recvWindowMs"> {
  const timestampMs = fields.int("timestamp_ms");
  const recvWindowMs = fields.int("recv_window_ms", 1, 60_000);
  if ((timestampMs === null) !== (recvWindowMs === null)) {
    refuse("recv_window_ms", "timestamp_ms and recv_window_ms go together");
  }
  return { timestampMs, recvWindowMs };
}

/** Typed look-ups in an untyped body; null stands for absent. */
class Fields {
  readonly #values: Map<string, unknown>;

  constructor(body: unknown) {
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      throw new Refused({ form: "invalid", loc: ["body"], message: "a JSON object is needed" });
    }
    this.#values = new Map(Object.entries(body));
  }

  int(name: string, min = -Number.MAX_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): number | null {
    const value = this.#values.get(name) ?? null;
    if (value === null) return null;
    if (typeof value !== "number" || !Number.isSafeInteger(value)) {
      return refuse(name, "an integer is needed");
    }
    if (value < min || value > max) refuse(name, `a value from ${min} to ${max} is needed`);
    return value;
  }

  bool(name: string): boolean {
    const value = this.#values.get(name) ?? false;
    return typeof value === "boolean" ? value : refuse(name, "a boolean is needed");
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | null {
    const value = this.#values.get(name) ?? null;
    if (value === null) return null;
    const found = allowed.find((word) => typeof value === "string" && word === value.toUpperCase());
    return found ?? refuse(name, `one of ${allowed.join(", ")} is needed`);
  }

  uuid(name: string): string | null {
    const value = this.#values.get(name) ?? null;
    if (value === null) return null;
    return typeof value === "string" && isUuid(value) ? value : refuse(name, "a UUID is needed");
  }

  clientOrderId(): string | null {
    const value = this.#values.get("client_order_id") ?? "";
    if (value === "") return null;
    if (typeof value === "string" && CLIENT_ORDER_ID.test(value)) return value;
    return refuse("client_order_id", "up to 40 letters, digits and _ : . - are needed");
  }
}

function required<T>(value: T | null, name: string): T {
  return value ?? refuse(name, "field required");
}

function refuse(name: string, message: string): never {
  throw new Refused(invalidField(name, message));
}
