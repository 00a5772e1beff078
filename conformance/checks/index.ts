/** Every check there is; `--list` prints them beside the rules they prove. */
import type { Check } from "../check.ts";
import { PROPERTIES } from "../properties/index.ts";
import { account } from "./account.ts";
import { accountSharing } from "./account-sharing.ts";
import { auth } from "./auth.ts";
import { errors } from "./errors.ts";
import { errorsOpen } from "./errors-open.ts";
import { errorsValidation } from "./errors-validation.ts";
import { freshness } from "./freshness.ts";
import { general } from "./general.ts";
import { idempotency } from "./idempotency.ts";
import { idempotencyConcurrent } from "./idempotency-concurrent.ts";
import { idempotencyConflicts } from "./idempotency-conflicts.ts";
import { keys } from "./keys.ts";
import { keysCallers } from "./keys-callers.ts";
import { keysRevoked } from "./keys-revoked.ts";
import { kinds } from "./kinds.ts";
import { leaderboard } from "./leaderboard.ts";
import { limits } from "./limits.ts";
import { limitsStated } from "./limits-stated.ts";
import { marketDataAgreement } from "./market-data-agreement.ts";
import { marketDataBook } from "./market-data-book.ts";
import { marketDataEvents } from "./market-data-events.ts";
import { marketDataHistory } from "./market-data-history.ts";
import { marketOrders } from "./market-orders.ts";
import { markets } from "./markets.ts";
import { marketsRecords } from "./markets-records.ts";
import { matching } from "./matching.ts";
import { operations } from "./operations.ts";
import { orderEndpoints } from "./order-endpoints.ts";
import { orderFields } from "./order-fields.ts";
import { orderResult } from "./order-result.ts";
import { outages } from "./outages.ts";
import { postOnly } from "./post-only.ts";
import { priceProtection } from "./price-protection.ts";
import { rejects } from "./rejects.ts";
import { selfTrade } from "./self-trade.ts";
import { sessions } from "./sessions.ts";
import { sessionsCsrf } from "./sessions-csrf.ts";
import { sessionsSignIn } from "./sessions-sign-in.ts";
import { spot } from "./spot.ts";
import { states } from "./states.ts";
import { stream } from "./stream.ts";
import { streamPrivate } from "./stream-private.ts";
import { streamProtocol } from "./stream-protocol.ts";
import { tickets } from "./tickets.ts";
import { timeInForce } from "./time-in-force.ts";
import { version } from "./version.ts";

export const CHECKS: readonly Check[] = [
  ...general,
  ...orderFields,
  ...orderResult,
  ...timeInForce,
  ...matching,
  ...selfTrade,
  ...postOnly,
  ...marketOrders,
  ...priceProtection,
  ...idempotency,
  ...idempotencyConflicts,
  ...idempotencyConcurrent,
  ...freshness,
  ...rejects,
  ...kinds,
  ...orderEndpoints,
  ...markets,
  ...marketsRecords,
  ...marketDataBook,
  ...marketDataHistory,
  ...marketDataEvents,
  ...marketDataAgreement,
  ...spot,
  ...account,
  ...accountSharing,
  ...leaderboard,
  ...auth,
  ...sessions,
  ...sessionsCsrf,
  ...sessionsSignIn,
  ...keys,
  ...keysCallers,
  ...keysRevoked,
  ...tickets,
  ...stream,
  ...streamPrivate,
  ...streamProtocol,
  ...errors,
  ...errorsValidation,
  ...errorsOpen,
  ...limits,
  ...limitsStated,
  ...operations,
  ...outages,
  ...states,
  ...version,
  ...PROPERTIES,
];
