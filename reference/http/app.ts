/** The Koa application: the list of what a request passes, in order. */
import Router from "@koa/router";
import Koa, { type Context, type Middleware } from "koa";
import { serveDocs } from "./docs-page.ts";
import { answer, arrivalOf, send } from "./middleware/answer.ts";
import { servePage } from "./page.ts";
import { Refused } from "./refused.ts";
import { ROUTES } from "./routes/index.ts";
import { serveRoute } from "./serve-route.ts";
import type { Services } from "./services.ts";

/** The venue's HTTP interface; `control` is mounted before the routes when it is offered. */
export function createApp(services: Services, control: Middleware | null = null): Koa {
  const app = new Koa();
  const router = createRouter(services);
  app.use(answer(services));
  if (control !== null) app.use(control);
  app.use(withoutPrefix(router));
  app.use(servePage);
  app.use(serveDocs);
  app.use(unserved(router));
  return app;
}

function createRouter(services: Services): Router {
  const router = new Router();
  for (const route of ROUTES) {
    router.register(route.path, [route.method], serveRoute(route, services));
  }
  return router;
}

/**
 * Serves the four equivalent prefixes (none, /v1, /api, /api/v1) with one set of routes.
 * Spec: Endpoints; D-174.
 */
function withoutPrefix(router: Router): Middleware {
  const routes = router.routes() as unknown as Middleware;
  return (ctx, next) => {
    let path = ctx.path;
    if (path.startsWith("/api/")) path = path.slice(4);
    if (path.startsWith("/v1/")) path = path.slice(3);
    ctx["newRouterPath"] = path;
    return routes(ctx, next);
  };
}

/** What no route serves: 404, or 405 with Allow where another method would do. D-161, D-177. */
function unserved(router: Router) {
  return (ctx: Context): void => {
    const { path } = router.match(ctx["newRouterPath"], ctx.method);
    if (path.length === 0) refuseRoute();
    const allowed = [...new Set(path.flatMap((layer) => layer.methods))].sort();
    arrivalOf(ctx).headers.push("Allow", allowed.join(", "));
    if (ctx.method !== "OPTIONS") {
      throw new Refused("METHOD_NOT_ALLOWED", `only ${allowed.join(", ")}`);
    }
    send(ctx, 200, { allowed });
  };
}

function refuseRoute(): never {
  throw new Refused("ROUTE_NOT_FOUND", "no such route");
}
