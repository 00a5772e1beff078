/** One agent and its client program: acts, waits, repeats what is not answered, follows its stream. */
import type { OrderRequest } from "../../reference/index.ts";
import type { Gateway } from "./gateway.ts";
import { Habits } from "./habits.ts";
import type { ObservedMarket } from "./observed-market.ts";
import type { Random } from "./random.ts";
import { type CommandOutcome, later, type SimulationContext } from "./simulation-context.ts";
import { STRATEGIES, type StrategyName } from "./strategies/index.ts";
import type { Draft, ObservedOrder, Trader } from "./strategies/strategy.ts";
import { type AgentState, type AgentUpdate, View } from "./view.ts";

/** How long an answer is awaited. Units: ms. */
const PATIENCE_MS = 3_000;
const TRIES_MAX = 4;
const UNANSWERED_MAX = 4;
const STORM = 12;
const SKEW_MS = [-10_000, 10_000] as const;
const OFFLINE_MS = [100, 5_000] as const;
const SLOW_MS = [1_000, 10_000] as const;
/** Orders of its own that an agent chooses among. */
const CHOICE = 16;

/** A request of a client, however often it is sent; open until it is answered or given up. */
export interface SentCommand {
  draft: Draft;
  tries: number;
  isOpen: boolean;
}

/** Shape: `acknowledged` are the orders whose acceptance it heard of. */
export class SimulatedClient implements Trader {
  readonly view: View;
  readonly random: Random;
  readonly acknowledged: string[] = [];
  /** How many of its requests are open. */
  unanswered = 0;
  isOnline = true;
  /** Frames arrive one after another. Units: epoch ms. */
  frameAtMs = 0;
  readonly #context: SimulationContext;
  readonly #gateway: Gateway;
  readonly #strategy: StrategyName;
  readonly #habits: Habits;
  #skewMs = 0;
  #lastPlaced: OrderRequest | undefined;
  #isReading = false;

  constructor(
    agentId: string,
    strategy: StrategyName,
    parts: { context: SimulationContext; gateway: Gateway; random: Random },
  ) {
    this.view = new View(agentId);
    this.random = parts.random;
    this.#context = parts.context;
    this.#gateway = parts.gateway;
    this.#strategy = strategy;
    this.#habits = new Habits(parts.context.parameters, parts.random.fork("habits"));
  }

  /** Acts now and again until trading ends. */
  live(): void {
    const [low, high] = this.#context.parameters.thinkMs;
    later(this.#context, this.random.between(low, high), this.#liveOn);
  }

  readonly #liveOn = (): void => {
    if (!this.#context.isTrading) return;
    this.#suffer();
    if (this.isOnline && this.unanswered < UNANSWERED_MAX) this.#act();
    this.live();
  };

  /** A frame of its stream arrived. */
  hear(frame: AgentUpdate): void {
    if (this.isOnline && !this.view.take(frame)) this.read();
  }

  /** Reads everything anew, until an answer comes. */
  read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    this.#gateway.read(this, (snapshot: AgentState) => {
      if (!this.#isReading) return;
      this.#isReading = false;
      this.view.reset(snapshot);
    });
    this.#afterPatience(() => {
      if (!this.#isReading) return;
      this.#isReading = false;
      this.read();
    });
  }

  /** The connection ends for a while: what is on it is lost. Units: ms. */
  goOffline(forMs: number): void {
    this.isOnline = false;
    later(this.#context, forMs, () => {
      this.isOnline = true;
      this.read();
    });
  }

  market(): ObservedMarket {
    const markets = this.#gateway.lookAround();
    return this.random.chance(0.6) ? markets[0]! : this.random.pick(markets);
  }

  anOrder(): ObservedOrder | undefined {
    let left = this.random.below(Math.min(this.view.orders.size, CHOICE));
    for (const order of this.view.orders.values()) if (left-- === 0) return order;
    return undefined;
  }

  position(marketId: string): number {
    return this.view.positions.get(marketId) ?? 0;
  }

  dressed(order: OrderRequest, market: ObservedMarket): OrderRequest {
    const { faults, nowMs, aheadMs } = this.#context;
    const stampMs = nowMs + aheadMs + this.#skewMs;
    this.#habits.dress(order, market, stampMs);
    if (!faults.strikes("expired-window")) return order;
    order.timestampMs = stampMs - 1;
    order.recvWindowMs = 1;
    return order;
  }

  lastPlaced(): OrderRequest | undefined {
    return this.#lastPlaced;
  }

  anyOrderId(): string {
    return this.#gateway.anyOrderId(this.random);
  }

  #suffer(): void {
    const { faults } = this.#context;
    if (faults.strikes("clock-skew")) this.#skewMs = this.random.between(...SKEW_MS);
    if (faults.strikes("disconnect")) this.goOffline(faults.lasting(...OFFLINE_MS));
    if (faults.strikes("slow-client")) {
      this.frameAtMs = this.#context.nowMs + faults.lasting(...SLOW_MS);
    }
  }

  #act(): void {
    if (this.#gateway.lookAround().length === 0) return;
    const draft = STRATEGIES[this.#strategy].act(this);
    if (draft.type === "place" && draft.request.clientOrderId !== undefined) {
      this.#lastPlaced = draft.request;
    }
    const times = this.#context.faults.strikes("retry-storm") ? STORM : 1;
    const sent: SentCommand = { draft, tries: 0, isOpen: true };
    this.unanswered++;
    for (let n = 0; n < times; n++) this.#gateway.request(this, sent);
    this.#await(sent);
  }

  /** An answer arrived. */
  hearAnswer(sent: SentCommand, outcome: CommandOutcome): void {
    if (!this.isOnline || !sent.isOpen) return;
    this.#close(sent);
    if (outcome.kind === "result") this.#acknowledge(outcome.result.orderId, outcome.result.status);
    if (outcome.kind !== "ladder") return;
    for (const rung of outcome.results) {
      if (rung.kind === "result") this.#acknowledge(rung.result.orderId, rung.result.status);
    }
  }

  #close(sent: SentCommand): void {
    sent.isOpen = false;
    this.unanswered--;
  }

  #acknowledge(orderId: string, status: string): void {
    if (status !== "REJECTED") this.acknowledged.push(orderId);
  }

  #afterPatience(run: () => void): void {
    later(this.#context, PATIENCE_MS, run);
  }

  /** What is not answered is sent again; a placement only under a client order id. */
  #await(sent: SentCommand): void {
    this.#afterPatience(() => {
      if (!sent.isOpen) return;
      const { draft } = sent;
      const isSafe = draft.type !== "place" || draft.request.clientOrderId !== undefined;
      const givesUp = this.#context.isTrading && ++sent.tries > TRIES_MAX;
      if (!isSafe || givesUp) return this.#close(sent);
      this.#gateway.request(this, sent);
      this.#await(sent);
    });
  }
}
