/** What the spec's tables say of each route: whom it is about, what it changes, what may be asked. */

import type { SpecRoute } from "./routes.ts";

/** A parameter of a query. Shape: `byDefault` as the spec prints it, null where it prints none. */
export interface QueryParameter {
  readonly name: string;
  readonly type: "int" | "string";
  readonly byDefault: number | string | null;
}

/** One listed route, relative to the prefix. */
export interface ListedRoute {
  /** Such as `GET /orders/{order_id}`, as `spec/routes.ts` lists it. */
  readonly route: SpecRoute;
  /** Whose: one caller's own, anybody's, or a way to sign in. */
  readonly about: "caller" | "anybody" | "sign-in";
  readonly query: readonly QueryParameter[];
}

const int = (name: string, byDefault: number): QueryParameter => ({ name, type: "int", byDefault });
const text = (name: string, byDefault: string | null = null): QueryParameter => ({
  ...{ name, type: "string", byDefault },
});
const row =
  (about: ListedRoute["about"]) =>
  (route: SpecRoute, ...query: QueryParameter[]): ListedRoute => ({ route, about, query });
const callers = row("caller");
const anybodys = row("anybody");
const signIn = row("sign-in");

/** Every listed route, in the spec's order. Spec: Endpoints. */
export const ROUTES: readonly ListedRoute[] = [
  callers("POST /orders"),
  callers("GET /orders", text("market_id"), int("limit", 200), text("status")),
  callers("GET /orders/open", text("market_id"), int("limit", 500)),
  callers("GET /orders/{order_id}"),
  callers("DELETE /orders/{order_id}"),
  callers("DELETE /orders", text("market_id")),
  callers("POST /orders/replace-ladder"),
  anybodys("GET /markets", text("status"), text("kind"), int("limit", 50), int("offset", 0)),
  anybodys("GET /markets/active", int("limit", 50)),
  anybodys("GET /markets/{market_id}"),
  anybodys("GET /markets/{market_id}/book", int("depth", 50)),
  anybodys("GET /markets/{market_id}/trades", int("limit", 100)),
  anybodys("GET /markets/{market_id}/candles", int("period_seconds", 60), int("limit", 500)),
  anybodys("GET /markets/{market_id}/mid-history", int("limit", 3600)),
  anybodys(
    "GET /markets/event-history",
    ...[text("event_id", ""), text("fixture_key", "")],
    ...[int("period_seconds", 60), int("limit", 240)],
  ),
  anybodys("GET /series/{series_id}/context", int("history_limit", 8), int("upcoming_limit", 5)),
  anybodys("GET /feed/btc-spot/history", int("seconds", 900)),
  anybodys("GET /feed/btc-spot/candles", int("period_seconds", 300), int("limit", 500)),
  anybodys("GET /feed/btc-spot/health"),
  callers("GET /account"),
  callers("GET /positions"),
  callers("GET /me/wallet"),
  anybodys(
    "GET /leaderboard",
    ...[text("sort", "score"), text("order", "desc"), int("limit", 50), int("offset", 0)],
  ),
  anybodys("GET /leaderboard/account/{public_id}"),
  signIn("POST /auth/signup"),
  signIn("POST /auth/login"),
  callers("GET /auth/me"),
  signIn("GET /auth/session"),
  signIn("GET /auth/config"),
  signIn("GET /auth/idp/login"),
  signIn("GET /auth/idp/callback", text("code", ""), text("state", ""), text("error", "")),
  signIn("POST /auth/logout"),
  callers("POST /auth/ws-ticket"),
  callers("POST /me/agents/{agent_id}/keys"),
  callers("DELETE /me/agents/{agent_id}/keys/{key_id}"),
  anybodys("GET /health"),
  anybodys("GET /live"),
  anybodys("GET /ready"),
];

/** Routes that are about one caller: nobody else gets anything there. Spec: Authentication 9. */
export const CALLERS_ROUTES: readonly string[] = ROUTES.filter(
  ({ about }) => about === "caller",
).map(({ route }) => route);

const managesKeys = (route: string) => route.includes("/me/agents/");

/** Routes of one caller that a bearer key opens; whether `/auth/me` is one is not shown (D-143). */
export const BEARER_ROUTES: readonly string[] = CALLERS_ROUTES.filter(
  (route) => !managesKeys(route) && route !== "GET /auth/me",
);

/** Data that anybody may read, where no id is needed but a market's; an event's has to be named (D-108). */
export const DATA_ROUTES: readonly string[] = ROUTES.filter(
  ({ about, route }) =>
    about === "anybody" && !/\{(?!market_id)|event-history|GET \/(health|live|ready)/.test(route),
).map(({ route }) => route);

/** Routes by which one caller changes something. Spec: Authentication 4. */
export const CHANGING_ROUTES: readonly string[] = CALLERS_ROUTES.filter(
  (route) => !route.startsWith("GET "),
);

/** How an order is amended where amends are served at all: the spec shows no route. Spec: Gaps. */
export const AMEND = "PATCH /orders/{order_id}";

/** Its body is not shown, and it may not have been launched. Spec: Orders; D-031, D-171. */
export const LADDER = "POST /orders/replace-ladder";

/** Routes that manage keys. Spec: Agent keys. */
export const KEY_ROUTES: readonly string[] = CALLERS_ROUTES.filter(managesKeys);

/** Every route that is read. */
export const READ_ROUTES: readonly string[] = ROUTES.map(({ route }) => route).filter((route) =>
  route.startsWith("GET "),
);

/** Routes that read a body; that of a logout is none. */
export const BODY_ROUTES: readonly string[] = ROUTES.map(({ route }) => route).filter(
  (route) => route.startsWith("POST ") && route !== "POST /auth/logout",
);

/** Every numeric parameter as `GET /orders limit`: a route and a name. */
export const NUMERIC_PARAMETERS: readonly string[] = ROUTES.flatMap(({ route, query }) =>
  query.filter(({ type }) => type === "int").map(({ name }) => `${route} ${name}`),
);

/** Routes with a numeric parameter. */
export const ROUTES_WITH_NUMBERS: readonly SpecRoute[] = ROUTES.filter(({ query }) =>
  query.some(({ type }) => type === "int"),
).map(({ route }) => route);

/** A parameter by its name in `NUMERIC_PARAMETERS`. Errors: throws for another. */
export function parameterOf(named: string): { route: string; parameter: QueryParameter } {
  const found = ROUTES.flatMap(({ route, query }) =>
    query.map((parameter) => ({ route, parameter })),
  ).find(({ route, parameter }) => `${route} ${parameter.name}` === named);
  if (found === undefined) throw new Error(`the spec lists no parameter ${named}`);
  return found;
}
