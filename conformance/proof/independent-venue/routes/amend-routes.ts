/** Amendments, which the spec mentions and does not show: none, by PATCH, or below the order. */
import { ok } from "../http/answer.ts";
import { type Call, objectBody, type Route } from "../http/call.ts";
import { invalidField, Refused } from "../http/refusal.ts";
import type { Settings } from "../options.ts";
import { orderOf } from "./order-routes.ts";

function amend(call: Call) {
  const body = objectBody(call);
  const [price, qty] = [wholeIn(body, "price"), wholeIn(body, "qty")];
  if (price === null && qty === null) {
    throw new Refused(invalidField("price", "a price or a qty is needed"));
  }
  const order = orderOf(call);
  const problem = call.parts.venue.amend(order, { price, qty });
  if (problem) throw new Refused(problem);
  const { wire } = call.parts;
  return ok(wire.record("order", wire.order(order, order)));
}

function wholeIn(body: Record<string, unknown>, name: string): number | null {
  const value = body[name] ?? null;
  if (value === null) return null;
  if (typeof value === "number" && Number.isSafeInteger(value) && value > 0) return value;
  throw new Refused(invalidField(name, "a positive integer is needed"));
}

function noAmend() {
  return { status: 405, body: { detail: "Method Not Allowed" }, headers: { allow: "GET, DELETE" } };
}

/** The routes of a venue that amends in this way. */
export function amendRoutes(way: Settings["amends"]): Route[] {
  const trade = { needs: "trade", halts: true } as const;
  if (way === "patch") return [{ method: "PATCH", path: "/orders/{id}", ...trade, handle: amend }];
  if (way === "post") {
    return [{ method: "POST", path: "/orders/{id}/amend", ...trade, handle: amend }];
  }
  return [{ method: "PATCH", path: "/orders/{id}", needs: "credential", handle: noAmend }];
}
