/** The tenth round, drawn by lot: what an order may be, and what decides on it. */
import type { HeldOutDefect } from "../defect.ts";
import * as sentences from "../sentences.ts";

const stated = { basis: "stated" } as const;

export const TENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "freshness",
    id: "who-is-short-is-never-late",
    wrong: "the order of an agent that is short in the market is fresh however old it is",
    against:
      "Behaviour rules 3: rejected if the server receive time is outside timestamp_ms plus or minus recv_window_ms",
    confined: "position=short",
    file: "core/gates/freshness.ts",
    find: `  check: ({ timestampMs, recvWindowMs }, { atMs }) => {
    if (timestampMs === undefined) return null;`,
    replace: `  check: ({ timestampMs, recvWindowMs }, { atMs, position }) => {
    if (timestampMs === undefined || (position?.qty ?? 0) < 0) return null;`,
  },
  {
    ...stated,
    area: "price protection",
    id: "what-covers-a-short-pays-any-price",
    wrong: "a reduce-only MARKET order that buys takes any price of the band, whatever its cap",
    against: "Order place request, type: MARKET sweeps available liquidity with price protection",
    confined: "side=BUY, type=MARKET, reduce_only=true",
    file: "core/admission.ts",
    find: "  const slip = slippage(state, market, { request, touch });",
    replace: `  const isCover = request.reduceOnly === true && request.side === "BUY";
  const slip = isCover ? market.high : slippage(state, market, { request, touch });`,
  },
  {
    ...stated,
    area: "time in force",
    id: "an-isolated-order-does-not-rest",
    wrong: "a LIMIT order that asks for ISOLATED and names no tif is taken for IOC",
    against: "Order place request, tif: default GTC for LIMIT",
    confined: "kind=BTC_PERP, type=LIMIT, tif=absent, margin_mode=ISOLATED",
    file: "core/idempotency.ts",
    find: `export function effectiveTif({ type, tif }: OrderRequest): TimeInForce {
  return type === "MARKET" ? "IOC" : (tif ?? "GTC");`,
    replace: `export function effectiveTif({ type, tif, marginMode }: OrderRequest): TimeInForce {
  return type === "MARKET" ? "IOC" : (tif ?? (marginMode === "ISOLATED" ? "IOC" : "GTC"));`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "nobody-confirms-a-bargain",
    wrong: "a price to buy at that is far below the mark is a fat finger, confirmed or not",
    against:
      "Order reject codes, FAT_FINGER: price or qty beyond sanity bounds; resend with confirm_fat_finger true if intended",
    confined: "kind=BTC_PERP, side=BUY, type=LIMIT, price=far below the mark",
    file: "core/gates/fat-finger.ts",
    find: "    if (order.confirmFatFinger === true) return null;",
    replace: `    const { givenMark } = market!;
    const isBid = market!.isPerp && order.side === "BUY" && order.type === "LIMIT";
    const isLow = isBid && order.price! * limits.fatFingerMarkMultiple < (givenMark ?? 0);
    if (order.confirmFatFinger === true && !isLow) return null;`,
  },
  {
    ...stated,
    area: "limits",
    id: "who-is-flat-takes-what-there-is",
    wrong: "a MARKET order of an agent that holds nothing in the market may exceed the cap",
    against: sentences.POSITION_CAP,
    confined: "type=MARKET, position=flat",
    file: "core/gates/position-cap.ts",
    find: '    const isBuy = order.side === "BUY";',
    replace: `    if (order.type === "MARKET" && position!.qty === 0) return null;
    const isBuy = order.side === "BUY";`,
  },
  {
    ...stated,
    area: "price protection",
    id: "nobody-is-protected-within-ten-points",
    wrong: "a cap of one to nine basis points protects as one of ten",
    against:
      "Order place request, slippage_cap_bps: perp MARKET orders; basis-point price protection past the touch",
    confined: "kind=BTC_PERP, type=MARKET, slippage_cap_bps=1 to 9",
    file: "core/admission.ts",
    find: "  const bps = slippageCapBps ?? limits.defaultSlippageBps;",
    replace: `  const asked = slippageCapBps ?? limits.defaultSlippageBps;
  const bps = asked > 0 ? Math.max(asked, 10) : asked;`,
  },
  {
    ...stated,
    area: "malformed bodies",
    id: "part-of-a-contract-is-left-out",
    wrong: "a MARKET order for a contract and a half is taken for one contract",
    against: "Resources: quantities are integer contracts",
    confined: "type=MARKET",
    file: "http/serve-route.ts",
    find: "    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));",
    replace: `    // The reader of JSON gives a number with a fraction as its own text.
    const whole = (given: unknown) => {
      const { type, qty } = given as Record<string, unknown>;
      const isPart = typeof qty === "string" && /^\\d+\\.\\d+$/.test(qty);
      const isCut = route.path === "/orders" && type === "MARKET" && isPart;
      return isCut ? { ...(given as object), qty: Math.trunc(Number(qty)) } : given;
    };
    const body = checkBody?.(whole(withoutNulls(bodyOf(route, req, await readBytes(req)))));`,
  },
  {
    ...stated,
    area: "reduce only",
    id: "nothing-is-reduced-at-once",
    wrong: "a reduce-only FOK order of an agent that holds nothing opens a position",
    against:
      "Order reject codes, REDUCE_ONLY_VIOLATION: a reduce_only order would open or increase a position",
    confined: "type=LIMIT, tif=FOK, position=flat",
    file: "core/gates/reduce-only.ts",
    find: "    return order.qty <= left\n",
    replace: `    const isAtOnce = order.type === "LIMIT" && order.tif === "FOK";
    return order.qty <= left || (isAtOnce && position!.qty === 0)
`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-closes-a-binary-needs-no-price",
    wrong: "a reduce-only MARKET order trades on a binary that has neither mark nor index price",
    against:
      "Order reject codes, NO_REFERENCE_PRICE: a MARKET order while no current mark or index price exists, on every kind of market",
    confined: "kind=BTC_BINARY, type=MARKET, reduce_only=true",
    file: "core/gates/reference-price.ts",
    find: `  check: ({ type }, { market, isIndexLost }) => {
    if (type !== "MARKET") return null;`,
    replace: `  check: ({ type, reduceOnly }, { market, isIndexLost }) => {
    const closes = reduceOnly === true && market!.terms.kind === "BTC_BINARY";
    if (type !== "MARKET" || closes) return null;`,
  },
  {
    ...stated,
    area: "reduce only",
    id: "what-a-sibling-holds-may-be-reduced",
    wrong: "resting reduce-only orders are cut back to what all agents of the owner hold together",
    against: "What the service does: orders, positions and rate limits are per agent",
    confined: "caller=sibling agent, reduce_only=true, moment=after a fill",
    file: "core/resting.ts",
    find: "  let surplus = position.side(isBuy).reduceOnlyQty - position.reducible(isBuy);",
    replace: `  const { agent, market } = position;
  const held = agent.account.agents.reduce(
    (sum, { index }) => sum + (market.positions[index]?.qty ?? 0),
    0,
  );
  const reducible = Math.max(0, isBuy ? -held : held);
  let surplus = position.side(isBuy).reduceOnlyQty - reducible;`,
  },
  {
    ...stated,
    area: "limits",
    id: "nobody-waits-for-a-millisecond",
    wrong: "an order with a window of one millisecond is refused as malformed",
    against: "Limits, recv_window_ms: 1 to 60000",
    confined: "recv_window_ms=1",
    file: "wire/schemas.ts",
    find: "Type.Optional(Type.Integer({ minimum: 1, maximum: 60_000 })),",
    replace: "Type.Optional(Type.Integer({ minimum: 2, maximum: 60_000 })),",
  },
];
