/** How answers and refusals look on the wire of this venue. */
import type { Settings } from "./options.ts";
import type { Decline, Problem } from "./refusal.ts";
import { rejectedResult } from "./render.ts";

/** An answer before it is written: JSON body, status, headers beyond the usual. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
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
  if (settings.validation === "array-422" || loc[0] === "query") {
    return { status: 422, body: { detail: [{ loc, msg: message, type: "value_error" }] } };
  }
  const text = `${loc.join(".")}: ${message}`;
  return { status: 400, body: { code: "VALIDATION_ERROR", message: text, request_id: requestId } };
}

/** Too many requests: code and message under `detail`, as the spec's example has it. */
export function limited(waitSeconds: number): Answer {
  const detail = { code: "RATE_LIMITED", message: `wait ${waitSeconds} s` };
  return { status: 429, body: { detail }, headers: { "retry-after": String(waitSeconds) } };
}
