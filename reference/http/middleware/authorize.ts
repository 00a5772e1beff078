/** What the caller's key may do. */
import type { KeyHolder } from "../../core/outcomes.ts";
import { Refused } from "../refused.ts";
import type { Route } from "../routes/route.ts";

/** D-130. Errors: INSUFFICIENT_SCOPE. */
export function authorize(holder: KeyHolder | null, route: Route): void {
  if (holder === null || holder.scopes.includes(route.scope)) return;
  throw new Refused("INSUFFICIENT_SCOPE", `this key lacks the scope ${route.scope}`, {
    details: { required_scope: route.scope },
  });
}
