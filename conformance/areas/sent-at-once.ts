/** Venues that look at an order, and act on what they saw when others have been taken meanwhile. */
import { setTimeout as wait } from "node:timers/promises";
import { type Fields, fieldsOf, keyOf, matches } from "../interposer/changes.ts";
import { type WireVariant, withBody } from "../interposer/interposer.ts";
import type { Mutant } from "../interposer/mutant.ts";
import { gate } from "./gate-change.ts";

/** How the id of an order begins that came while another one was under way. */
const AT_ONCE = "at-once.";

/** As long as an order is under way at least, so that what is sent at once is so. Units: ms. */
const UNDER_WAY_MS = 5;

/** Names orders that come while another one of their market and side is under way. */
function namesAtOnce(): WireVariant {
  const underWay: Fields[] = [];
  const named = new Set<string>();
  const isBeside = (order: Fields) => (one: Fields) =>
    one["client_order_id"] !== order["client_order_id"] &&
    ["market_id", "side"].every((member) => one[member] === order[member]);
  return async (request, venue) => {
    const order = fieldsOf(request.body);
    const { client_order_id: id } = order;
    if (!matches(request, "POST /orders") || typeof id !== "string") return venue(request);
    const place = `${keyOf(request)} ${id}`;
    if (underWay.some(isBeside(order))) named.add(place);
    underWay.push(order);
    await wait(UNDER_WAY_MS);
    const known = { ...order, client_order_id: AT_ONCE + id };
    const answered = venue(named.has(place) ? withBody(request, known) : request);
    return answered.finally(() => underWay.splice(underWay.indexOf(order), 1));
  };
}

/** A venue one of whose gates lets an order pass that comes while another one is under way. */
export function lookedAtTooEarly(name: string): Pick<Required<Mutant>, "venue" | "wire"> {
  const changed = gate(
    name,
    (check) => (order, context) =>
      order.clientOrderId?.startsWith(AT_ONCE) ? null : check(order, context),
  );
  return { venue: changed!, wire: namesAtOnce };
}
