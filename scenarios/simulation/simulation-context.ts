/** What all parts of a running simulation share. */
import type { Command, Outcomes } from "../../reference/index.ts";
import type { Agenda } from "./agenda.ts";
import type { Reach } from "./coverage.ts";
import type { Faults } from "./faults.ts";
import type { Parameters } from "./parameters.ts";

/** Units: epoch ms. */
export interface SimulationContext {
  readonly parameters: Parameters;
  readonly agenda: Agenda;
  readonly faults: Faults;
  readonly reach: Reach;
  /** Time as everybody but the venue sees it. */
  nowMs: number;
  /** How far the venue's clock is ahead. */
  aheadMs: number;
  /** True while agents still start something of their own. */
  isTrading: boolean;
}

/** The outcome of any command. */
export type CommandOutcome = Outcomes[Command["type"]];

/** Calls back after so long. Units: ms. */
export function later(setting: SimulationContext, ms: number, run: () => void): void {
  setting.agenda.add(setting.nowMs + ms, run);
}
