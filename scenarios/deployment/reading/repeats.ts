/** Tells order answers that may speak of an earlier order: their client_order_id was sent before. */
import type { Exchange } from "../wire/exchange.ts";
import { objectOf } from "./order.ts";
import { objectsIn } from "./reading.ts";

const repeated = new WeakSet<Exchange>();

/**
 * True for the answer to an order whose client_order_id had been sent more than once when it came:
 * a replay, a resend after a lost answer, or one of several sent at once. Such an answer may be the
 * result of another body (D-040, D-044), so what holds between a request and its result does not
 * bind it.
 */
export function isRepeat(exchange: Exchange): boolean {
  return repeated.has(exchange);
}

/** The client_order_ids one link has sent. */
export class SentIds {
  readonly #times = new Map<string, number>();

  /** Counts an order about to be sent, or all those of a ladder. */
  sending(body: unknown): void {
    for (const id of objectsIn(body).map(idOf)) {
      if (id !== null) this.#times.set(id, (this.#times.get(id) ?? 0) + 1);
    }
  }

  /** Marks the answer where its id was sent more than once by now. */
  answered(body: unknown, exchange: Exchange): void {
    const id = idOf(body);
    if (id !== null && (this.#times.get(id) ?? 0) > 1) repeated.add(exchange);
  }
}

/** The client_order_id of an order body; null without one. */
export function idOf(body: unknown): string | null {
  const id = objectOf(body)["client_order_id"];
  return typeof id === "string" ? id : null;
}
