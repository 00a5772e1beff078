/** A check: what it proves, what it needs, and a short body that reads like the rule. */

import type { Wish } from "../../scenarios/deployment/lease.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Scenario } from "../../scenarios/scenario/format.ts";
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
  body(t: CheckContext): Promise<void>;
}

/**
 * A demand on every exchange of the whole run that `selects` recognises; the body only makes sure
 * that there is at least one.
 */
export interface Watch extends Check {
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

/** What a run of the check leases; a scenario brings its own. */
export function wishOf(check: Check): Wish {
  return isScenario(check) ? {} : wishFor(check.needs);
}
