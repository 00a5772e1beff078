/** The Koa application: the list of what a request passes, in order. */
import Router from "@koa/router";
import Koa, { type Context, type Middleware } from "koa";
import { Refused } from "../wire/refused.ts";
import { isReading, sendFile } from "./html-answer.ts";
import { answer, arrivalOf, send } from "./middleware/answer.ts";
import { logRequests, type RequestLog } from "./middleware/log-requests.ts";
import { servePage } from "./page.ts";
import type { HttpParts } from "./parts.ts";
import { ROUTES } from "./routes/index.ts";
import { serveRoute } from "./serve-route.ts";

/** What a venue may have beside its routes: the control protocol, and who hears of each request. */
interface AppOptions {
  control?: Middleware | null;
  log?: RequestLog | undefined;
}

/** The venue's HTTP interface; the control protocol is mounted before the routes. */
export function createApp(parts: () => HttpParts, { control = null, log }: AppOptions = {}): Koa {
  const app = new Koa();
  app.on("error", tellUnlessGone);
  const routes = createRoutes();
  if (log !== undefined) app.use(logRequests(log));
  app.use(answer(parts));
  if (control !== null) app.use(control);
  app.use(withoutPrefix(routes));
  app.use(servePage);
  app.use(serveDocs);
  app.use(serveTerminal);
  app.use(unserved(routes.router));
  return app;
}

/** Who leaves before the answer is through is no fault of the venue, and nothing its log is for. */
function tellUnlessGone(error: NodeJS.ErrnoException): void {
  if (error.code === "ECONNRESET" || error.code === "EPIPE") return;
  console.error(`an answer failed: ${error.stack ?? error.message}`);
}

/** The routes, and by method and path those without parameters, which need no search. */
interface RouteTable {
  router: Router;
  plain: Map<string, (ctx: Context) => Promise<void>>;
}

function createRoutes(): RouteTable {
  const routes: RouteTable = { router: new Router(), plain: new Map() };
  for (const route of ROUTES) {
    const serve = serveRoute(route);
    routes.router.register(route.path, [route.method], serve);
    if (!route.path.includes(":")) routes.plain.set(`${route.method} ${route.path}`, serve);
  }
  return routes;
}

/**
 * Serves the four equivalent prefixes (none, /v1, /api, /api/v1) with one set of routes.
 * Spec: Endpoints; D-174.
 */
function withoutPrefix({ router, plain }: RouteTable): Middleware {
  const search = router.routes() as unknown as Middleware;
  return (ctx, next) => {
    let path = ctx.path;
    if (path.startsWith("/api/")) path = path.slice(4);
    if (path.startsWith("/v1/")) path = path.slice(3);
    ctx["newRouterPath"] = path;
    const serve = plain.get(`${ctx.method} ${path}`);
    return serve === undefined ? search(ctx, next) : serve(ctx);
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

/** Under the four prefixes; loaded when it is first read. */
const serveDocs: Middleware = async (ctx, next) => {
  const path: string = ctx["newRouterPath"];
  if (path !== "/docs" && !path.startsWith("/docs/")) return next();
  const docs = await import("./openapi/docs-page.ts");
  return docs.serveDocs(path, ctx, next);
};

/** A page for people who trade; loaded when it is first read. */
const serveTerminal: Middleware = async (ctx, next) => {
  const { path } = ctx;
  if (!isReading(ctx) || (path !== "/terminal" && !path.startsWith("/terminal/"))) return next();
  const { terminalFile } = await import("../terminal/terminal-files.ts");
  const { host, "accept-encoding": acceptEncoding } = ctx.req.headers;
  const file = await terminalFile({ path, host, acceptEncoding: String(acceptEncoding ?? "") });
  return file === null ? next() : sendFile(ctx, file);
};

function refuseRoute(): never {
  throw new Refused("ROUTE_NOT_FOUND", "no such route");
}
