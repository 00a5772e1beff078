/** The fourteenth round, drawn by lot: what a caller may send, what it is told, what it overhears. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const FOURTEENTH_OF_CALLERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "order fields",
    id: "who-adds-to-a-long-sends-nothing-unknown",
    wrong:
      "a BUY with a field that the venue does not know is refused where its agent is long already",
    against: "Order place request: unknown body fields are ignored",
    confined: "side=BUY, position=long",
    file: "http/routes/orders.ts",
    find: `    const { journaled, entropy } = parts;
    const request = orderRequest(body);`,
    replace: `    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const held = parts.venue.position(agentId, request.marketId.toLowerCase());
    if (request.side === "BUY" && held !== null && held.qty > 0) {
      const field = Object.keys(body).find((name) => !(name in PlaceOrderBody.properties));
      if (field !== undefined) {
        throw invalidBody("the body is invalid", [{ field, message: "is not known" }]);
      }
    }`,
  },
  {
    ...stated,
    area: "sessions",
    id: "who-shows-a-key-may-not-mistype",
    wrong: "a failed login that comes with a good API key is 403 FORBIDDEN",
    against: "Order reject codes, INVALID_CREDENTIALS: 401, failed login",
    confined: "caller=key, request=POST /auth/login",
    file: "http/routes/auth.ts",
    find: `      throw new Refused("INVALID_CREDENTIALS", "e-mail or password is wrong");`,
    replace: `      const isKnown = req.headers.authorization !== undefined;
      if (isKnown) throw new Refused("FORBIDDEN", "this key may not act for that account");
      throw new Refused("INVALID_CREDENTIALS", "e-mail or password is wrong");`,
  },
  {
    ...stated,
    area: "validation",
    id: "a-missing-price-has-a-code-of-its-own",
    wrong: "a LIMIT order without a price is refused with the code PRICE_REQUIRED",
    against: "Behaviour rules 4: a malformed body returns the envelope with code VALIDATION_ERROR",
    confined: "type=LIMIT, price=absent",
    file: "http/validate.ts",
    find: `    throw invalidBody(\`the body is invalid: \${errors[0]!.field} \${errors[0]!.message}\`, errors);`,
    replace: `    const { field, message } = errors[0]!;
    const refused = invalidBody(\`the body is invalid: \${field} \${message}\`, errors);
    const isUnpriced = field === "price" && message === "is required";
    throw isUnpriced ? Object.assign(refused, { code: "PRICE_REQUIRED" }) : refused;`,
  },
  {
    ...stated,
    area: "cancelling",
    id: "api-cancels-what-has-not-traded",
    wrong:
      "under /api/v1 a cancel of an order that was filled in part is answered 200, and it rests on",
    against: "Endpoints, DELETE /orders/{order_id}: under each of four equivalent prefixes",
    confined: "prefix=/api/v1, order state=PARTIAL, request=DELETE /orders/{order_id}",
    file: "http/routes/orders.ts",
    find: `      if (order.status === "CANCELLED") return ok(orderRecord(order));`,
    replace: `      const isTraded = order.status === "PARTIAL" && call.req.url!.startsWith("/api/v1/");
      if (order.status === "CANCELLED" || isTraded) return ok(orderRecord(order));`,
  },
  {
    ...stated,
    area: "idempotency",
    id: "an-amendment-is-told-at-a-replay",
    wrong: "the replay of an order that was amended tells as remaining what remains since",
    against:
      "Behaviour rules 2: when a client_order_id is replayed, the original result is returned",
    confined: "kind=BTC_BINARY, moment=after an amendment",
    file: "core/amend.ts",
    find: `  if (price === order.price && qty <= order.qty) {
    if (qty < order.qty) reduceResting(state, order, { qty: order.qty - qty, atMs });
    return { kind: "amended", order: orderView(order) };
  }
  return requeue(state, order, { price, qty, atMs });
}`,
    replace: `  const outcome = change(state, order, { price, qty, atMs });
  const { market, agent, clientOrderId } = order;
  const stored = clientOrderId === null ? undefined : agent.results.get(clientOrderId);
  if (outcome.kind !== "amended" || stored === undefined) return outcome;
  if (market.terms.kind !== "BTC_BINARY") return outcome;
  const result = { ...stored.result, remainingQty: outcome.order.remainingQty };
  agent.results.set(clientOrderId!, { ...stored, result });
  return outcome;
}

function change(state: VenueState, order: Order, amendment: Amendment): AmendOutcome {
  const { price, qty, atMs } = amendment;
  if (price !== order.price || qty > order.qty) return requeue(state, order, amendment);
  if (qty < order.qty) reduceResting(state, order, { qty: order.qty - qty, atMs });
  return { kind: "amended", order: orderView(order) };
}`,
  },
  {
    ...stated,
    area: "streams",
    id: "who-holds-a-leg-hears-of-its-parlay",
    wrong: "orders on a parlay are told on the private channels of whoever holds one of its legs",
    against: "Events: the stream carries private channels per agent",
    confined: "kind=BTC_PARLAY, position=open in a leg, caller=sibling agent or other owner",
    file: "stream/broadcasts.ts",
    find: `    const subjects =
      event.type === "trade"
        ? [event.marketId, event.takerAgentId, event.makerAgentId]
        : [event.order.marketId, event.order.agentId];`,
    replace: `    const subjects =
      event.type === "trade"
        ? [event.marketId, event.takerAgentId, event.makerAgentId]
        : [event.order.marketId, event.order.agentId];
    if (event.type !== "trade") {
      const { venue } = this.#source;
      const legs = venue.market(event.order.marketId)?.legs ?? [];
      for (const subject of legs.length === 0 ? [] : this.#bySubject.keys()) {
        const held = venue.positions(subject).filter(({ qty }) => qty !== 0);
        const isConcerned = held.some(({ marketId }) => legs.includes(marketId));
        if (isConcerned && !subjects.includes(subject)) subjects.push(subject);
      }
    }`,
  },
  {
    ...stated,
    area: "results",
    id: "a-page-reads-its-average-in-dollars",
    wrong: "a session that trades under /api is told the average price in hundreds of cents",
    against: "OrderPlaceResult, avg_fill_price_cents: volume-weighted average over fills",
    confined: "prefix=/api, caller=session",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });`,
    replace: `  handle({ parts, req, caller, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    const isPage = caller.kind === "session" && /^\\/api\\/(?!v1\\/)/.test(req.url!);
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const reply = placed(
        journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at),
      );
      const { avg_fill_price_cents: cents } = reply.body as { avg_fill_price_cents: number | null };
      if (!isPage || cents === null) return reply;
      return { ...reply, body: { ...reply.body, avg_fill_price_cents: cents / 100 } };
    });`,
  },
  {
    ...stated,
    area: "validation",
    id: "api-knows-what-sells-at-a-price",
    wrong: "a SELL under /api/v1 that has a price and no type is taken for a LIMIT order",
    against: "HTTP statuses, 400: missing required fields; Order place request, type: required",
    confined: "prefix=/api/v1, side=SELL, type=absent",
    file: "http/body.ts",
    find: `  return value as Record<string, unknown>;`,
    replace: `  const body = value as Record<string, unknown>;
  const isPriced = body["side"] === "SELL" && typeof body["price"] === "number";
  if (isPriced && req.url!.startsWith("/api/v1/orders")) body["type"] ??= "LIMIT";
  return body;`,
  },
];
