/** Every check of a whole run: those of the rules, then the stories of the library. */

import { CHECKS } from "../catalogue/checks.ts";
import { scenarioChecks } from "../catalogue/scenario-checks.ts";
import type { Check } from "../check/check.ts";

/** Reads the stories when it is first asked. */
export function allChecks(): readonly Check[] {
  return [...CHECKS, ...scenarioChecks()];
}
