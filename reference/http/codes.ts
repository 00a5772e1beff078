/** Every code an error envelope can carry, with its HTTP status; the codes are the contract. */
import type { RefusalCode } from "../core/rejects.ts";

/** Spec: HTTP statuses, Order reject codes; D-160, D-161, D-171. */
export const STATUS_OF = {
  VALIDATION_ERROR: 400,
  IDP_CALLBACK_INVALID: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  FORBIDDEN: 403,
  INSUFFICIENT_SCOPE: 403,
  SCOPE_NOT_ALLOWED: 403,
  SESSION_REQUIRED: 403,
  CSRF_FAILED: 403,
  ROUTE_NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  MARKET_NOT_FOUND: 404,
  AGENT_NOT_FOUND: 404,
  KEY_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CLIENT_ORDER_ID_CONFLICT: 409,
  ORDER_NOT_OPEN: 409,
  AMEND_CONFLICT: 409,
  AGENT_NAME_TAKEN: 409,
  EMAIL_TAKEN: 409,
  INVALID_PARAMETER: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UPSTREAM_UNAVAILABLE: 502,
  EXCHANGE_FROZEN: 503,
  FEATURE_DISABLED: 503,
} as const satisfies Record<RefusalCode, number> & Record<string, number>;

export type ErrorCode = keyof typeof STATUS_OF;
