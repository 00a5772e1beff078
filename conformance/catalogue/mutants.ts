/** Every known-bad venue there is. */
import { MUTANTS as account } from "../areas/account/mutants.ts";
import { MUTANTS as authentication } from "../areas/authentication/mutants.ts";
import { MUTANTS as claims } from "../areas/claims/mutants.ts";
import { MUTANTS as errors } from "../areas/errors/mutants.ts";
import { MUTANTS as freshness } from "../areas/freshness/mutants.ts";
import { MUTANTS as general } from "../areas/general/mutants.ts";
import { MUTANTS as idempotency } from "../areas/idempotency/mutants.ts";
import { MUTANTS as keys } from "../areas/keys/mutants.ts";
import { MUTANTS as kinds } from "../areas/kinds/mutants.ts";
import { MUTANTS as leaderboard } from "../areas/leaderboard/mutants.ts";
import { MUTANTS as limits } from "../areas/limits/mutants.ts";
import { MUTANTS as marketData } from "../areas/market-data/mutants.ts";
import { MUTANTS as matching } from "../areas/matching/mutants.ts";
import { MUTANTS as operations } from "../areas/operations/mutants.ts";
import { MUTANTS as orderEndpoints } from "../areas/order-endpoints/mutants.ts";
import { MUTANTS as orderFields } from "../areas/order-fields/mutants.ts";
import { MUTANTS as orderResult } from "../areas/order-result/mutants.ts";
import { MUTANTS as properties } from "../areas/properties/mutants.ts";
import { MUTANTS as rejects } from "../areas/rejects/mutants.ts";
import { MUTANTS as sessions } from "../areas/sessions/mutants.ts";
import { MUTANTS as spot } from "../areas/spot/mutants.ts";
import { MUTANTS as stream } from "../areas/stream/mutants.ts";
import { MUTANTS as tickets } from "../areas/tickets/mutants.ts";
import { MUTANTS as timeInForce } from "../areas/time-in-force/mutants.ts";
import type { Mutant } from "../interposer/mutant.ts";

/** By area. */
export const MUTANTS: readonly Mutant[] = [
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
