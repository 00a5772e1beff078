/** Counts the request against its agent's quota and tells what is left. */
import { type Quota, type RateClass, WINDOW_MS } from "../rate-limit.ts";
import { Refused } from "../refused.ts";
import type { Services } from "../services.ts";
import type { Arrival } from "./answer.ts";

/**
 * Spec: Limits; D-163 to D-168. The headers are those of the IETF draft.
 * Errors: RATE_LIMITED with Retry-After.
 */
export function limitRate(
  { limiter }: Services,
  caller: { agentId: string; rateClass: RateClass },
  { at, headers }: Arrival,
): void {
  const { agentId, rateClass } = caller;
  const quota = limiter.take(agentId, rateClass, at);
  const limit = limiter.limitOf(rateClass);
  headers.push("RateLimit-Policy", `"${rateClass}";q=${limit};w=${WINDOW_MS / 1000}`);
  headers.push("RateLimit", `"${rateClass}";r=${quota.remaining};t=${quota.resetSeconds}`);
  if (!quota.allowed) throw tooMany(`${rateClass} rate limit of ${limit} per minute`, quota);
}

/** Spec: Limits, Over limit; D-005, D-165. */
export function tooMany(message: string, quota: Quota): Refused {
  const headers = { "Retry-After": String(quota.resetSeconds) };
  return new Refused("RATE_LIMITED", message, { headers });
}
