/** Matching, time in force, reduce-only, cooldowns, and which markets take orders. */
import type { HeldOutDefect } from "../defect.ts";
import { COOLDOWN, ONLY_OPEN, PRIORITY, REDUCE_ONLY } from "../sentences.ts";

const matching = { area: "matching", basis: "stated" } as const;
const cooldown = { area: "cooldown", basis: "stated", against: COOLDOWN } as const;
const markets = { area: "closed markets", basis: "stated" } as const;

export const MATCHING_DEFECTS: readonly HeldOutDefect[] = [
  {
    ...matching,
    id: "part-filled-maker-goes-to-the-back",
    wrong: "a maker that is part-filled queues behind the others of its price",
    against: PRIORITY,
    basis: "claim",
    confined: "moment=after a partial fill",
    file: "core/matching.ts",
    find: "if (maker.remainingQty > 0) market.book.shrink(maker, qty);",
    replace: `if (maker.remainingQty > 0) {
    market.book.remove(maker, maker.remainingQty + qty);
    market.book.add(maker);
  }`,
  },
  {
    ...matching,
    id: "market-orders-take-one-level",
    wrong: "a MARKET order trades at the best price alone, whatever its protection allows",
    against: "Order place request, type: MARKET sweeps available liquidity with price protection",
    confined: "type=MARKET",
    file: "core/matching.ts",
    find: "if (level === null || !reaches(level.price, taker.price, taker.isBuy)) break;",
    replace: `if (level === null || !reaches(level.price, taker.price, taker.isBuy)) break;
    if (taker.type === "MARKET" && fills.some(({ price }) => price !== level.price)) break;`,
  },
  {
    ...matching,
    id: "fok-looks-beyond-its-price",
    wrong: "a FOK order with some contracts in reach counts on those beyond its price",
    against: "Order reject codes, FOK_NOT_FILLABLE: it cannot be filled entirely at once",
    confined: "tif=FOK",
    file: "core/book.ts",
    find: "if (!reaches(level.price, limit, isBuy)) break;",
    replace: "if (found === 0 && !reaches(level.price, limit, isBuy)) break;",
  },
  {
    ...matching,
    id: "part-filled-ioc-rests",
    wrong: "what an IOC order did not find rests, if it found something",
    against: "OrderPlaceResult, remaining_qty: zero for completed IOC, FOK and MARKET orders",
    confined: "tif=IOC, after a partial fill",
    file: "core/place.ts",
    find: '(order.tif === "GTC" || order.tif === "POST_ONLY")',
    replace: '(order.tif !== "IOC" ? order.tif !== "FOK" : order.filledQty > 0)',
  },
  {
    ...matching,
    id: "a-cap-of-zero-is-no-cap",
    wrong: "a slippage cap of zero counts as none, so the default applies",
    against: "Order place request, slippage_cap_cents: the venue default applies when omitted",
    confined: "slippage_cap_cents=0",
    file: "core/admission.ts",
    find: "slippageCapCents ?? limits.defaultSlippageCents",
    replace: "slippageCapCents || limits.defaultSlippageCents",
  },
  {
    ...matching,
    id: "reduce-only-of-a-maker-opens",
    wrong: "a maker's reduce-only orders outlive the position that its trade closed",
    against: REDUCE_ONLY,
    confined: "moment=after a fill as maker",
    file: "core/matching.ts",
    find: "  trimReduceOnly(state, maker.position, atMs);\n",
    replace: "",
  },
  {
    ...cooldown,
    id: "a-cooldown-never-ends",
    wrong: "a cooldown lasts for good",
    confined: "moment=later",
    file: "core/cooldown.ts",
    find: "atMs < side.cooldown.untilMs",
    replace: "(atMs < side.cooldown.untilMs || side.cooldown.untilMs > 0)",
  },
  {
    ...cooldown,
    id: "a-cooldown-on-every-market",
    wrong: "a cooldown on one market holds on all that the agent has traded",
    confined: "market_id=another one",
    file: "core/gates/cooldown.ts",
    find: `    const working = position!.side(side === "BUY");`,
    replace: `    const sides = position!.agent.positions.map((one) => one.side(side === "BUY"));
    const working =
      sides.find((one) => isCooling(one, atMs)) ?? position!.side(side === "BUY");`,
  },
  {
    ...cooldown,
    id: "a-cooldown-of-both-sides",
    wrong: "a cooldown on one side holds on the other",
    confined: "side=the other one",
    file: "core/gates/cooldown.ts",
    find: `    const working = position!.side(side === "BUY");`,
    replace: `    const { buys, sells } = position!;
    const own = side === "BUY" ? buys : sells;
    const working = [buys, sells].find((one) => isCooling(one, atMs)) ?? own;`,
  },
  {
    ...markets,
    id: "closed-markets-take-reduce-only",
    wrong: "a market that is not open takes reduce-only orders, or says something else of them",
    against: `${ONLY_OPEN}; for the others MARKET_CLOSED`,
    confined: "reduce_only=true",
    file: "core/gates/market-open.ts",
    find: '(_order, { market }) =>\n    market!.status === "OPEN"',
    replace: '(order, { market }) =>\n    order.reduceOnly === true || market!.status === "OPEN"',
  },
  {
    ...markets,
    area: "kill switch",
    id: "a-cancel-all-ends-the-freeze",
    wrong: "cancelling everything while the kill switch is on releases it",
    against: "Order reject codes, EXCHANGE_FROZEN: 503 while the global kill switch is active",
    confined: "moment=after a cancel-all",
    file: "core/venue.ts",
    find: "      return cancelAll(state, command, at);",
    replace: "      state.frozen = false;\n      return cancelAll(state, command, at);",
  },
  {
    ...markets,
    area: "fat finger",
    id: "one-confirmation-is-for-all",
    wrong: "once somebody has confirmed an order on a market, nobody is asked there again",
    against: "Order reject codes, FAT_FINGER: price or qty beyond sanity bounds, unless confirmed",
    confined: "moment=after a confirmed order",
    file: "core/gates/fat-finger.ts",
    find: "    if (order.confirmFatFinger === true) return null;",
    replace: `    const known = market as { isConfirmed?: boolean } & typeof market;
    if (order.confirmFatFinger === true) known!.isConfirmed = true;
    if (known!.isConfirmed === true) return null;`,
  },
  {
    ...markets,
    area: "marks",
    id: "a-mark-that-is-gone-still-counts",
    wrong: "a perp whose mark is taken away keeps the last one, and takes MARKET orders by it",
    against: "Order reject codes, NO_REFERENCE_PRICE: MARKET order while no current mark exists",
    confined: "moment=after the mark is gone",
    file: "core/markets.ts",
    find: "market.givenMark = markPrice;\n    market.isUnvalued = markPrice === null;",
    replace: "market.givenMark = markPrice ?? market.givenMark;\n    market.isUnvalued = false;",
  },
  {
    ...markets,
    area: "margin mode",
    id: "margin-mode-changes-under-a-position",
    wrong: "an order changes the margin mode of a long position that is open",
    against: "Order place request, margin_mode: applies when opening from flat",
    confined: "position=long",
    file: "core/place.ts",
    find: "request.marginMode !== undefined && position.qty === 0",
    replace: "request.marginMode !== undefined && position.qty >= 0",
  },
];
