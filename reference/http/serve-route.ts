/** Turns a route entry into a Koa handler: the steps of a request in their documented order. */
import type { IncomingMessage } from "node:http";
import type { Context } from "koa";
import { parseBody, readBytes } from "./body.ts";
import { arrivalOf, send } from "./middleware/answer.ts";
import { authenticate } from "./middleware/authenticate.ts";
import { authorize } from "./middleware/authorize.ts";
import { checkOpen } from "./middleware/check-open.ts";
import { limitDearRead, limitRate } from "./middleware/limit-rate.ts";
import type { Route } from "./routes/route.ts";
import { bodyCheck, parameterReader, withoutNulls } from "./validate.ts";

/** D-060: credentials, scope, rate limit, switches, parameters, body, and then the core. */
export function serveRoute(route: Route) {
  const rateClass = route.method === "GET" ? "read" : "write";
  const readParams = route.params && parameterReader(route.params, "path");
  const readQuery = route.query && parameterReader(route.query, "query");
  const checkBody = route.body && bodyCheck(route.body);
  return async (ctx: Context): Promise<void> => {
    const arrival = arrivalOf(ctx);
    const { at, headers, parts } = arrival;
    const { req } = ctx;
    const caller = authenticate(parts, route, req);
    authorize(caller, route, req);
    const agentId = "agentId" in caller ? caller.agentId : "";
    if (agentId === "" && route.isDear) limitDearRead(parts, req);
    if (agentId !== "") limitRate(parts, { agentId, rateClass }, arrival);
    checkOpen(parts, route);
    const params = readParams?.((name) => ctx["params"][name]);
    const query = readQuery?.(queryOf(req.url!));
    const body = checkBody?.(withoutNulls(bodyOf(route, req, await readBytes(req))));
    const call = { parts, req, caller, agentId, at, params, query, body };
    const handled = route.handle(call);
    // Most routes answer at once; waiting all the same would cost every order a turn of the loop.
    const reply = handled instanceof Promise ? await handled : handled;
    const settling = route.isStoreless ? null : parts.journal.settled();
    if (settling !== null) await settling;
    for (const name in reply.headers) headers.push(name, reply.headers[name]!);
    if (reply.cookies !== undefined) {
      for (const cookie of reply.cookies) headers.push("Set-Cookie", cookie);
    }
    send(ctx, reply.status, reply.body);
  };
}

function bodyOf(route: Route, req: IncomingMessage, bytes: Buffer): unknown {
  return bytes.length === 0 && route.bodyMayBeAbsent ? {} : parseBody(req, bytes);
}

function queryOf(url: string): (name: string) => string | null {
  const mark = url.indexOf("?");
  if (mark < 0) return () => null;
  const query = new URLSearchParams(url.slice(mark));
  return (name) => query.get(name);
}
