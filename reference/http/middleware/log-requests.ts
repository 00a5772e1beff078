/** A line a request, for who watches a venue while a bot talks to it. */
import type { Context, Middleware, Next } from "koa";
import { arrivalOf } from "./answer.ts";

/** Takes a line. */
export type RequestLog = (line: string) => void;

/** What a request line may bring that a terminal would obey. */
const UNPRINTABLE = /[^\x21-\x7e]/g;

/**
 * Tells of each request when its answer has been sent: when it came, what it asked for, its status,
 * how long it took, and its request id. Neither query nor headers: they hold tickets and keys.
 */
export function logRequests(log: RequestLog): Middleware {
  return async (ctx: Context, next: Next): Promise<void> => {
    const begun = performance.now();
    ctx.res.once("close", () => log(lineOf(ctx, performance.now() - begun)));
    await next();
  };
}

function lineOf(ctx: Context, ms: number): string {
  const { requestId, at } = arrivalOf(ctx);
  const path = ctx.path.replace(UNPRINTABLE, "?");
  const status = ctx.res.writableFinished ? ctx.res.statusCode : "cut off";
  const when = new Date(at).toISOString();
  return `${when} ${ctx.method} ${path} ${status} ${ms.toFixed(1)} ms ${requestId}`;
}
