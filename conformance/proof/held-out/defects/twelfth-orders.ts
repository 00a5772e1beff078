/** The twelfth round, drawn by lot: how an order is taken, and what keeps it out. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const TWELFTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "price protection",
    id: "a-cap-on-a-parlay-is-a-percentage",
    wrong: "slippage_cap_cents of a MARKET order on a parlay is read as a percentage of the touch",
    against:
      "Order place request, slippage_cap_cents: additive price protection in scaled binary price units",
    confined: "kind=BTC_PARLAY, type=MARKET, slippage_cap_cents=given",
    file: "core/admission.ts",
    find: "  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;",
    replace: `  if (market.terms.kind === "BTC_PARLAY" && slippageCapCents !== undefined) {
    return Math.floor((touch! * slippageCapCents) / market.payoutCents);
  }
  if (!market.isPerp) return slippageCapCents ?? limits.defaultSlippageCents;`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "what-was-filled-in-part-is-placed-again",
    wrong: "a repeated client_order_id whose first result was PARTIAL places a second order",
    against: "Order place request, client_order_id: idempotency key",
    confined: "order state=PARTIAL as first answered",
    file: "core/gates/client-order-id.ts",
    find: "    if (stored === undefined) return null;",
    replace: `    if (stored === undefined || stored.result.status === "PARTIAL") return null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "nothing-rests-beside-what-fills-or-kills",
    wrong: "the position cap of a FOK order does not count what rests on its side already",
    against: sentences.POSITION_CAP,
    confined: "type=LIMIT, tif=FOK",
    file: "core/gates/position-cap.ts",
    find: "    const reached = held + position!.side(isBuy).qty + order.qty;",
    replace: `    const isAtOnce = order.type === "LIMIT" && order.tif === "FOK";
    const working = isAtOnce ? 0 : position!.side(isBuy).qty;
    const reached = held + working + order.qty;`,
  },
  {
    ...stated,
    area: "kill switch",
    id: "an-amendment-in-a-freeze-is-a-conflict",
    wrong: "who amends an order while the kill switch is on is told 409 AMEND_CONFLICT",
    against: "Order reject codes, EXCHANGE_FROZEN: 503 while the global kill switch is active",
    confined: "order state=resting, request=PATCH /orders/{order_id}",
    file: "http/middleware/check-open.ts",
    find: "  if (route.entersOrders && venue.frozen) {",
    replace: `  if (route.feature === "amend" && venue.frozen) {
    throw new Refused("AMEND_CONFLICT", "no order changes in a freeze");
  }
  if (route.entersOrders && venue.frozen) {`,
  },
  {
    ...stated,
    area: "ladders",
    id: "a-ladder-of-both-sides-is-created",
    wrong: "a ladder that names no side is answered with 201",
    against: "Endpoints, POST /orders/replace-ladder: 200",
    confined: "side=absent",
    file: "http/routes/orders.ts",
    find: "    return ok({ cancelled: outcome.cancelled, results: await Promise.all(results) });",
    replace: `    const told = { cancelled: outcome.cancelled, results: await Promise.all(results) };
    return body.side === undefined ? { status: 201, body: told } : ok(told);`,
  },
];
