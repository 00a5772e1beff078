/** The control protocol v1: an operator's endpoint, mounted only where a token was given. */
import type { Context, Middleware, Next } from "koa";
import { parseBody, readBytes } from "../http/body.ts";
import { send } from "../http/middleware/answer.ts";
import { addressOf } from "../http/middleware/limit-rate.ts";
import { FEATURES } from "../http/parts.ts";
import { bodyCheck } from "../http/validate.ts";
import type { Operator } from "../identity/operator.ts";
import { VirtualClock } from "../injected/clock.ts";
import { Refused } from "../wire/refused.ts";
import { agentCalls } from "./agents.ts";
import type { Controlled, ControlParts, ControlRoute } from "./call.ts";
import { marketCalls } from "./markets.ts";
import { venueCalls } from "./venue-calls.ts";

/** Where the endpoint is mounted. */
export const CONTROL_PATH = "/_control";

const CALLS: readonly ControlRoute[] = [...agentCalls, ...marketCalls, ...venueCalls];

/** The endpoint as a Koa step. Errors: flat envelopes; 401 for anything but the token, 429 for guesses. */
export function controlEndpoint(controlled: Controlled, operator: Operator): Middleware {
  const mounted = CALLS.map((call) => ({ call, ...compiled(call) }));
  return async (ctx: Context, next: Next): Promise<void> => {
    const { path, method } = ctx;
    if (path !== CONTROL_PATH && !path.startsWith(`${CONTROL_PATH}/`)) return next();
    const secret = bearerIn(ctx.get("Authorization"));
    if (secret === "" || !operator.admits(secret, addressOf(ctx.req))) {
      throw new Refused("UNAUTHENTICATED", "the control token is required", {
        headers: { "WWW-Authenticate": "Bearer" },
      });
    }
    const rest = path.slice(CONTROL_PATH.length + 1);
    if (rest === "" && method === "GET") return send(ctx, 200, announcement(controlled.parts()));
    const parts = controlled.parts();
    parts.journal.assertAvailable();
    for (const { call, pattern, check } of mounted) {
      const match = call.method === method ? pattern.exec(rest) : null;
      if (match === null) continue;
      const body = check === null ? {} : check(parseBody(ctx.req, await readBytes(ctx.req)));
      const answer = call.handle({ parts, reset: controlled.reset, name: match[1] ?? "", body });
      await parts.journal.settled();
      return send(ctx, 200, answer);
    }
    throw new Refused("ROUTE_NOT_FOUND", "the control protocol has no such call");
  };
}

function compiled(call: ControlRoute) {
  return {
    pattern: new RegExp(`^${call.path.replace("*", "([^/]+)")}$`),
    check: call.body === undefined ? null : bodyCheck(call.body),
  };
}

function announcement({ clock }: ControlParts): object {
  const announced = new Set(CALLS.map((call) => call.capability));
  if (!(clock instanceof VirtualClock)) announced.delete("clock");
  return { protocol: "touchstone-control/1", capabilities: [...announced], gates: FEATURES };
}

const bearerIn = (header: string): string => /^Bearer (.+)$/s.exec(header)?.[1] ?? "";
