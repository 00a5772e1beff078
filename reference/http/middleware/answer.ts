/** The outermost step: stamps every response, and turns whatever was thrown into an envelope. */
import type { Context, Next } from "koa";
import { Refused } from "../refused.ts";
import type { Services } from "../services.ts";

/**
 * Request id, Date from the venue's clock, and the one error path.
 * Spec: Error envelope; D-160 to D-162, D-169: the unexpected is logged, never leaked.
 */
export function answer(services: Services) {
  return async (ctx: Context, next: Next): Promise<void> => {
    const requestId = services.entropy.uuid();
    ctx.res.setHeader("X-Request-Id", requestId);
    ctx.res.setHeader("Date", httpDate(services.clock.nowMs()));
    try {
      await next();
    } catch (error) {
      const refused = error instanceof Refused ? error : unexpected(error, requestId);
      for (const name in refused.headers) ctx.res.setHeader(name, refused.headers[name]!);
      send(ctx, refused.status, refused.body(requestId));
    }
  };
}

/** Sets a JSON response. */
export function send(ctx: Context, status: number, body: object): void {
  ctx.status = status;
  ctx.res.setHeader("Content-Type", "application/json; charset=utf-8");
  ctx.body = JSON.stringify(body);
}

function unexpected(error: unknown, requestId: string): Refused {
  // A stack holds no request data, so no key or body reaches the log.
  const stack = error instanceof Error ? error.stack : String(error);
  console.error(`request ${requestId} failed: ${stack}`);
  return new Refused("INTERNAL", "the venue failed to serve this request");
}

let dateSecond = -1;
let dateText = "";

function httpDate(nowMs: number): string {
  const second = Math.floor(nowMs / 1000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(nowMs).toUTCString();
  }
  return dateText;
}
