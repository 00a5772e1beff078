/** A check: what it proves, what it needs, and a short body that reads like the rule. */

import type { Wish } from "../../scenarios/deployment/lease.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Scenario } from "../../scenarios/scenario/format.ts";
import type { Cell, Over } from "./cell.ts";
import { needsOfCell } from "./cell-needs.ts";
import type { CheckContext } from "./check-context.ts";
import type { Expectation } from "./expectation.ts";
import { type Need, wishFor } from "./need.ts";

/**
 * Proves one or more rules. Preconditions are `needs`, never early returns: a rule in `proves`
 * that the body leaves unjudged makes the check an error of the harness.
 */
export interface Check {
  title: string;
  proves: readonly string[];
  needs: readonly Need[];
  /** The part of the range of its rules that it looks at; all of it where absent. */
  over?: Over;
  /** A cell is one request: the body is run in every cell, on one lease. */
  each?: true;
  /** Every value once is enough, short of a full effort: no two of them are likely to matter together. */
  once?: true;
  /** What surrounds its body is a part of it: it is run as it is. */
  plain?: true;
  /** Its bursts are of a whole minute: what goes on elsewhere is begun in the one before, for all later ones. */
  wholeMinute?: true;
  /** Nothing else may rest in its market: what is reserved there is counted, or whom an order finds. */
  emptyBook?: true;
  body(t: CheckContext): Promise<void>;
}

/**
 * A demand on every exchange of the whole run that `selects` recognises; the body only makes sure
 * that there is at least one.
 */
export interface Watch extends Check, Watchful {
  /** The same with a memory of its own for each run, where an answer is judged by earlier ones. */
  remembering?(): Watchful;
}

/** Which exchanges a watch is about, and what it demands of each. */
export interface Watchful {
  selects(exchange: Exchange): boolean;
  expects: Expectation<Exchange>;
}

/** A scenario of the library, run with actors and markets of its own. */
export interface ScenarioCheck extends Check {
  scenario: Scenario;
}

/** Whether a check runs a scenario. */
export function isScenario(check: Check): check is ScenarioCheck {
  return "scenario" in check;
}

/** Whether a check watches over the whole run. */
export function isWatch(check: Check): check is Watch {
  return "selects" in check;
}

/** What a run of the check in a cell needs; of kinds and statuses the cell's come first. */
export function needsIn(check: Check, cell: Cell): Need[] {
  return [...needsOfCell(cell), ...check.needs];
}

/** What a run of the check in a cell leases; a scenario brings its own. */
export function wishOf(check: Check, cell: Cell): Wish {
  return isScenario(check) ? {} : wishFor(needsIn(check, cell));
}
