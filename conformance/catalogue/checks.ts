/** Every check there is; `--list` prints them beside the rules they prove. */
import type { Check } from "../check/check.ts";
import { account } from "../checks/account.ts";
import { accountSharing } from "../checks/account-sharing.ts";
import { auth } from "../checks/auth.ts";
import { errors } from "../checks/errors.ts";
import { errorsOpen } from "../checks/errors-open.ts";
import { errorsValidation } from "../checks/errors-validation.ts";
import { freshness } from "../checks/freshness.ts";
import { general } from "../checks/general.ts";
import { idempotency } from "../checks/idempotency.ts";
import { idempotencyConcurrent } from "../checks/idempotency-concurrent.ts";
import { idempotencyConflicts } from "../checks/idempotency-conflicts.ts";
import { keys } from "../checks/keys.ts";
import { keysCallers } from "../checks/keys-callers.ts";
import { keysRevoked } from "../checks/keys-revoked.ts";
import { kinds } from "../checks/kinds.ts";
import { leaderboard } from "../checks/leaderboard.ts";
import { limits } from "../checks/limits.ts";
import { limitsStated } from "../checks/limits-stated.ts";
import { marketDataAgreement } from "../checks/market-data-agreement.ts";
import { marketDataBook } from "../checks/market-data-book.ts";
import { marketDataEvents } from "../checks/market-data-events.ts";
import { marketDataHistory } from "../checks/market-data-history.ts";
import { marketOrders } from "../checks/market-orders.ts";
import { markets } from "../checks/markets.ts";
import { marketsRecords } from "../checks/markets-records.ts";
import { matching } from "../checks/matching.ts";
import { operations } from "../checks/operations.ts";
import { orderEndpoints } from "../checks/order-endpoints.ts";
import { orderFields } from "../checks/order-fields.ts";
import { orderResult } from "../checks/order-result.ts";
import { outages } from "../checks/outages.ts";
import { postOnly } from "../checks/post-only.ts";
import { priceProtection } from "../checks/price-protection.ts";
import { rejects } from "../checks/rejects.ts";
import { selfTrade } from "../checks/self-trade.ts";
import { sessions } from "../checks/sessions.ts";
import { sessionsCsrf } from "../checks/sessions-csrf.ts";
import { sessionsSignIn } from "../checks/sessions-sign-in.ts";
import { spot } from "../checks/spot.ts";
import { states } from "../checks/states.ts";
import { stream } from "../checks/stream.ts";
import { streamPrivate } from "../checks/stream-private.ts";
import { streamProtocol } from "../checks/stream-protocol.ts";
import { tickets } from "../checks/tickets.ts";
import { timeInForce } from "../checks/time-in-force.ts";
import { version } from "../checks/version.ts";
import { PROPERTIES } from "../properties/index.ts";

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
