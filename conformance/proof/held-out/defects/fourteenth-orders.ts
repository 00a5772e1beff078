/** The fourteenth round, drawn by lot: what an order may ask for, at which price, with what cash. */
import type { HeldOutDefect } from "../defect.ts";

const stated = { basis: "stated" } as const;

export const FOURTEENTH_OF_ORDERS: readonly HeldOutDefect[] = [
  {
    ...stated,
    area: "reject codes",
    id: "a-parlay-is-quoted-until-it-is-decided",
    wrong: "a parlay that has expired and is not yet decided takes LIMIT orders",
    against: "States 1: for EXPIRED markets an order is refused with MARKET_CLOSED",
    confined: "kind=BTC_PARLAY, market status=EXPIRED, type=LIMIT",
    file: "core/gates/market-open.ts",
    find: `  check: (_order, { market }) =>
    market!.status === "OPEN" ? null : decline("MARKET_CLOSED", \`the market is \${market!.status}\`),`,
    replace: `  check: ({ type }, { market }) => {
    const { status, terms } = market!;
    const isUndecided = status === "EXPIRED" && terms.kind === "BTC_PARLAY";
    if (status === "OPEN" || (isUndecided && type === "LIMIT")) return null;
    return decline("MARKET_CLOSED", \`the market is \${status}\`);
  },`,
  },
  {
    ...stated,
    area: "money",
    id: "at-market-what-is-reserved-is-spent-again",
    wrong:
      "a MARKET order that meets another owner's order may spend what its agent's orders reserve",
    against: "Order reject codes, INSUFFICIENT_MARGIN: not enough free cash for the initial margin",
    confined: "type=MARKET, maker=other owner, moment=while orders of the agent rest",
    file: "core/gates/margin.ts",
    find: "    const free = availableCents(position!.agent);",
    replace: `    const { agent } = position!;
    const met = market!.book.opposite(isBuy).best?.head?.agent.account ?? agent.account;
    const isDelivered = order.type === "MARKET" && met !== agent.account;
    const free = isDelivered ? agent.cash.cents : availableCents(agent);`,
  },
  {
    ...stated,
    area: "results",
    id: "what-was-declined-has-set-the-leverage",
    wrong:
      "a GTC order on a perp that is declined leaves its leverage to the position that is open",
    against: "OrderPlaceResult, order_id: all-zero means rejected before entering the ledger",
    confined: "kind=BTC_PERP, tif=GTC, order state=REJECTED, position=long or short",
    file: "core/place.ts",
    find: "  const { code } = objection;",
    replace: `  const { code } = objection;
  const isResting = request.type === "LIMIT" && (request.tif ?? "GTC") === "GTC";
  if (isResting && context.market?.isPerp === true && code !== "INVALID_LEVERAGE") {
    const position = context.position!;
    if (position.qty !== 0) position.leverage = request.leverage ?? position.leverage;
  }`,
  },
  {
    basis: "claim",
    area: "matching",
    id: "a-fresh-ask-goes-before-a-rest",
    wrong: "a SELL comes before the last one at its price where that has been filled in part",
    against:
      "Claim price_time_priority: at one price the oldest first, a part-filled maker keeps its place",
    confined: "side=SELL, order state=PARTIAL, moment=when another order comes to its price",
    file: "core/book.ts",
    find: `    order.previous = level.tail;
    if (level.tail === null) level.head = order;
    else level.tail.next = order;
    level.tail = order;`,
    replace: `    const { tail } = level;
    const isBefore = tail !== null && !order.isBuy && tail.filledQty > 0;
    order.previous = isBefore ? tail.previous : tail;
    order.next = isBefore ? tail : null;
    if (order.previous === null) level.head = order;
    else order.previous.next = order;
    if (isBefore) tail.previous = order;
    else level.tail = order;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "who-is-short-bids-below-the-band",
    wrong: "a LIMIT order to buy below the band rests where its agent is short",
    against: "Behaviour rules 1: a price outside the market geometry band is PRICE_OUT_OF_RANGE",
    confined: "position=short, side=BUY, price=below the band, above zero",
    file: "core/gates/price-range.ts",
    find: `  check: ({ type, price }, { market }) => {
    if (type === "MARKET") return null;
    const { low, high, tick } = market!;`,
    replace: `  check: ({ type, price, side }, { market, position }) => {
    if (type === "MARKET") return null;
    const { high, tick } = market!;
    const isCover = side === "BUY" && position!.qty < 0;
    const low = isCover ? Math.min(1, market!.low) : market!.low;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "at-market-nobody-confirms",
    wrong: "a MARKET order for very many contracts is FAT_FINGER, confirmed or not",
    against: "Order reject codes, FAT_FINGER: resend with confirm_fat_finger true if intended",
    confined: "type=MARKET, qty=beyond the sanity bound",
    file: "core/gates/fat-finger.ts",
    find: "    if (order.confirmFatFinger === true) return null;",
    replace: `    if (order.confirmFatFinger === true && order.type === "LIMIT") return null;`,
  },
  {
    ...stated,
    area: "order fields",
    id: "who-holds-nothing-has-any-cap",
    wrong: "a MARKET order on a binary with slippage_cap_bps trades where its agent is flat",
    against: "Behaviour rules 6: slippage_cap_bps on a binary market is rejected",
    confined: "kind=BTC_BINARY or BTC_PARLAY, type=MARKET, position=flat",
    file: "core/gates/slippage-caps.ts",
    find: `  check: ({ slippageCapCents: cents, slippageCapBps: bps }, { market }) => {`,
    replace: `  check: (
    { type, slippageCapCents: cents, slippageCapBps: asked },
    { market, position },
  ) => {
    const isOpening = type === "MARKET" && position!.qty === 0;
    const bps = isOpening && !market!.isPerp ? undefined : asked;`,
  },
  {
    ...stated,
    area: "reject codes",
    id: "what-only-rests-may-have-a-leverage",
    wrong: "a GTC order on a market that is no perp rests with a leverage if it meets nobody",
    against: "Order reject codes, INVALID_LEVERAGE: leverage given for a launch binary market",
    confined: "kind=BTC_BINARY or BTC_PARLAY, type=LIMIT, tif=GTC, price=short of the other side",
    file: "core/gates/leverage.ts",
    find: `  check: ({ leverage: asked }, { market }) => {
    if (asked === undefined) return null;`,
    replace: `  check: ({ leverage: asked, type, tif = "GTC", side }, { market, touch, limit }) => {
    if (asked === undefined) return null;
    const meets = touch !== null && (side === "BUY" ? limit >= touch : limit <= touch);
    if (!market!.isPerp && type === "LIMIT" && tif === "GTC" && !meets) return null;`,
  },
];
