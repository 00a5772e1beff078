/** Every sentence of the spec, in the spec's order. */
import { ACCOUNT_ROUTES } from "./account-routes.ts";
import { AUTH_ROUTES } from "./auth-routes.ts";
import { AUTHENTICATION } from "./authentication.ts";
import { CALLERS } from "./callers.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { ENVELOPE } from "./envelope.ts";
import { EVENTS } from "./events.ts";
import { GAPS } from "./gaps.ts";
import { HEALTH_ROUTES } from "./health-routes.ts";
import { HTTP_STATUSES } from "./http-statuses.ts";
import { KEY_REQUEST } from "./key-request.ts";
import { KEY_ROUTES } from "./key-routes.ts";
import { LIMITS } from "./limits.ts";
import { MARKET_ROUTES } from "./market-routes.ts";
import { ORDER_BEHAVIOUR } from "./order-behaviour.ts";
import { ORDER_REQUEST } from "./order-request.ts";
import { ORDER_RESULT } from "./order-result.ts";
import { ORDER_ROUTES } from "./order-routes.ts";
import { REJECT_CODE_SENTENCES } from "./reject-codes.ts";
import type { Sentence } from "./sentence.ts";
import { SERVICE } from "./service.ts";
import { STATES } from "./states.ts";
import { TICKET } from "./ticket.ts";
import { VERSIONING } from "./versioning.ts";

export { SPEC_ROUTES } from "./routes.ts";
export type { Sentence } from "./sentence.ts";

/** Tables, numbered rules and lists of the spec; what it leaves open comes last. */
export const SENTENCES: readonly Sentence[] = [
  ...SERVICE,
  ...CALLERS,
  ...ORDER_REQUEST,
  ...ORDER_RESULT,
  ...KEY_REQUEST,
  ...TICKET,
  ...ENVELOPE,
  ...STATES,
  ...ENDPOINTS,
  ...ORDER_ROUTES,
  ...MARKET_ROUTES,
  ...ACCOUNT_ROUTES,
  ...AUTH_ROUTES,
  ...KEY_ROUTES,
  ...HEALTH_ROUTES,
  ...ORDER_BEHAVIOUR,
  ...AUTHENTICATION,
  ...EVENTS,
  ...REJECT_CODE_SENTENCES,
  ...HTTP_STATUSES,
  ...LIMITS,
  ...VERSIONING,
  ...GAPS,
];
