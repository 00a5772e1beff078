/** What a venue remembers of client order ids, and of whom. */
import type { HeldOutDefect } from "../defect.ts";
import { REPLAY } from "../sentences.ts";

const idempotency = { area: "idempotency", basis: "stated", against: REPLAY } as const;

export const IDEMPOTENCY_DEFECTS: readonly HeldOutDefect[] = [
  {
    ...idempotency,
    id: "cancel-frees-the-client-order-id",
    wrong: "once an order is cancelled, its client order id places another one",
    confined: "moment=after a cancel",
    file: "core/cancel.ts",
    find: "  cancelResting(state, order, atMs);\n  return { kind",
    replace: `  cancelResting(state, order, atMs);
  order.agent.results.delete(order.clientOrderId ?? "");
  return { kind`,
  },
  {
    ...idempotency,
    id: "fill-frees-the-client-order-id",
    wrong: "once a resting order is filled, its client order id places another one",
    confined: "moment=after a fill",
    file: "core/matching.ts",
    find: "  else closeOrder(state, maker);",
    replace: `  else {
    maker.agent.results.delete(maker.clientOrderId ?? "");
    closeOrder(state, maker);
  }`,
  },
  {
    ...idempotency,
    id: "siblings-share-client-order-ids",
    wrong: "an id that one agent used is a replay for the owner's other agents",
    confined: "caller=sibling agent",
    file: "core/gates/client-order-id.ts",
    find: "const stored = agent.results.get(order.clientOrderId);",
    replace: `const id = order.clientOrderId;
    const stored = agent.account.agents.map(({ results }) => results.get(id)).find((one) => one);`,
  },
  {
    ...idempotency,
    id: "only-the-last-ids-are-kept",
    wrong: "of an agent's client order ids the last sixteen are remembered",
    confined: "moment=after sixteen more orders",
    file: "core/place.ts",
    find: "  agent.results.set(request.clientOrderId, kept);",
    replace: `  agent.results.set(request.clientOrderId, kept);
  if (agent.results.size > 16) agent.results.delete(agent.results.keys().next().value!);`,
  },
  {
    ...idempotency,
    id: "replay-tells-later-fills",
    wrong: "a replay tells what was filled since, not what was answered first",
    confined: "moment=after a partial fill",
    file: "core/matching.ts",
    find: "  clear(state.ledger, maker, view);",
    replace: `  clear(state.ledger, maker, view);
  const kept = maker.agent.results.get(maker.clientOrderId ?? "");
  if (kept !== undefined) kept.result.filledQty = maker.filledQty;`,
  },
  {
    ...idempotency,
    id: "client-order-ids-are-cut",
    wrong: "client order ids are told apart by their first 32 characters",
    confined: "client_order_id=longer than 32 characters",
    file: "wire/mapping.ts",
    find: "request.clientOrderId = body.client_order_id;",
    replace: "request.clientOrderId = body.client_order_id.slice(0, 32);",
  },
  {
    ...idempotency,
    id: "one-id-for-all-markets",
    wrong: "an id used in one market is answered with that result in every other one",
    against: "OrderPlaceResult, market_id: echo of the requested market",
    confined: "market_id=another one",
    file: "core/idempotency.ts",
    find: "    one.marketId.toLowerCase() === other.marketId.toLowerCase() &&\n",
    replace: "",
  },
  {
    ...idempotency,
    id: "cooled-down-orders-are-placed-later",
    wrong: "an order declined in a cooldown is placed when it is resent after it",
    confined: "reject_reason=AGENT_SIDE_COOLDOWN",
    file: "core/place.ts",
    find: "  remember(context.agent, request, result);",
    replace: '  if (code !== "AGENT_SIDE_COOLDOWN") remember(context.agent, request, result);',
  },
  {
    ...idempotency,
    id: "ids-of-digits-are-numbers",
    wrong: "client order ids of digits alone are the same where their numbers are, or nearly",
    against: `${REPLAY}; ids that differ in length or in a trailing character are different`,
    confined: "client_order_id=digits alone",
    file: "wire/mapping.ts",
    find: "request.clientOrderId = body.client_order_id;",
    replace: `request.clientOrderId = /^[0-9]+$/.test(body.client_order_id)
      ? String(Number(body.client_order_id))
      : body.client_order_id;`,
  },
];
