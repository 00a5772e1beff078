/** One run: a world from one seed, lived through in virtual time, healed, and held to account. */
import { Agenda } from "./agenda.ts";
import { SimulatedClient } from "./client.ts";
import { Reach } from "./coverage.ts";
import { Mishaps } from "./fault-schedule.ts";
import { type FaultName, Faults } from "./faults.ts";
import { Gateway } from "./gateway.ts";
import { holdShell } from "./http-agreement.ts";
import { MarketOperator } from "./market-operator.ts";
import { Network } from "./network.ts";
import type { Parameters } from "./parameters.ts";
import { Random } from "./random.ts";
import type { SimulationContext } from "./simulation-context.ts";
import { START_MS } from "./start.ts";
import type { StrategyName } from "./strategies/index.ts";
import type { TapeEntry } from "./tape.ts";
import { type Law, Violation, violate } from "./violation.ts";
import { ending, STRETCH } from "./watchdog.ts";

/** Everything must have come to rest so long after the faults are healed. Units: ms. */
const CONVERGE_MS = 600_000;

/** What went wrong, and at which entry of the tape. */
export interface SimulationFailure {
  law: Law;
  message: string;
  step: number;
}

/** What a run came to. Units: ms of virtual time. */
export interface RunResult {
  parameters: Parameters;
  failure: SimulationFailure | null;
  tape: TapeEntry[];
  reach: Reach;
  struck: Map<FaultName, number>;
  events: number;
  virtualMs: number;
  /** Equal for two runs that did the same. */
  digest: string;
}

/** Lives through one world. */
export async function run(parameters: Parameters): Promise<RunResult> {
  return new SimulationRun(parameters).live();
}

class SimulationRun {
  readonly #setting: SimulationContext;
  readonly #exchange: Gateway;
  readonly #operator: MarketOperator;
  readonly #mishaps: Mishaps;
  readonly #random: Random;
  #loopEvents = 0;

  constructor(parameters: Parameters) {
    this.#random = new Random(parameters.seed, "run");
    this.#setting = {
      parameters,
      agenda: new Agenda(),
      faults: new Faults(parameters.faults, this.#random.fork("faults")),
      reach: new Reach(),
      nowMs: START_MS,
      aheadMs: 0,
      isTrading: true,
    };
    const network = new Network(this.#setting, this.#random.fork("network"));
    this.#exchange = new Gateway(this.#setting, network);
    this.#operator = new MarketOperator(
      this.#setting,
      this.#exchange,
      this.#random.fork("operator"),
    );
    this.#mishaps = new Mishaps(this.#setting, this.#exchange, this.#random.fork("mishaps"));
  }

  async live(): Promise<RunResult> {
    const { parameters, reach, faults } = this.#setting;
    const { world } = this.#exchange;
    let failure: SimulationFailure | null = null;
    try {
      this.#open();
      await this.#trade();
      this.#converge();
      this.#account();
      if (parameters.tier === "http") {
        await holdShell(world.judged, world.venue, { parameters, reach });
      }
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      failure = { law: error.law, message: error.message, step: world.tape.length };
    }
    return {
      ...{ parameters, failure, tape: world.tape, reach, struck: faults.struck },
      events: this.#loopEvents + world.events,
      virtualMs: this.#setting.nowMs - START_MS,
      digest: world.digest,
    };
  }

  #open(): void {
    const { parameters } = this.#setting;
    const names = spread(parameters.temperaments, parameters.agents);
    names.forEach((temperament, index) => {
      const name = `${temperament}-${index + 1}`;
      const agentId = this.#operator.openAgent(name);
      const random = this.#random.fork(name);
      const world = { setting: this.#setting, exchange: this.#exchange, random };
      this.#exchange.clients.set(agentId, new SimulatedClient(agentId, temperament, world));
    });
    this.#operator.open();
    for (const client of this.#exchange.clients.values()) client.live();
    this.#operator.live();
    this.#mishaps.live();
  }

  /** Faults strike; laws are checked at every command. */
  async #trade(): Promise<void> {
    const { tape } = this.#exchange.world;
    const isOver = () => tape.length >= this.#setting.parameters.steps;
    while (!isOver()) {
      this.#stretch(() => isOver() || this.#mishaps.crash !== null);
      if (this.#mishaps.crash !== null) await this.#crash();
    }
  }

  /** Faults are healed, nobody starts anything new, and all that is under way must come to rest. */
  #converge(): void {
    this.#setting.isTrading = false;
    this.#setting.faults.heal();
    this.#mishaps.heal();
    const endMs = this.#setting.nowMs + CONVERGE_MS;
    this.#rest(endMs);
    for (const client of this.#exchange.clients.values()) client.read();
    this.#rest(endMs);
    if (this.#setting.agenda.size > 0) violate("convergence", "the world does not come to rest");
  }

  #rest(endMs: number): void {
    const isOver = () => this.#setting.agenda.size === 0 || this.#setting.nowMs >= endMs;
    while (!isOver()) this.#stretch(isOver);
  }

  /** What comes due next, and next, until it is time to stop. */
  #stretch(isOver: () => boolean): void {
    const { world } = this.#exchange;
    const act = () => {
      for (let count = 0; count < STRETCH && !isOver(); count++) this.#next();
    };
    ending({ act, size: STRETCH, last: () => world.last });
  }

  #next(): void {
    const due = this.#setting.agenda.next();
    if (due === undefined) violate("convergence", "nothing is left to happen");
    this.#setting.nowMs = due.at;
    this.#loopEvents++;
    due.run();
  }

  async #crash(): Promise<void> {
    const entry = this.#mishaps.crash!;
    this.#mishaps.crash = null;
    this.#exchange.forget();
    await this.#exchange.world.crash(entry);
    for (const client of this.#exchange.clients.values()) client.goOffline(1);
  }

  #account(): void {
    const { world, clients } = this.#exchange;
    world.finish();
    for (const client of clients.values()) {
      if (client.unanswered.size > 0) violate("convergence", "a request was never answered");
      const lost = client.acknowledged.find((orderId) => !world.shadow.orders.has(orderId));
      if (lost !== undefined) violate("recovery", `acknowledged order ${lost} is gone`);
      assertView(world, client);
    }
  }
}

/** Temperaments by their weights, one for each agent, so that two agents at least can meet. */
function spread(weights: Parameters["temperaments"], agents: number): StrategyName[] {
  const names = Object.keys(weights) as StrategyName[];
  const total = names.reduce((sum, name) => sum + weights[name]!, 0);
  let passed = 0;
  const ends = names.map((name) => {
    passed += weights[name]!;
    return { name, end: passed / total };
  });
  return Array.from({ length: agents }, (_, index) => {
    return ends.find(({ end }) => (index + 0.5) / agents < end)!.name;
  });
}

/** The client believes what the venue holds. */
function assertView({ venue }: Gateway["world"], { view }: SimulatedClient): void {
  const { agentId } = view;
  const told = [...view.orders.values()].map(({ orderId, qty, filledQty }) => {
    return `${orderId}:${filledQty}/${qty}`;
  });
  const held = venue.openOrders(agentId).map(({ orderId, qty, filledQty }) => {
    return `${orderId}:${filledQty}/${qty}`;
  });
  if (told.sort().join() !== held.sort().join()) {
    violate("view", `${agentId} knows ${told.join()}, the venue ${held.join()}`);
  }
  for (const { marketId, qty } of venue.positions(agentId)) {
    const known = view.positions.get(marketId) ?? 0;
    if (known !== qty) violate("view", `${agentId} believes to hold ${known}, holds ${qty}`);
  }
}
