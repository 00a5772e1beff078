/** Defects of admission, amendment, cancelling and settlement. */
import type { Defect } from "./defect.ts";

const core = { area: "core" } as const;

/** Each is a slip that a change could bring in tomorrow. */
export const ORDER_DEFECTS: readonly Defect[] = [
  {
    ...core,
    id: "amend-keeps-priority",
    wrong: "an amendment that adds contracts keeps its place",
    file: "core/amend.ts",
    find: "if (price === order.price && qty <= order.qty) {",
    replace: "if (price === order.price) {",
  },
  {
    ...core,
    id: "amend-below-filled",
    wrong: "an order is amended to exactly what is filled, and rests with nothing",
    file: "core/amend.ts",
    find: "if (qty <= order.filledQty) {",
    replace: "if (qty < order.filledQty) {",
  },
  {
    ...core,
    id: "amend-refused-loses-reserve",
    wrong: "an amendment that is refused leaves the order without its reserve",
    file: "core/amend.ts",
    find: `    side.enter(order);
    side.low = lowBefore;
    updateReserve(position);`,
    replace: `    side.enter(order);
    side.low = lowBefore;`,
  },
  {
    ...core,
    id: "cancel-of-anybody",
    wrong: "an order may be cancelled by anybody",
    file: "core/cancel.ts",
    find: "return order.agent.agentId === command.agentId",
    replace: 'return order.agent.agentId !== ""',
  },
  {
    ...core,
    id: "cancel-all-everywhere",
    wrong: "cancelling a market's orders cancels those of all markets",
    file: "core/cancel.ts",
    find: "if (marketId === undefined) return agent.positions;",
    replace: 'if (marketId !== "") return agent.positions;',
  },
  {
    ...core,
    id: "cap-ignores-working-orders",
    wrong: "the position cap counts what is held, not what is working",
    file: "core/gates/position-cap.ts",
    find: "held + position!.side(isBuy).qty + order.qty",
    replace: "held + order.qty",
  },
  {
    ...core,
    id: "reduce-only-counts-once",
    wrong: "several reduce-only orders may each close the whole position",
    file: "core/gates/reduce-only.ts",
    find: "position!.reducible(isBuy) - position!.side(isBuy).reduceOnlyQty",
    replace: "position!.reducible(isBuy)",
  },
  {
    ...core,
    id: "cooldown-on-both-sides",
    wrong: "an accepted order does not end the count of declines",
    file: "core/place.ts",
    find: "  side.cooldown = null;\n",
    replace: "",
  },
  {
    ...core,
    id: "gtc-remainder-dropped",
    wrong: "a POST_ONLY order's remainder is cancelled",
    file: "core/place.ts",
    find: '(order.tif === "GTC" || order.tif === "POST_ONLY")',
    replace: 'order.tif === "GTC"',
  },
  {
    ...core,
    id: "ioc-keeps-reserve",
    wrong: "what an IOC order did not find stays on its side",
    file: "core/place.ts",
    find: "  side.leave(order, qty);\n  side.low = lowBefore;",
    replace: "  side.low = lowBefore;",
  },
  {
    ...core,
    id: "leverage-sticks-when-declined",
    wrong: "the margin mode of an order is not kept",
    file: "core/place.ts",
    find: "position.qty === 0) position.leverage = request.leverage;",
    replace: "position.qty === 0) order.leverage = request.leverage;",
  },
  {
    ...core,
    id: "void-forgets-shorts",
    wrong: "a void market gives shorts the entry price, not what they put up",
    file: "core/settlement.ts",
    find: "const cents = short > 0 ? market.payoutCents * short - entry : entry;",
    replace: "const cents = entry;",
  },
  {
    ...core,
    id: "resolve-leaves-orders",
    wrong: "orders outlive a market that ends",
    file: "core/settlement.ts",
    find: "  cancelAllResting(state, market, to.atMs);",
    replace: '  if (to.status === "VOID") cancelAllResting(state, market, to.atMs);',
  },
  {
    ...core,
    id: "no-pays-yes",
    wrong: "a parlay that loses its last leg stays open",
    file: "core/settlement.ts",
    find: 'else if (leg.resolution === "NO") resolve(state, parlay, { resolution: "NO", atMs });',
    replace: 'else if (leg.resolution === "NO") continue;',
  },
];
