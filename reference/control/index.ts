/** The control protocol v1: an operator's endpoint, mounted only where a token was given. */
import { createHash, timingSafeEqual } from "node:crypto";
import type { Context, Middleware, Next } from "koa";
import { parseBody, readBytes } from "../http/body.ts";
import { FEATURES } from "../http/feature-gates.ts";
import { send } from "../http/middleware/answer.ts";
import { bodyCheck } from "../http/validate.ts";
import { VirtualClock } from "../injected/clock.ts";
import { Refused } from "../wire/refused.ts";
import { agentCalls } from "./agents.ts";
import type { ControlCall, Controlled } from "./call.ts";
import { clockCalls } from "./clock.ts";
import { digestCalls } from "./digest.ts";
import { freezeCalls } from "./freeze.ts";
import { gateCalls } from "./gates.ts";
import { marketCalls } from "./markets.ts";
import { resetCalls } from "./reset.ts";
import { sessionCalls } from "./sessions.ts";
import { upstreamCalls } from "./upstream.ts";

/** Where the endpoint is mounted. */
export const CONTROL_PATH = "/_control";

const CALLS: readonly ControlCall[] = [
  ...agentCalls,
  ...sessionCalls,
  ...marketCalls,
  ...clockCalls,
  ...freezeCalls,
  ...upstreamCalls,
  ...gateCalls,
  ...resetCalls,
  ...digestCalls,
];

/** The endpoint as a Koa step. Errors: flat envelopes; 401 for anything but the token. */
export function controlEndpoint(controlled: Controlled, token: string): Middleware {
  const expected = sha256(`Bearer ${token}`);
  const mounted = CALLS.map((call) => ({ call, ...compiled(call) }));
  return async (ctx: Context, next: Next): Promise<void> => {
    const { path, method } = ctx;
    if (path !== CONTROL_PATH && !path.startsWith(`${CONTROL_PATH}/`)) return next();
    if (!timingSafeEqual(sha256(ctx.get("Authorization")), expected)) {
      throw new Refused("UNAUTHENTICATED", "the control token is required", {
        headers: { "WWW-Authenticate": "Bearer" },
      });
    }
    const rest = path.slice(CONTROL_PATH.length + 1);
    if (rest === "" && method === "GET") return send(ctx, 200, announcement(controlled));
    controlled.services.journal.assertAvailable();
    for (const { call, pattern, check } of mounted) {
      const match = call.method === method ? pattern.exec(rest) : null;
      if (match === null) continue;
      const body = check === null ? {} : check(parseBody(ctx.req, await readBytes(ctx.req)));
      const answer = call.handle({ ...controlled, name: match[1] ?? "", body });
      await controlled.services.journal.settled();
      return send(ctx, 200, answer);
    }
    throw new Refused("ROUTE_NOT_FOUND", "the control protocol has no such call");
  };
}

function compiled(call: ControlCall) {
  return {
    pattern: new RegExp(`^${call.path.replace("*", "([^/]+)")}$`),
    check: call.body === undefined ? null : bodyCheck(call.body),
  };
}

function announcement({ services }: Controlled): object {
  const announced = new Set(CALLS.map((call) => call.capability));
  if (!(services.clock instanceof VirtualClock)) announced.delete("clock");
  return { protocol: "touchstone-control/1", capabilities: [...announced], gates: FEATURES };
}

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();
