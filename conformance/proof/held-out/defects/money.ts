/** Cash, margin, caps and what the end of a market pays. */
import type { HeldOutDefect } from "../defect.ts";
import { COLLATERAL, NO_CASH, PAYOUT, POSITION_CAP } from "../sentences.ts";

const money = { area: "money", basis: "stated" } as const;
const claimed = { area: "money", basis: "claim" } as const;

export const MONEY_DEFECTS: readonly HeldOutDefect[] = [
  {
    ...claimed,
    id: "part-filled-cancel-keeps-its-cash",
    wrong: "cancelling a part-filled order gives back nothing of what its rest had reserved",
    against: COLLATERAL,
    confined: "moment=after a partial fill",
    file: "core/resting.ts",
    find: "  unrest(state, order, qty);\n  order.position.side(order.isBuy).leave(order, qty);",
    replace:
      "  unrest(state, order, qty);\n  if (order.filledQty === 0) order.position.side(order.isBuy).leave(order, qty);",
  },
  {
    ...claimed,
    id: "an-amendment-down-keeps-its-cash",
    wrong: "an order amended to fewer contracts keeps the cash of those it had",
    against: COLLATERAL,
    confined: "moment=after an amendment",
    file: "core/resting.ts",
    find: "  order.qty -= change.qty;\n  updateReserve(order.position);",
    replace: "  order.qty -= change.qty;",
  },
  {
    ...claimed,
    id: "shorts-get-nothing-back-on-void",
    wrong: "a void market gives back what longs paid, and nothing to shorts",
    against: PAYOUT,
    confined: "position=short",
    file: "core/settlement.ts",
    find: "if (!market.isPerp) transfer(market.clearing, agent.cash, cents);",
    replace: "if (!market.isPerp && short === 0) transfer(market.clearing, agent.cash, cents);",
  },
  {
    ...claimed,
    id: "shorts-are-never-paid",
    wrong: "a binary that resolves NO pays its shorts nothing",
    against: PAYOUT,
    confined: "position=short",
    file: "core/settlement.ts",
    find: "  else clear(state.ledger, { position, isBuy: position.qty < 0 }, { price, qty });",
    replace: `  else if (price > 0 || position.qty > 0) {
    clear(state.ledger, { position, isBuy: position.qty < 0 }, { price, qty });
  }`,
  },
  {
    ...claimed,
    id: "a-flip-pays-no-profit",
    wrong: "a perp trade that turns a position round pays neither gain nor loss of what it closed",
    against: "Claim fees: cash moves by exactly the fees, beside gains and losses",
    confined: "kind=BTC_PERP, position=turned round",
    file: "core/clearing.ts",
    find: "if (profitCents !== 0) payProfit(",
    replace: "if (profitCents !== 0 && qty === closing) payProfit(",
  },
  {
    ...money,
    id: "one-contract-covers-any-order",
    wrong: "who holds one contract may work any number against it without cash",
    against: NO_CASH,
    confined: "position=long or short",
    file: "core/margin.ts",
    find: "if (side.qty + addition.qty <= covered) return 0;",
    replace: "if (covered > 0) return 0;",
  },
  {
    ...money,
    id: "other-markets-reserve-nothing",
    wrong: "cash that orders of other markets reserve may be spent again",
    against: NO_CASH,
    confined: "moment=with orders resting in another market",
    file: "core/gates/margin.ts",
    find: "const free = availableCents(position!.agent);",
    replace: "const free = position!.agent.cash.cents - position!.reservedCents;",
  },
  {
    ...money,
    id: "the-cap-forgets-what-is-held",
    wrong: "the position cap counts working orders, not what is held",
    against: POSITION_CAP,
    confined: "moment=after a fill",
    file: "core/gates/position-cap.ts",
    find: "const reached = held + position!.side",
    replace: "const reached = Math.min(held, 0) + position!.side",
  },
  {
    ...money,
    id: "siblings-share-a-position-cap",
    wrong: "the position cap counts what the owner's other agents hold",
    against: POSITION_CAP,
    confined: "caller=sibling agent",
    file: "core/gates/position-cap.ts",
    find: "const held = isBuy ? position!.qty : -position!.qty;",
    replace: `const { agents } = position!.agent.account;
    const qty = agents.reduce((sum, one) => sum + (market!.positions[one.index]?.qty ?? 0), 0);
    const held = isBuy ? qty : -qty;`,
  },
  {
    ...claimed,
    id: "margin-is-judged-at-the-highest-leverage",
    wrong: "an order that asks for no leverage is judged as if it had the most, and has less",
    against: "Claim initial_margin: notional / leverage, rounded up, earmarked while it rests",
    confined: "kind=BTC_PERP, leverage=absent",
    file: "core/gates/margin.ts",
    find: "if (asked === undefined || position.qty !== 0) return position.leverage;",
    replace: "if (asked === undefined) return position.market.leverageCap;",
  },
  {
    ...money,
    id: "closing-counts-against-the-cap",
    wrong: "an order that closes a position at the cap is declined as if it would add to it",
    against: POSITION_CAP,
    confined: "position=at the cap, side=the closing one",
    file: "core/gates/position-cap.ts",
    find: "const held = isBuy ? position!.qty : -position!.qty;",
    replace: "const held = Math.abs(position!.qty);",
  },
  {
    ...money,
    area: "positions",
    id: "positions-of-siblings-are-listed-too",
    wrong: "the list of positions has those of the owner's other agents",
    against: "What the service does: orders, positions and rate limits are per agent",
    confined: "caller=sibling agent",
    file: "http/routes/account.ts",
    find: "const held = parts.venue.positions(agentId).map(positionRecord);",
    replace: `const { agents } = parts.venue.accountOf(agentId)!;
    const held = agents.flatMap((one) => parts.venue.positions(one.agentId)).map(positionRecord);`,
  },
];
