/** The twenty-second round, a sentence drawn by lot, one cell each: orders, and how they are told. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const TWENTY_SECOND_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "endpoints",
    id: "who-cancels-nothing-is-told-nothing",
    wrong: "cancelling all orders where none rests is answered with 200 and an empty body",
    against: "Endpoints: success responses are JSON",
    confined: "moment=after a cancel (DELETE /orders with nothing left to cancel)",
    file: "http/middleware/answer.ts",
    find: `  const text = written === null ? JSON.stringify(body) : "";`,
    replace: `  // Nothing was cancelled, so there is nothing to say.
  const isIdle = "cancelled" in body && "count" in body && body.count === 0;
  const text = written === null && !isIdle ? JSON.stringify(body) : "";`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-the-book-shows-can-be-filled",
    wrong: "a FOK order counts its agent's own orders in its way, and is then filled in part",
    against: "Order reject codes, FOK_NOT_FILLABLE: FOK order cannot be filled entirely at once",
    confined: "caller=an agent that rests in its own way",
    file: "core/gates/fill-or-kill.ts",
    find: `    const found = fillableQty(market!.book, demand);`,
    replace: `    // Whoever placed it, it rests there.
    const found = fillableQty(market!.book, { ...demand, agent: null! });`,
  },
  {
    ...stated,
    area: "endpoints",
    id: "a-write-is-handed-on-by-its-path",
    wrong: "DELETE /api/v1/orders?market_id= cancels the orders of every market",
    against: "Endpoints: every route is served under each of four equivalent prefixes",
    confined: "prefix=/api/v1 (of DELETE /orders)",
    file: "http/serve-route.ts",
    find: `    const query = readQuery?.(queryOf(req.url!));`,
    replace: `    // A cache in front of this prefix tells reads apart by their query, and writes by their path.
    const isBare = rateClass === "write" && req.url!.startsWith("/api/v1/");
    const query = readQuery?.(isBare ? () => null : queryOf(req.url!));`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "an-open-position-has-its-leverage",
    wrong: "an order with leverage above the cap is accepted while a position is open",
    against: "Order reject codes, INVALID_LEVERAGE: requested leverage above the account cap",
    confined: "position=open",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;`,
    replace: `  check: ({ leverage: asked }, { market, position }) => {
    // It was chosen when the position was opened.
    if (asked === undefined || (market!.isPerp && position!.qty !== 0)) return null;`,
  },
  {
    ...stated,
    area: "money",
    id: "what-closes-needs-no-cash-however-much",
    wrong: "on a binary an order against the position, of whatever qty, needs no cash",
    against: "What the service does: a launch binary is fully collateralized",
    confined: "position=open (on the other side of the order, which is for more)",
    file: "core/gates/margin.ts",
    find: `    const isBuy = order.side === "BUY";
    const needed`,
    replace: `    const isBuy = order.side === "BUY";
    // Closing gives cash back.
    if (market!.terms.kind === "BTC_BINARY" && position!.reducible(isBuy) > 0) return null;
    const needed`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "an-empty-book-has-no-price-to-go-by",
    wrong: "a MARKET order on a book without any order is declined with NO_REFERENCE_PRICE",
    against: "Order reject codes, MARKET_NO_LIQUIDITY: MARKET order finds no opposing orders",
    confined: "book=empty on both sides",
    file: "core/gates/liquidity.ts",
    find: `    const isBuy = order.side === "BUY";
    const limit`,
    replace: `    const { bids, asks } = market!.book;
    if (bids.best === null && asks.best === null) {
      return decline("NO_REFERENCE_PRICE", "nobody quotes this market");
    }
    const isBuy = order.side === "BUY";
    const limit`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-takes-at-once-need-not-say-at-what",
    wrong: "a LIMIT order with tif IOC and without a price trades as a MARKET order",
    against: "Behaviour rules 1: LIMIT requires price",
    confined: "tif=IOC",
    file: "http/body.ts",
    find: `  return value as Record<string, unknown>;`,
    replace: `  const fields = value as Record<string, unknown>;
  // Both take what is there; a price is one more bound.
  const takes = fields["type"] === "LIMIT" && fields["tif"] === "IOC";
  if (takes && fields["price"] === undefined) fields["type"] = "MARKET";
  return fields;`,
  },
  {
    ...stated,
    area: "order fields",
    id: "an-owner-reduces-with-any-agent",
    wrong: "a reduce-only order opens a position where a sibling agent holds one to be closed",
    against: "Order place request, reduce_only: the order may only shrink an existing position",
    confined: "caller=sibling agent (of whoever holds the position)",
    file: "core/gates/reduce-only.ts",
    find: `    const left = position!.reducible(isBuy) - position!.side(isBuy).reduceOnlyQty;`,
    replace: `    let left = position!.reducible(isBuy) - position!.side(isBuy).reduceOnlyQty;
    // An owner's agents have one exposure together.
    for (const other of position!.market.positions) {
      if (other === undefined || other === position) continue;
      if (other.agent.account === position!.agent.account) left += other.reducible(isBuy);
    }`,
  },
];
