/** Who calls: a bearer key, compared by digest. */
import type { IncomingMessage } from "node:http";
import type { KeyHolder } from "../../core/outcomes.ts";
import { Refused } from "../refused.ts";
import type { Route } from "../routes/route.ts";
import type { Services } from "../services.ts";
import { tooMany } from "./limit-rate.ts";

const SCHEME = "Bearer ";

/**
 * The holder of the presented key; null for an anonymous caller of a public route.
 * Spec: Authentication 1, 2, 9; D-112, D-131.
 * Errors: UNAUTHENTICATED; RATE_LIMITED for an address that fails too often (D-166).
 */
export function authenticate(
  services: Services,
  route: Route,
  req: IncomingMessage,
): KeyHolder | null {
  const header = req.headers.authorization;
  if (header === undefined && route.auth === "public") return null;
  const holder = header?.startsWith(SCHEME) ? holderOf(services, req, header) : null;
  if (holder !== null) return holder;
  const address = req.socket.remoteAddress ?? "";
  const quota = services.limiter.takeUnauthenticated(address, services.clock.nowMs());
  if (!quota.allowed) throw tooMany("too many requests without credentials", quota);
  throw new Refused("UNAUTHENTICATED", "a valid API key is required", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function holderOf(
  { keyring, venue }: Services,
  req: IncomingMessage,
  header: string,
): KeyHolder | null {
  const key = header.slice(SCHEME.length);
  return keyring.holder(req.socket, key, (digest) => venue.key(digest));
}
