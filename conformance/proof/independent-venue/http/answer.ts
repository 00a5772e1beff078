/** How answers and refusals look on the wire of this venue. */
import type { Settings } from "../options.ts";
import { rejectedResult } from "../wire/place-result.ts";
import type { Decline, Problem } from "./refusal.ts";

/** An answer before it is written: JSON body or a page's text, status, headers beyond the usual. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string | string[]>;
}

/** A 200 with a JSON body. */
export function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** The answer that carries a decline of the engine. */
export function declined(decline: Decline, settings: Settings, marketId: string): Answer {
  const body = rejectedResult(marketId, decline.code, decline.message);
  return { status: settings.declineStatus, body };
}

/** The answer that carries a problem, under the correlation id of its request. */
export function refuse(problem: Problem, settings: Settings, requestId: string): Answer {
  if (problem.form === "envelope") {
    const { status, form: _, ...rest } = problem;
    return { status, body: { ...rest, request_id: requestId } };
  }
  const { loc, message } = problem;
  const text = `${loc.join(".")}: ${message}`;
  const flat = { code: "VALIDATION_ERROR", message: text, request_id: requestId };
  // only bodies may be answered 400: routes with query parameters declare 422
  if (settings.validation === "flat-400" && loc[0] === "body") return { status: 400, body: flat };
  const detail = [{ loc, msg: message, type: "value_error" }];
  return {
    status: 422,
    body: settings.validation === "both-422" ? { ...flat, detail } : { detail },
  };
}

/** Too many requests, flat or with code and message under `detail` as the spec's example has it. */
export function limited(waitSeconds: number, settings: Settings, requestId: string): Answer {
  const said = { code: "RATE_LIMITED", message: `wait ${waitSeconds} s` };
  const nested = settings.wire === "nested";
  const body = nested ? { detail: said } : { ...said, request_id: requestId };
  return { status: 429, body, headers: { "retry-after": String(waitSeconds) } };
}
