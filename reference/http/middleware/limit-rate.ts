/** Counts the request against its agent's quota and tells what is left. */
import type { IncomingMessage } from "node:http";
import type { Services } from "../../running-venue.ts";
import { Refused } from "../../wire/refused.ts";
import { type Quota, type RateClass, WINDOW_MS } from "../rate-limit.ts";
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

/** Counts what comes without credentials, by address. D-166. Errors: RATE_LIMITED. */
export function limitAddress({ limiter, clock }: Services, req: IncomingMessage): void {
  const quota = limiter.takeUnauthenticated(addressOf(req), clock.nowMs());
  if (!quota.allowed) throw tooMany("too many requests without credentials", quota);
}

/** Where a request comes from, as far as the venue can tell by itself. */
export const addressOf = (req: IncomingMessage): string => req.socket.remoteAddress ?? "";

/** Spec: Limits, Over limit; D-005, D-165. */
export function tooMany(message: string, { resetSeconds }: Pick<Quota, "resetSeconds">): Refused {
  const headers = { "Retry-After": String(resetSeconds) };
  return new Refused("RATE_LIMITED", message, { headers });
}
