/** Every check of a run: those of the areas, then the scenarios of the library. */
import { CHECKS as account } from "../areas/account/checks.ts";
import { CHECKS as authentication } from "../areas/authentication/checks.ts";
import { CHECKS as claims } from "../areas/claims/checks.ts";
import { CHECKS as errors } from "../areas/errors/checks.ts";
import { CHECKS as freshness } from "../areas/freshness/checks.ts";
import { CHECKS as general } from "../areas/general/checks.ts";
import { CHECKS as idempotency } from "../areas/idempotency/checks.ts";
import { CHECKS as keys } from "../areas/keys/checks.ts";
import { CHECKS as kinds } from "../areas/kinds/checks.ts";
import { CHECKS as leaderboard } from "../areas/leaderboard/checks.ts";
import { CHECKS as limits } from "../areas/limits/checks.ts";
import { CHECKS as marketData } from "../areas/market-data/checks.ts";
import { CHECKS as matching } from "../areas/matching/checks.ts";
import { CHECKS as operations } from "../areas/operations/checks.ts";
import { CHECKS as orderEndpoints } from "../areas/order-endpoints/checks.ts";
import { CHECKS as orderFields } from "../areas/order-fields/checks.ts";
import { CHECKS as orderResult } from "../areas/order-result/checks.ts";
import { CHECKS as properties } from "../areas/properties/checks.ts";
import { CHECKS as rejects } from "../areas/rejects/checks.ts";
import { CHECKS as sessions } from "../areas/sessions/checks.ts";
import { CHECKS as spot } from "../areas/spot/checks.ts";
import { CHECKS as stream } from "../areas/stream/checks.ts";
import { CHECKS as tickets } from "../areas/tickets/checks.ts";
import { CHECKS as timeInForce } from "../areas/time-in-force/checks.ts";
import type { Check } from "../check/check.ts";
import { scenarioChecks } from "./scenario-checks.ts";

/** Every check that an area holds. */
export const CHECKS: readonly Check[] = [
  ...general,
  ...orderFields,
  ...orderResult,
  ...matching,
  ...timeInForce,
  ...idempotency,
  ...freshness,
  ...rejects,
  ...kinds,
  ...orderEndpoints,
  ...marketData,
  ...spot,
  ...account,
  ...leaderboard,
  ...authentication,
  ...sessions,
  ...keys,
  ...tickets,
  ...stream,
  ...errors,
  ...limits,
  ...operations,
  ...claims,
  ...properties,
];

/** Reads the scenarios when it is first asked. */
export function allChecks(): readonly Check[] {
  return [...CHECKS, ...scenarioChecks()];
}
