/** Turns a route entry into a Koa handler: the steps of a request in their documented order. */
import type { RouterContext } from "@koa/router";
import { readBody } from "./body.ts";
import { send } from "./middleware/answer.ts";
import { authenticate } from "./middleware/authenticate.ts";
import { authorize } from "./middleware/authorize.ts";
import { checkOpen } from "./middleware/check-open.ts";
import { limitRate } from "./middleware/limit-rate.ts";
import type { Route } from "./routes/route.ts";
import type { Services } from "./services.ts";
import { bodyCheck, parameterReader, withoutNulls } from "./validate.ts";

/** D-060: credentials, scope, rate limit, switches, parameters, body, and then the core. */
export function serveRoute(route: Route, services: Services) {
  const rateClass = route.method === "GET" ? "read" : "write";
  const readParams = route.params && parameterReader(route.params, "path");
  const readQuery = route.query && parameterReader(route.query, "query");
  const checkBody = route.body && bodyCheck(route.body);
  return async (ctx: RouterContext): Promise<void> => {
    const at = services.clock.nowMs();
    const holder = authenticate(services, route, ctx.req);
    authorize(holder, route);
    const agentId = holder?.agentId ?? "";
    if (holder !== null) limitRate(services, { agentId, rateClass }, ctx.res);
    checkOpen(services, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(ctx));
    const body = checkBody?.(withoutNulls(await readBody(ctx.req)));
    const reply = route.handle({ services, agentId, at, params, query, body });
    for (const name in reply.headers) ctx.res.setHeader(name, reply.headers[name]!);
    send(ctx, reply.status, reply.body);
  };
}

function queryOf(ctx: RouterContext): (name: string) => string | null {
  if (ctx.querystring === "") return () => null;
  const query = new URLSearchParams(ctx.querystring);
  return (name) => query.get(name);
}
