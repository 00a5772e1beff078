/** What is typed into the order form, and the order it makes. */
import { computed, signal } from "@preact/signals";
import type { Records } from "../../client/client.ts";
import { earmarkCents } from "./earmark.ts";
import { wholeNumber } from "./figures.ts";
import type { PlacedBody } from "./intentions.ts";
import { looked, lookedMarket, marketId, own, venueMs } from "./state.ts";

/** The fields, as texts. */
export const order = {
  side: signal<"BUY" | "SELL">("BUY"),
  type: signal<"LIMIT" | "MARKET">("LIMIT"),
  tif: signal<NonNullable<PlacedBody["tif"]>>("GTC"),
  price: signal(""),
  qty: signal("1"),
  reduceOnly: signal(false),
  slippage: signal(""),
  leverage: signal(""),
  marginMode: signal<"" | "CROSS" | "ISOLATED">(""),
  clientOrderId: signal(""),
  recvWindow: signal(""),
};

/** Whether the market has leverage. */
export const isPerp = (): boolean => lookedMarket.value?.kind === "BTC_PERP";

/** The order, or what is not right yet. */
export type DraftedOrder = { body: PlacedBody } | { field: keyof typeof order; problem: string };

const ID = /^[A-Za-z0-9_:.-]{1,64}$/;

/** Errors: none; the first field that is wrong is named. */
export function draft(): DraftedOrder {
  const qty = wholeNumber(order.qty.value);
  if (qty === null) return wrong("qty", "a whole number of contracts");
  const body: PlacedBody = {
    market_id: marketId.value ?? "",
    side: order.side.value,
    type: order.type.value,
    qty,
  };
  const isLimit = body.type === "LIMIT";
  if (isLimit) {
    const price = wholeNumber(order.price.value);
    if (price === null) return wrong("price", "a whole number of price units");
    Object.assign(body, { price, tif: order.tif.value });
  }
  if (order.reduceOnly.value) body.reduce_only = true;
  const numbers = [
    ...(isLimit ? [] : [["slippage", isPerp() ? "slippage_cap_bps" : "slippage_cap_cents"]]),
    ...(isPerp() ? [["leverage", "leverage"]] : []),
    ["recvWindow", "recv_window_ms"],
  ] as [keyof typeof order, keyof PlacedBody][];
  for (const [name, member] of numbers) {
    const text = String(order[name].value).trim();
    if (text === "") continue;
    const value = wholeNumber(text);
    if (value === null) return wrong(name, "a whole number");
    Object.assign(body, { [member]: value });
  }
  if (isPerp() && order.marginMode.value !== "") body.margin_mode = order.marginMode.value;
  if (body.recv_window_ms !== undefined) body.timestamp_ms = venueMs.peek() ?? Date.now();
  const id = order.clientOrderId.value.trim();
  if (id !== "" && !ID.test(id)) return wrong("clientOrderId", "letters, digits and _ : . -");
  return { body: id === "" ? body : { ...body, client_order_id: id } };
}

const wrong = (field: keyof typeof order, problem: string): DraftedOrder => ({ field, problem });

/** What the venue would probably earmark. Units: cents; null where that cannot be told. */
export const earmark = computed((): number | null => {
  const { market, book } = looked.read();
  const qty = wholeNumber(order.qty.value);
  if (market === null || qty === null || qty <= 0) return null;
  const side = order.side.value;
  const price =
    order.type.value === "LIMIT"
      ? wholeNumber(order.price.value)
      : worst(book.side(side === "SELL", 200), qty);
  if (price === null) return null;
  const held = own.read().positions.get(market.market_id);
  const leverage = wholeNumber(order.leverage.value) ?? held?.leverage ?? 1;
  return earmarkCents(market, { side, qty, price, leverage }, closable(side));
});

/** The last price that so many contracts would reach. */
function worst(levels: { price: number; total: number }[], qty: number): number | null {
  return (levels.find(({ total }) => total >= qty) ?? levels.at(-1))?.price ?? null;
}

/** Contracts of the opposite position that no other order of this side closes. */
function closable(side: "BUY" | "SELL"): number {
  const { positions, orders } = own.read();
  const held = positions.get(marketId.value ?? "")?.qty ?? 0;
  const opposite = side === "BUY" ? Math.max(0, -held) : Math.max(0, held);
  let working = 0;
  for (const one of orders.values()) if (isBeside(one, side)) working += one.remaining_qty;
  return Math.max(0, opposite - working);
}

const isBeside = ({ market_id, side, status }: Records["Order"], wanted: string): boolean =>
  market_id === marketId.value && side === wanted && /^(NEW|PARTIAL)$/.test(status);
