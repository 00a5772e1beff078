/** What the caller may do here: by kind, by scope, and only from the venue's own pages. */
import type { IncomingMessage } from "node:http";
import type { Caller } from "../../identity/caller.ts";
import { proves } from "../../identity/secrets.ts";
import { Refused } from "../../wire/refused.ts";
import type { Route } from "../routes/route.ts";

/** Carries the CSRF cookie's value. Spec: Authentication 4. */
const CSRF_HEADER = "x-service-csrf";

/**
 * D-130, D-135, D-137, D-144. A human may do all that the account's keys may.
 * Errors: FORBIDDEN, SESSION_REQUIRED, INSUFFICIENT_SCOPE, CSRF_FAILED.
 */
export function authorize(caller: Caller, route: Route, req: IncomingMessage): void {
  if (route.auth === "operator" && caller.kind !== "operator") {
    throw new Refused("FORBIDDEN", "only an operator may do this");
  }
  if (caller.kind === "key") authorizeKey(caller.key.scopes, route);
  if (caller.kind !== "session" || route.method === "GET" || route.auth === "public") return;
  const csrf = req.headers[CSRF_HEADER];
  if (typeof csrf !== "string" || !proves(csrf, caller.session.csrfDigest)) {
    throw new Refused("CSRF_FAILED", "X-Service-CSRF must carry the CSRF cookie's value");
  }
}

function authorizeKey(scopes: readonly string[], { auth, scope }: Route): void {
  if (auth === "session") {
    throw new Refused("SESSION_REQUIRED", "this takes a browser session, not an API key");
  }
  if (scopes.includes(scope)) return;
  const details = { required_scope: scope };
  throw new Refused("INSUFFICIENT_SCOPE", `this key lacks the scope ${scope}`, { details });
}
