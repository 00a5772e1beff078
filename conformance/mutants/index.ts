/** Every known-bad venue there is. */
import { auth } from "./auth.ts";
import { cancels } from "./cancels.ts";
import { errors } from "./errors.ts";
import { freshness } from "./freshness.ts";
import { general } from "./general.ts";
import { idempotency } from "./idempotency.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import { leaderboard } from "./leaderboard.ts";
import { limits } from "./limits.ts";
import { marketData } from "./market-data.ts";
import { markets } from "./markets.ts";
import { matching } from "./matching.ts";
import type { Mutant } from "./mutant.ts";
import { orderFields } from "./order-fields.ts";
import { orderLists } from "./order-lists.ts";
import { orderResult } from "./order-result.ts";
import { races } from "./races.ts";
import { rejects } from "./rejects.ts";
import { repeats } from "./repeats.ts";
import { sequences } from "./sequences.ts";
import { sessions } from "./sessions.ts";
import { stream } from "./stream.ts";
import { tickets } from "./tickets.ts";
import { timesInForce } from "./time-in-force.ts";

export const MUTANTS: readonly Mutant[] = [
  ...general,
  ...orderFields,
  ...orderResult,
  ...timesInForce,
  ...matching,
  ...idempotency,
  ...freshness,
  ...rejects,
  ...kinds,
  ...orderLists,
  ...cancels,
  ...markets,
  ...marketData,
  ...leaderboard,
  ...auth,
  ...sessions,
  ...keys,
  ...tickets,
  ...stream,
  ...errors,
  ...limits,
  ...sequences,
  ...repeats,
  ...races,
];
