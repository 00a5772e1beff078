/** The seventh round: orders as they are judged, matched, amended, replaced, cancelled and resent. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;
const idempotency = { ...stated, area: "idempotency", against: sentences.REPLAY } as const;

export const SEVENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...idempotency,
    area: "ladders",
    id: "a-ladder-frees-the-ids-that-it-cancels",
    wrong: "a ladder places again an order that it has just cancelled, under the same id",
    confined: "route=/orders/replace-ladder, client_order_id=of an order that the ladder cancels",
    file: "core/cancel.ts",
    find: "  const results = orders.map(({ orderId, request }) => {",
    replace: `  const known = state.agents.get(agentId)!.results;
  for (const [id, { orderId }] of known) if (cancelled.includes(orderId)) known.delete(id);
  const results = orders.map(({ orderId, request }) => {`,
  },
  {
    ...stated,
    area: "ladders",
    id: "a-ladder-takes-siblings-along",
    wrong: "a ladder cancels the orders of the owner's other agents in its market too",
    against: "What the service does: orders, positions and rate limits are per agent",
    confined: "route=/orders/replace-ladder, caller=sibling agent",
    file: "core/cancel.ts",
    find: "  const positions = positionsIn(state.agents.get(agentId)!, marketId);",
    replace: `  const { agents } = state.agents.get(agentId)!.account;
  const positions = agents.flatMap((agent) => positionsIn(agent, marketId));`,
  },
  {
    ...stated,
    area: "cancels",
    id: "one-perp-is-cancelled-as-all-of-them",
    wrong: "cancelling everything in a perp cancels the orders in all other perps",
    against: sentences.CANCEL_ALL,
    confined: "kind=BTC_PERP, parameter=market_id, moment=with orders in a second perp",
    file: "core/cancel.ts",
    find: "  const positions = agent === undefined ? [] : positionsIn(agent, command.marketId);",
    replace: `  const isPerp = state.markets.get(command.marketId ?? "")?.isPerp;
  const own = (one: Agent) => (isPerp ? one.perps : positionsIn(one, command.marketId));
  const positions = agent === undefined ? [] : own(agent);`,
  },
  {
    ...idempotency,
    id: "each-prefix-has-ids-of-its-own",
    wrong: "an order that is resent under another prefix is placed again",
    confined: "prefix=another than that of the first request",
    file: "http/routes/orders.ts",
    find: `  handle({ parts, agentId, at, body }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });
  },
});
`,
    replace: `  handle({ parts, agentId, at, body, req }) {
    const { journaled, entropy } = parts;
    const request = orderRequest(body);
    const orderId = entropy.uuid();
    const { clientOrderId = "" } = request;
    return afterwards(journaled.recall(agentId, [request], at), () => {
      const lost = indexFor([request], parts, at);
      const prefix = req.url!.slice(0, req.url!.indexOf("/orders"));
      const name = \`\${agentId} \${clientOrderId}\`;
      if ((PREFIXES.get(name) ?? prefix) !== prefix) {
        const results = [{ agentId, clientOrderIds: [clientOrderId] }];
        journaled.apply({ type: "forget-results", results }, at);
      }
      if (clientOrderId !== "") PREFIXES.set(name, prefix);
      return placed(journaled.apply({ type: "place", agentId, orderId, request, ...lost }, at));
    });
  },
});

const PREFIXES = new Map<string, string>();
`,
  },
  {
    ...idempotency,
    id: "an-amended-order-is-another-one",
    wrong: "the resend of an order that was amended is refused as another order under its id",
    confined: "moment=after an amendment to another price or more contracts",
    file: "core/amend.ts",
    find: "  order.qty = change.qty;",
    replace: `  order.qty = change.qty;
  const kept = order.agent.results.get(order.clientOrderId ?? "");
  if (kept !== undefined) Object.assign(kept.request, { price: change.price, qty: change.qty });`,
  },
  {
    ...stated,
    area: "freshness",
    id: "the-widest-window-stays",
    wrong: "an agent's orders are judged by the widest window that it has sent so far",
    against: "Behaviour rules 3: rejected outside timestamp_ms plus or minus recv_window_ms",
    confined: "moment=after an order with a wider window",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);
    return offMs <= recvWindowMs!
      ? null
      : decline("TIMESTAMP_OUT_OF_WINDOW", \`\${offMs} ms off, the window is \${recvWindowMs} ms\`);
  },
};`,
    replace: `  check: ({ timestampMs, recvWindowMs }, { agent, atMs }) => {
    if (timestampMs === undefined) return null;
    const offMs = Math.abs(atMs - timestampMs);
    const windowMs = Math.max(recvWindowMs!, WINDOWS.get(agent) ?? 0);
    WINDOWS.set(agent, windowMs);
    return offMs <= windowMs
      ? null
      : decline("TIMESTAMP_OUT_OF_WINDOW", \`\${offMs} ms off, the window is \${recvWindowMs} ms\`);
  },
};

const WINDOWS = new WeakMap<object, number>();`,
  },
  {
    area: "cooldowns",
    basis: "claim",
    id: "a-cancel-ends-the-pause",
    wrong: "cancelling an order ends the pause of its agent, market and side",
    against: "Claim cooldown: it ends rest_ms after it began; of the agent, market and side",
    confined: "moment=after an order of that side was cancelled",
    file: "core/resting.ts",
    find: "  order.position.side(order.isBuy).leave(order, qty);",
    replace: `  const side = order.position.side(order.isBuy);
  side.leave(order, qty);
  side.cooldown = null;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "fills-of-what-still-rests-count-twice",
    wrong:
      "what a resting order has traded counts twice, so another one that just fits is declined",
    against: `${sentences.POSITION_CAP}; one that reaches it does not`,
    confined: "moment=beside a part-filled order of the same side",
    file: "core/gates/position-cap.ts",
    find: "    const reached = held + position!.side(isBuy).qty + order.qty;",
    replace: `    const beside = position!.orders.filter((one) => one.isBuy === isBuy);
    const traded = beside.reduce((sum, { filledQty }) => sum + filledQty, 0);
    const reached = held + position!.side(isBuy).qty + traded + order.qty;`,
  },
  {
    ...stated,
    area: "reduce-only",
    id: "reduce-only-outlives-a-turn",
    wrong: "reduce-only orders outlive a position that is turned round, and add to the new one",
    against: sentences.REDUCE_ONLY,
    confined: "reduce_only=true and resting, moment=after the position was turned round",
    file: "core/resting.ts",
    find: "  let surplus = position.side(isBuy).reduceOnlyQty - position.reducible(isBuy);",
    replace: "  let surplus = position.side(isBuy).reduceOnlyQty - Math.abs(position.qty);",
  },
  {
    ...stated,
    area: "reduce-only",
    id: "reduce-only-goes-by-the-first-market",
    wrong: "a reduce-only order is judged by what its agent holds in its first market of the kind",
    against: "Order reject codes, REDUCE_ONLY_VIOLATION: it would open or increase a position",
    confined: "reduce_only=true, moment=in an agent's second market of a kind",
    file: "core/gates/reduce-only.ts",
    find: "    const left = position!.reducible(isBuy) - position!.side(isBuy).reduceOnlyQty;",
    replace: `    const { kind } = position!.market.terms;
    const first = position!.agent.positions.find(({ market }) => market.terms.kind === kind)!;
    const left = first.reducible(isBuy) - first.side(isBuy).reduceOnlyQty;`,
  },
  {
    ...stated,
    area: "matching",
    id: "a-sweep-ends-after-sixteen",
    wrong: "an order that has met sixteen others meets no more, and crosses the book if it rests",
    against: "Order place request, type: MARKET sweeps available liquidity with price protection",
    confined: "fills=more than sixteen",
    file: "core/matching.ts",
    find: "  while (taker.remainingQty > 0) {",
    replace: "  while (taker.remainingQty > 0 && fills.length < 16) {",
  },
];
