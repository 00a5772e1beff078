/** What all parts of a running simulation share. */
import type { Command, Outcomes } from "../../reference/index.ts";
import type { Agenda } from "./agenda.ts";
import type { Coverage } from "./coverage.ts";
import type { Faults } from "./faults.ts";
import type { Parameters } from "./parameters.ts";

/** Units: epoch ms. */
export interface SimulationContext {
  readonly parameters: Parameters;
  readonly agenda: Agenda;
  readonly faults: Faults;
  readonly coverage: Coverage;
  /** Time as everybody but the venue sees it: the agenda's. */
  readonly nowMs: number;
  /** How far the venue's clock is ahead. */
  aheadMs: number;
  /** True while agents still start something of their own. */
  isTrading: boolean;
}

/** The outcome of any command. */
export type CommandOutcome = Outcomes[Command["type"]];

/** Calls back after so long. Units: ms. */
export function later(context: SimulationContext, ms: number, run: () => void): void {
  context.agenda.add(context.nowMs + ms, run);
}
