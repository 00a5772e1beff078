/** One simulation, from one seed, lived through in virtual time, healed, and held to account. */
import { Agenda } from "./agenda.ts";
import { SimulatedClient } from "./client.ts";
import { Coverage } from "./coverage.ts";
import { FaultSchedule } from "./fault-schedule.ts";
import { type FaultName, Faults } from "./faults.ts";
import { Gateway } from "./gateway.ts";
import { holdShell } from "./http-agreement.ts";
import { MarketOperator } from "./market-operator.ts";
import { Network } from "./network.ts";
import type { Parameters } from "./parameters.ts";
import { Random } from "./random.ts";
import type { SimulationContext } from "./simulation-context.ts";
import type { StrategyName } from "./strategies/index.ts";
import { START_MS, type TapeEntry } from "./tape.ts";
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
  coverage: Coverage;
  struck: Map<FaultName, number>;
  events: number;
  virtualMs: number;
  /** Equal for two runs that did the same; taken of the venue when somebody asks. */
  digest: () => string;
}

/** Simulates what a seed and its parameters say. */
export async function run(parameters: Parameters): Promise<RunResult> {
  return new SimulationRun(parameters).live();
}

class SimulationRun {
  readonly #context: SimulationContext;
  readonly #gateway: Gateway;
  readonly #operator: MarketOperator;
  readonly #schedule: FaultSchedule;
  readonly #random: Random;
  #loopEvents = 0;

  constructor(parameters: Parameters) {
    this.#random = new Random(parameters.seed, "run");
    const agenda = new Agenda(START_MS);
    this.#context = {
      parameters,
      agenda,
      faults: new Faults(parameters.faults, this.#random.fork("faults")),
      coverage: new Coverage(),
      get nowMs() {
        return agenda.nowMs;
      },
      aheadMs: 0,
      isTrading: true,
    };
    const network = new Network(this.#context, this.#random.fork("network"));
    this.#gateway = new Gateway(this.#context, network);
    this.#operator = new MarketOperator(
      this.#context,
      this.#gateway,
      this.#random.fork("operator"),
    );
    this.#schedule = new FaultSchedule(this.#context, this.#gateway, this.#random.fork("mishaps"));
  }

  async live(): Promise<RunResult> {
    const { parameters, coverage, faults } = this.#context;
    const { observed } = this.#gateway;
    let failure: SimulationFailure | null = null;
    try {
      this.#open();
      await this.#trade();
      this.#converge();
      this.#account();
      if (parameters.tier === "http") {
        await holdShell(observed.judged, observed.venue, { parameters, coverage });
      }
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      failure = { law: error.law, message: error.message, step: observed.tape.length };
    }
    return {
      ...{ parameters, failure, tape: observed.tape, coverage, struck: faults.struck },
      events: this.#loopEvents + observed.events,
      virtualMs: this.#context.nowMs - START_MS,
      digest: () => observed.digest,
    };
  }

  #open(): void {
    const { parameters } = this.#context;
    const names = spread(parameters.temperaments, parameters.agents);
    names.forEach((strategy, index) => {
      const name = `${strategy}-${index + 1}`;
      const agentId = this.#operator.openAgent(name);
      const random = this.#random.fork(name);
      const parts = { context: this.#context, gateway: this.#gateway, random };
      this.#gateway.clients.set(agentId, new SimulatedClient(agentId, strategy, parts));
    });
    this.#operator.open();
    for (const client of this.#gateway.clients.values()) client.live();
    this.#operator.live();
    this.#schedule.live();
  }

  /** Faults strike; laws are checked at every command. */
  async #trade(): Promise<void> {
    const { tape } = this.#gateway.observed;
    const isOver = () => tape.length >= this.#context.parameters.steps;
    while (!isOver()) {
      this.#stretch(() => isOver() || this.#schedule.crash !== null);
      if (this.#schedule.crash !== null) await this.#crash();
    }
  }

  /** Faults are healed, nobody starts anything new, and all that is under way must come to rest. */
  #converge(): void {
    this.#context.isTrading = false;
    this.#context.faults.heal();
    this.#schedule.heal();
    const endMs = this.#context.nowMs + CONVERGE_MS;
    this.#rest(endMs);
    for (const client of this.#gateway.clients.values()) client.read();
    this.#rest(endMs);
    if (this.#context.agenda.size > 0)
      violate("convergence", "the simulation does not come to rest");
  }

  #rest(endMs: number): void {
    const isOver = () => this.#context.agenda.size === 0 || this.#context.nowMs >= endMs;
    while (!isOver()) this.#stretch(isOver);
  }

  /** What comes due next, and next, until it is time to stop. */
  #stretch(isOver: () => boolean): void {
    const { observed } = this.#gateway;
    const act = () => {
      for (let count = 0; count < STRETCH && !isOver(); count++) this.#next();
    };
    ending({ act, size: STRETCH, last: () => observed.last });
  }

  #next(): void {
    const run = this.#context.agenda.next();
    if (run === undefined) violate("convergence", "nothing is left to happen");
    this.#loopEvents++;
    run();
  }

  async #crash(): Promise<void> {
    const entry = this.#schedule.crash!;
    this.#schedule.crash = null;
    this.#gateway.forget();
    await this.#gateway.observed.crash(entry);
    for (const client of this.#gateway.clients.values()) client.goOffline(1);
  }

  #account(): void {
    const { observed, clients } = this.#gateway;
    observed.finish();
    for (const client of clients.values()) {
      if (client.unanswered > 0) violate("convergence", "a request was never answered");
      const lost = client.acknowledged.find((orderId) => !observed.shadow.orders.has(orderId));
      if (lost !== undefined) violate("recovery", `acknowledged order ${lost} is gone`);
      assertView(observed, client);
    }
  }
}

/** Strategies by their weights, one for each agent, so that two agents at least can meet. */
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
function assertView({ venue }: Gateway["observed"], { view }: SimulatedClient): void {
  const { agentId } = view;
  const viewed = [...view.orders.values()].map(({ orderId, qty, filledQty }) => {
    return `${orderId}:${filledQty}/${qty}`;
  });
  const held = venue.openOrders(agentId).map(({ orderId, qty, filledQty }) => {
    return `${orderId}:${filledQty}/${qty}`;
  });
  if (viewed.sort().join() !== held.sort().join()) {
    violate("view", `${agentId} knows ${viewed.join()}, the venue ${held.join()}`);
  }
  for (const { marketId, qty } of venue.positions(agentId)) {
    const known = view.positions.get(marketId) ?? 0;
    if (known !== qty) violate("view", `${agentId} believes to hold ${known}, holds ${qty}`);
  }
}
