/** What a new key may be allowed to do. Spec: Authentication 6; D-134. */
import type { Scope } from "../core/commands.ts";
import { InvalidParameters, Refused } from "../wire/refused.ts";

const GRANTED: readonly Scope[] = ["read", "trade"];
/** Names that mean something on the venue, and that nobody can be given through the API. */
const PRIVILEGED = ["admin", "fleet", "operator"];

/** Each scope once; both when none are named. Errors: SCOPE_NOT_ALLOWED, 422 for others. */
export function scopesOf(asked: string[] = [...GRANTED]): Scope[] {
  if (asked.length === 0) throw invalidScopes("must not be empty");
  const privileged = asked.find((name) => PRIVILEGED.includes(name));
  if (privileged !== undefined) {
    throw new Refused("SCOPE_NOT_ALLOWED", `a key cannot be given the scope ${privileged}`);
  }
  const granted = GRANTED.filter((scope) => asked.includes(scope));
  if (granted.length === new Set(asked).size) return granted;
  throw invalidScopes("must be read or trade");
}

const invalidScopes = (msg: string) =>
  new InvalidParameters([{ loc: ["body", "scopes"], msg, type: "scope" }]);
