/** Works a script out beforehand, on the model alone: what is done is then the same every time. */

import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import {
  type ArrivingOrder,
  EMPTY,
  levelsOf,
  type MarketState,
  type PlaceSummary,
} from "../model/market-state.ts";
import { outcomesOf } from "../model/outcomes.ts";
import { byPriceAndTime, cancel, cancelAll, trade } from "../model/venue.ts";
import type { Act, Left } from "./act.ts";
import { pickedOf, resolved, type StepContext } from "./resolve.ts";
import { INSTEAD, LEVELS, type OrderStep, type PropertyStep } from "./step.ts";

/** Prices are rungs of a ladder, from 0. */
const RUNGS = Array.from({ length: LEVELS }, (_, rung) => rung);

class Rehearsal implements StepContext {
  readonly agents = ["first", "second"] as const;
  readonly owners = this.agents;
  readonly prices = RUNGS;
  readonly acts: Act[] = [];
  state: MarketState = EMPTY;
  readonly #orders: { id: string; who: 0 | 1 }[] = [];

  readonly own = true;
  readonly mayReduce = false;

  /** Declines are left out: how many a venue bears is its own affair (D-061). */
  mayDecline(): boolean {
    return false;
  }

  play(step: PropertyStep): void {
    if (step.do === "order") this.#place(step);
    if (step.do === "cancel") this.#cancel(step);
    if (step.do === "cancel-all") {
      const who = step.who === 0 ? 0 : 1;
      this.acts.push({ do: "cancel-all", who });
      this.state = cancelAll(this.state, this.agents[who]);
    }
  }

  #place(step: OrderStep): void {
    const terms = resolved(this, step);
    const who = step.who === 0 ? 0 : 1;
    const arrival = { agent: this.agents[who], terms };
    const summary = summaryOf(this.state, arrival, String(this.#orders.length));
    const taken = byPriceAndTime(this.state, terms, summary);
    this.state = trade(this.state, { ...arrival, summary }, taken);
    this.#orders.push({ id: String(this.#orders.length), who });
    this.acts.push({ do: "place", who, terms });
  }

  #cancel({ who, pick }: { who: number; pick: number }): void {
    const own = this.#orders.filter((order) => order.who === who);
    const order = pickedOf(own, this.state, pick);
    if (order === null) {
      this.#place({ ...INSTEAD, who });
      return;
    }
    this.acts.push({ do: "cancel", who: order.who, order: Number(order.id) });
    this.state = cancel(this.state, order.id);
  }
}

/** What a script does, and what a naive venue would have left of it; prices are rungs. */
export function rehearse(script: readonly PropertyStep[]): { acts: Act[]; left: Left } {
  const rehearsal = new Rehearsal();
  for (const step of script) rehearsal.play(step);
  const { acts, state, agents } = rehearsal;
  const rungs = (side: Side) =>
    levelsOf(state, side).map(({ price, qty }) => [price, qty] as const);
  const held = agents.map((agent) => state.positions[agent] ?? 0);
  return { acts, left: { bids: rungs("BUY"), asks: rungs("SELL"), held } };
}

/** The answer a venue most probably gives. */
function summaryOf(state: MarketState, arrival: ArrivingOrder, orderId: string): PlaceSummary {
  const { filled, remaining } = outcomesOf(state, arrival).at(-1) ?? { filled: 0, remaining: 0 };
  return { fate: "accepted", status: null, reason: null, filled, remaining, orderId };
}
