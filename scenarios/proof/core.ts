/** Defects of book, matching, money, margin and admission. */
import type { Defect } from "./defect.ts";

const book = { area: "core", file: "core/book.ts" } as const;
const matching = { area: "core", file: "core/matching.ts" } as const;
const clearing = { area: "core", file: "core/clearing.ts" } as const;
const margin = { area: "core", file: "core/margin.ts" } as const;
const resting = { area: "core", file: "core/resting.ts" } as const;

/** Each is a slip that a change could bring in tomorrow. */
export const CORE_DEFECTS: readonly Defect[] = [
  {
    ...book,
    id: "level-keeps-its-tail",
    wrong: "the last order of a level leaves, and the level still points at it",
    find: "if (next === null) level.tail = previous;",
    replace: "if (next === null && previous === null) level.tail = previous;",
  },
  {
    ...book,
    id: "level-loses-its-head",
    wrong: "an order leaves the front of a level, and so does the one behind it",
    find: "if (previous === null) level.head = next;",
    replace: "if (previous === null) level.head = next?.next ?? next;",
  },
  {
    ...book,
    id: "empty-level-stays",
    wrong: "a level whose last order leaves stays the best price",
    find: "this.best = last === 0 ? null : levels[last - 1]!;",
    replace: "if (last === 0) this.best = null;",
  },
  {
    ...book,
    id: "level-counts-the-whole-order",
    wrong: "a partly filled order that queues anew counts with all its contracts",
    find: "level.qty += order.remainingQty;",
    replace: "level.qty += order.qty;",
  },
  {
    ...book,
    id: "level-forgets-a-fill",
    wrong: "a level still counts contracts that were filled in part",
    find: "order.level!.qty -= qty;",
    replace: "if (order.level!.head !== order) order.level!.qty -= qty;",
  },
  {
    ...book,
    id: "newest-first",
    wrong: "an order of a known price goes to the front of its level",
    find: `    if (level.tail === null) level.head = order;
    else level.tail.next = order;
    level.tail = order;`,
    replace: `    order.previous = null;
    order.next = level.head;
    if (level.head !== null) level.head.previous = order;
    else level.tail = order;
    level.head = order;`,
  },
  {
    ...book,
    id: "equal-price-does-not-cross",
    wrong: "a SELL at the best bid does not trade",
    find: "return isBuy ? price <= limit : price >= limit;",
    replace: "return isBuy ? price <= limit : price > limit;",
  },
  {
    ...book,
    id: "fok-counts-own-orders",
    wrong: "a FOK order counts on orders of its own agent",
    find: "if (order.agent !== agent) found += giveable(order, given);",
    replace: "found += giveable(order, given);",
  },
  {
    ...matching,
    id: "self-trade",
    wrong: "an agent trades with itself once it has two markets",
    find: "if (maker.agent === taker.agent) cancelResting(state, maker, atMs);",
    replace: "if (maker.agent === taker.agent && maker.isBuy) cancelResting(state, maker, atMs);",
  },
  {
    ...matching,
    id: "taker-price",
    wrong: "a trade is at the taker's price",
    find: "const { market, price } = maker;",
    replace: "const { market } = maker;\n  const { price } = taker;",
  },
  {
    ...matching,
    id: "maker-fill-forgotten",
    wrong: "a maker is cleared only when it is filled whole",
    find: "  clear(state.ledger, maker, view);",
    replace: "  if (maker.remainingQty === 0) clear(state.ledger, maker, view);",
  },
  {
    ...matching,
    id: "taker-not-trimmed",
    wrong: "a taker's reduce-only orders outlive the position they reduce",
    find: "  trimReduceOnly(state, taker.position, atMs);",
    replace: "",
  },
  {
    ...matching,
    id: "maker-side-keeps-contracts",
    wrong: "a side still counts the contracts of its last fill",
    find: "  order.position.side(order.isBuy).leave(order, qty);",
    replace: "  if (order.remainingQty > 0) order.position.side(order.isBuy).leave(order, qty);",
  },
  {
    ...clearing,
    id: "rounds-for-the-agent",
    wrong: "a perp's gain rounds up",
    file: "core/position.ts",
    find: "const full = divideTowardZero(sum, by);",
    replace: "const full = Math.ceil(sum / by);",
  },
  {
    ...clearing,
    id: "entry-rounds-one-way",
    wrong: "the entry cost of a part rounds down for long and short",
    find: "share(position.entry, { part: closing, whole }, isLong)",
    replace: "share(position.entry, { part: closing, whole }, false)",
  },
  {
    ...clearing,
    id: "flip-keeps-entry",
    wrong: "a position that flips keeps the entry cost of the side it left",
    find: "  position.entry -= entry;",
    replace: "  if (closing < whole) position.entry -= entry;",
  },
  {
    ...clearing,
    id: "short-collateral-forgotten",
    wrong: "closing a short returns the price instead of the rest of the payout",
    find: "const returned = (isBuy ? market.payoutCents - price : price) * closing;",
    replace: "const returned = price * closing;",
  },
  {
    ...clearing,
    id: "loss-forgiven",
    wrong: "a loss is paid out of half of free cash",
    find: "Math.max(0, agent.freeCents));",
    replace: "Math.max(0, agent.freeCents >> 1));",
  },
  {
    ...margin,
    id: "sell-needs-its-price",
    wrong: "a binary's SELL reserves its price instead of the rest of the payout",
    find: "return isBuy ? limit : market.payoutCents - limit;",
    replace: "return limit;",
  },
  {
    ...margin,
    id: "mark-ignored",
    wrong: "a perp order below the mark reserves by its limit",
    find: "const value = Math.max(mark, limit);",
    replace: "const value = Math.min(mark, limit);",
  },
  {
    ...margin,
    id: "reserve-rounds-down",
    wrong: "what is reserved rounds down",
    find: "return market.isPerp ? divideUp(units, market.unitsPerCent * position.leverage) : units;",
    replace:
      "return market.isPerp ? Math.floor(units / (market.unitsPerCent * position.leverage)) : units;",
  },
  {
    ...margin,
    id: "reserve-lags",
    wrong: "the wallet's earmark is not given back when orders go",
    find: "position.agent.reservedCents += cents - position.reservedCents;",
    replace: "position.agent.reservedCents += Math.max(0, cents - position.reservedCents);",
  },
  {
    ...resting,
    id: "cancel-keeps-reserve",
    wrong: "a cancelled order's cash stays reserved until the next order",
    find: `  order.position.side(order.isBuy).leave(order, qty);
  updateReserve(order.position);
  order.updatedAtMs = atMs;`,
    replace: `  order.position.side(order.isBuy).leave(order, qty);
  order.updatedAtMs = atMs;`,
  },
  {
    ...resting,
    id: "trims-the-best-first",
    wrong: "reduce-only orders are trimmed from the best price",
    find: "(isBuy ? one.price - two.price : two.price - one.price) || two.seq - one.seq",
    replace: "(isBuy ? two.price - one.price : one.price - two.price) || two.seq - one.seq",
  },
  {
    ...resting,
    id: "trims-one-too-few",
    wrong: "a surplus of one contract is not trimmed",
    find: "  if (surplus <= 0) return;\n  const worstFirst",
    replace: "  if (surplus <= 1) return;\n  const worstFirst",
  },
  {
    ...resting,
    id: "order-index-leaks",
    wrong: "an order that left the book can still be cancelled",
    find: "  state.orders.remove(order);",
    replace: "  if (order.filledQty === 0) state.orders.remove(order);",
  },
];
