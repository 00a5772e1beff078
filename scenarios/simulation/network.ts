/** The way between clients and the venue: messages take time, and some never arrive. */
import type { FaultName } from "./faults.ts";
import type { Random } from "./random.ts";
import { later, type SimulationContext } from "./simulation-context.ts";

const DELAY_MS = [1_000, 8_000] as const;
/** A message that is overtaken takes so many times longer. */
const REORDER_TIMES = 10;

/** Carries messages; each takes its own time. */
export class Network {
  readonly #context: SimulationContext;
  readonly #random: Random;

  constructor(context: SimulationContext, random: Random) {
    this.#context = context;
    this.#random = random;
  }

  /** A request on its way to the venue: it may arrive twice, or never. */
  request(arrive: () => void): void {
    this.#carry("lost-request", arrive);
    if (this.#context.faults.strikes("duplicate")) this.#carry("lost-request", arrive);
  }

  /** An answer on its way back. */
  response(arrive: () => void): void {
    this.#carry("lost-response", arrive);
  }

  /** A frame of a stream; frames of one connection never overtake. Returns when it arrives. */
  frame(notBeforeMs: number, arrive: () => void): number {
    const { nowMs, faults, agenda } = this.#context;
    const atMs = Math.max(notBeforeMs, nowMs + this.#latency());
    if (!faults.strikes("stream-gap")) agenda.add(atMs, arrive);
    return atMs;
  }

  #carry(loss: FaultName, arrive: () => void): void {
    const { faults } = this.#context;
    if (faults.strikes(loss)) return;
    let ms = this.#latency();
    if (faults.strikes("delay")) ms += faults.lasting(...DELAY_MS);
    if (faults.strikes("reorder")) ms *= REORDER_TIMES;
    later(this.#context, ms, arrive);
  }

  #latency(): number {
    const [low, high] = this.#context.parameters.latencyMs;
    return this.#random.between(low, high);
  }
}
