/** Books what changes orders that rest: cancels, ladders, amendments. */
import type {
  AmendOrder,
  AmendOutcome,
  CancelAll,
  CancelAllOutcome,
  CancelOrder,
  CancelOutcome,
  LadderOutcome,
  OrderRequest,
  Refusal,
  ReplaceLadder,
} from "../../../reference/index.ts";
import { violate } from "../violation.ts";
import { cancelEach } from "./cancels.ts";
import type { EventReader } from "./events.ts";
import type { Placements } from "./placement.ts";
import { contractValue, unsettle } from "./reserve.ts";
import { ownSide, type Shadow, type ShadowAgent, type ShadowOrder } from "./shadow.ts";
import { LADDER_MAX } from "./terms.ts";
import { verdictsOf } from "./verdicts.ts";

/** Books one change and consumes its events. */
export class BookChanges {
  readonly #shadow: Shadow;
  readonly #reader: EventReader;
  readonly #placements: Placements;

  constructor(reader: EventReader, placements: Placements) {
    this.#shadow = reader.shadow;
    this.#reader = reader;
    this.#placements = placements;
  }

  cancel(command: CancelOrder, outcome: CancelOutcome) {
    const order = this.#own(command);
    if (typeof order === "string") return this.#refused(order, outcome);
    if (outcome.kind === "refused") violate("order-state", `cancel refused: ${outcome.code}`);
    cancelEach(this.#reader, [order]);
    this.#reader.coverage.rule("cancel-resting");
  }

  cancelAll({ agentId, marketId }: CancelAll, outcome: CancelAllOutcome): void {
    const agent = this.#shadow.agents.get(agentId);
    const orders = agent === undefined ? [] : restingOf(agent, { marketId });
    cancelEach(this.#reader, orders);
    assertIds(orders, outcome.orderIds);
    if (orders.length === 0) return;
    this.#reader.coverage.rule(marketId === undefined ? "cancel-all" : "cancel-all-of-a-market");
  }

  ladder(command: ReplaceLadder, outcome: LadderOutcome, at: number) {
    const due = this.#ladderRefusal(command);
    if (due !== null || outcome.kind === "refused") return this.#refused(due, outcome);
    const { agentId, marketId, side, orders } = command;
    const agent = this.#shadow.agents.get(agentId)!;
    const replaced = restingOf(agent, { marketId, side });
    cancelEach(this.#reader, replaced);
    assertIds(replaced, outcome.cancelled);
    if (replaced.length > 0) this.#reader.coverage.rule("ladder-replaced");
    if (outcome.results.length !== orders.length) violate("order-state", "a rung has no answer");
    orders.forEach(({ orderId, request }, index) => {
      this.#placements.book({ agent, orderId, request, at }, outcome.results[index]!);
    });
  }

  amend(command: AmendOrder, outcome: AmendOutcome, at: number) {
    if (this.#shadow.frozen) return this.#refused("EXCHANGE_FROZEN", outcome);
    const order = this.#own(command);
    if (typeof order === "string") return this.#refused(order, outcome);
    const { price = order.price, qty = order.qty } = command;
    if (qty <= order.filledQty) return this.#refused("AMEND_CONFLICT", outcome);
    if (price === order.price && qty <= order.qty) {
      return this.#amendInPlace(order, qty, outcome);
    }
    const due: (string | null)[] = this.#judge(order, { price, qty, at });
    const code = outcome.kind === "refused" ? outcome.code : null;
    if (!due.includes(code)) violate("verdict", `amendment: ${code ?? "accepted"}, due ${due}`);
    if (outcome.kind === "amended") this.#requeue(order, { price, qty });
    else this.#reader.coverage.code(outcome.code);
  }

  #amendInPlace(order: ShadowOrder, qty: number, outcome: AmendOutcome): void {
    if (outcome.kind === "refused") violate("verdict", `amendment refused: ${outcome.code}`);
    if (qty === order.qty) return;
    this.#reader.reducedTo = { order, qty };
    this.#reader.takeAll();
    if (order.qty !== qty) violate("order-state", "an amendment changed nothing");
    this.#reader.coverage.rule("amend-in-place");
  }

  /** The order as it would become, judged as if it arrived with its old self gone. */
  #judge(order: ShadowOrder, change: { price: number; qty: number; at: number }) {
    const { agent, market, position, side, tif, reduceOnly } = order;
    const { price, at } = change;
    const qty = change.qty - order.filledQty;
    const marketId = market.marketId;
    const request: OrderRequest = { marketId, side, type: "LIMIT", tif, price, qty, reduceOnly };
    unsettle(position);
    position[side].leave(order);
    const due = verdictsOf({ shadow: this.#shadow, agent, market, request, at });
    unsettle(position);
    position[side].enter(order);
    return due.map((code) => (code === null || code === "VALIDATION_ERROR" ? code : CONFLICT));
  }

  #requeue(order: ShadowOrder, { price, qty }: { price: number; qty: number }): void {
    const { market, position, side } = order;
    const filledBefore = order.filledQty;
    ownSide(market, side).remove(order);
    unsettle(position);
    position[side].leave(order);
    const value = contractValue(market, side, price);
    Object.assign(order, { price, qty, state: "arriving", value });
    position[side].enter(order);
    order.arrival = this.#placements.nextArrival();
    this.#reader.touched.add(position);
    this.#reader.followArrival(order);
    this.#reader.coverage.rule("amend-requeues");
    if (order.filledQty > filledBefore) this.#reader.coverage.rule("amend-trades");
  }

  #own({ orderId, agentId }: CancelOrder | AmendOrder): ShadowOrder | string {
    const order = this.#shadow.orders.get(orderId);
    if (order === undefined || order.state === "closed") return "ORDER_NOT_FOUND";
    return order.agent.agentId === agentId ? order : "FORBIDDEN";
  }

  #refused(due: string | null, outcome: { kind: string } | Refusal): void {
    const code = "code" in outcome ? outcome.code : outcome.kind;
    if (code !== due) violate("verdict", `${code}, due was ${due ?? "none"}`);
    this.#reader.coverage.code(code);
  }

  #ladderRefusal({ agentId, marketId, orders }: ReplaceLadder): string | null {
    if (this.#shadow.frozen) return "EXCHANGE_FROZEN";
    if (!this.#shadow.agents.has(agentId)) return "AGENT_NOT_FOUND";
    if (!this.#shadow.markets.has(marketId)) return "MARKET_NOT_FOUND";
    return orders.length > LADDER_MAX ? "VALIDATION_ERROR" : null;
  }
}

const CONFLICT = "AMEND_CONFLICT";

interface Which {
  marketId?: string | undefined;
  side?: "BUY" | "SELL" | undefined;
}

/** The agent's resting orders, oldest first. */
function restingOf(agent: ShadowAgent, { marketId, side }: Which): ShadowOrder[] {
  const found: ShadowOrder[] = [];
  for (const position of agent.positions.values()) {
    if (marketId !== undefined && position.market.marketId !== marketId) continue;
    if (side !== "SELL") found.push(...position.BUY.orders);
    if (side !== "BUY") found.push(...position.SELL.orders);
  }
  return found.sort((one, two) => one.arrival - two.arrival);
}

function assertIds(orders: readonly ShadowOrder[], ids: readonly string[]): void {
  const due = orders.map(({ orderId }) => orderId).join();
  if (due !== ids.join()) violate("order-state", `cancelled ${ids.join()}, due was ${due}`);
}
