/** Every sentence of the spec, in the spec's order. */

import { AUTHENTICATION, CALLERS } from "./authentication.ts";
import { ENDPOINTS } from "./endpoints.ts";
import { ENVELOPE, HTTP_STATUSES } from "./errors.ts";
import { EVENTS } from "./events.ts";
import { GAPS } from "./gaps.ts";
import { LIMITS } from "./limits.ts";
import { ORDER_BEHAVIOUR, ORDER_RESULT } from "./order-result.ts";
import { REJECT_CODE_SENTENCES } from "./reject-codes.ts";
import { KEY_REQUEST, ORDER_REQUEST, TICKET } from "./requests.ts";
import type { Sentence } from "./sentence.ts";
import { SERVICE, STATES, VERSIONING } from "./service.ts";

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
  ...ORDER_BEHAVIOUR,
  ...AUTHENTICATION,
  ...EVENTS,
  ...REJECT_CODE_SENTENCES,
  ...HTTP_STATUSES,
  ...LIMITS,
  ...VERSIONING,
  ...GAPS,
];
