/** Who may call what, as the description says it. Spec: Authentication; D-124, D-130, D-137. */
import { CSRF_COOKIE, SESSION_COOKIE } from "../cookies.ts";
import type { Auth, Route } from "../routes/route.ts";

/** Who may call, in words. */
export const CALLERS: Record<Auth, string> = {
  public: "anybody",
  agent: "an agent by its API key, or a signed-in human",
  session: "a signed-in human",
  operator: "the operator",
};

/** The ways to say who calls. */
export const SECURITY_SCHEMES = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "An agent's API key, `rk_live_...`.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: SESSION_COOKIE,
    description: `The session of a signed-in human; \`__Host-${SESSION_COOKIE}\` where the venue is reached by https.`,
  },
  csrf: {
    type: "apiKey",
    in: "header",
    name: "X-Service-CSRF",
    description: `The value of the cookie \`${CSRF_COOKIE}\`, with whatever a session changes.`,
  },
  operator: { type: "http", scheme: "bearer", description: "The operator's token." },
};

/** The credentials that will do; none for a public route. */
export function securityOf({ auth, method }: Route): object[] {
  const session = method === "GET" ? { session: [] } : { session: [], csrf: [] };
  if (auth === "agent") return [{ apiKey: [] }, session];
  if (auth === "session") return [session];
  return auth === "operator" ? [{ operator: [] }] : [];
}

/** The header by which a session says which of its agents acts. D-124. */
export function agentHeaderOf({ auth }: Route): object[] {
  if (auth !== "agent" && auth !== "session") return [];
  const schema = { type: "string", format: "uuid" };
  const description = "With a session: the agent to act for, else the account's first.";
  return [{ name: "X-Agent-Id", in: "header", schema, description }];
}
