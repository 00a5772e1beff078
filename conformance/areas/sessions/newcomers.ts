/** Who signs up and logs in: the bodies that a run tries, and what may be switched off (D-138). */
import { oddOf, statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import type { CheckContext } from "../../check/check-context.ts";

/** Bodies of sign-up and login are not shown: these are guesses (D-138). */
export function newcomer(t: CheckContext) {
  const name = t.run.freshId();
  return {
    email: `${name}@touchstone.example`,
    password: `Correct-horse-${name}-9!`,
    display_name: name,
    agent_name: name,
  };
}

/** What a callback is usually answered. */
export const USUAL_OF_CALLBACK = statusesOf("D-141");
/** What a venue answers where this is switched off, or has no provider: no interference here. */
export const GATED = [...USUAL_OF_CALLBACK, ...oddOf("D-141")].filter((status) => status >= 500);

/** A request to sign up or log in. */
export function post(path: string, body: unknown): ApiRequest {
  return { method: "POST", path, body, tolerates: GATED };
}

/** A login, with what else its request carries. */
export function login(
  { email, password }: { email: string; password: string | undefined },
  headers: Record<string, string> = {},
): ApiRequest {
  return { ...post("/auth/login", { email, password }), headers };
}
