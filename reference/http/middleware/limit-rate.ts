/** Counts the request against its agent's quota and tells what is left. */
import type { IncomingMessage } from "node:http";
import { tooMany } from "../../wire/refused.ts";
import type { HttpParts } from "../parts.ts";
import { type RateClass, WINDOW_MS } from "../rate-limit.ts";
import type { RequestArrival } from "./answer.ts";

/**
 * Spec: Limits; D-163, D-164, D-168. The headers are those of the IETF draft.
 * Errors: RATE_LIMITED with Retry-After.
 */
export function limitRate(
  { limiter }: HttpParts,
  caller: { agentId: string; rateClass: RateClass },
  { at, isCounted, headers }: RequestArrival,
): void {
  if (!isCounted) return;
  const { agentId, rateClass } = caller;
  const quota = limiter.take(agentId, rateClass, at);
  const limit = limiter.limitOf(rateClass);
  // What is left is told: D-167.
  headers.push("RateLimit-Policy", `"${rateClass}";q=${limit};w=${WINDOW_MS / 1000}`);
  // What is left is told: D-167.
  headers.push("RateLimit", `"${rateClass}";r=${quota.remaining};t=${quota.resetSeconds}`);
  if (!quota.allowed) throw tooMany(`${rateClass} rate limit of ${limit} per minute`, quota);
}

/** Counts what comes without credentials, by address. D-166. Errors: RATE_LIMITED. */
export function limitAddress({ limiter, clock }: HttpParts, req: IncomingMessage): void {
  const quota = limiter.takeFrom(addressOf(req), "unauthenticated", clock.nowMs());
  if (!quota.allowed) throw tooMany("too many requests without credentials", quota);
}

/** Counts dear reads of nobody known, by address. D-166. Errors: RATE_LIMITED. */
export function limitDearRead({ limiter, clock }: HttpParts, req: IncomingMessage): void {
  const quota = limiter.takeFrom(addressOf(req), "dearReads", clock.nowMs());
  if (!quota.allowed) throw tooMany("too many such reads without credentials", quota);
}

/** Where a request comes from, as far as the venue can tell by itself. */
export const addressOf = (req: IncomingMessage): string => req.socket.remoteAddress ?? "";
