/** Every known-bad venue there is. */

import type { Mutant } from "../interposer/mutant.ts";
import { auth } from "../mutants/auth.ts";
import { cancels } from "../mutants/cancels.ts";
import { errors } from "../mutants/errors.ts";
import { freshness } from "../mutants/freshness.ts";
import { general } from "../mutants/general.ts";
import { idempotency } from "../mutants/idempotency.ts";
import { keys } from "../mutants/keys.ts";
import { kinds } from "../mutants/kinds.ts";
import { leaderboard } from "../mutants/leaderboard.ts";
import { limits } from "../mutants/limits.ts";
import { marketData } from "../mutants/market-data.ts";
import { markets } from "../mutants/markets.ts";
import { matching } from "../mutants/matching.ts";
import { orderFields } from "../mutants/order-fields.ts";
import { orderLists } from "../mutants/order-lists.ts";
import { orderResult } from "../mutants/order-result.ts";
import { races } from "../mutants/races.ts";
import { rejects } from "../mutants/rejects.ts";
import { repeats } from "../mutants/repeats.ts";
import { sequences } from "../mutants/sequences.ts";
import { sessions } from "../mutants/sessions.ts";
import { stream } from "../mutants/stream.ts";
import { tickets } from "../mutants/tickets.ts";
import { timesInForce } from "../mutants/time-in-force.ts";

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
