/** How answers and refusals look on the wire of this venue. */
import type { Settings } from "./options.ts";
import type { Refusal } from "./refusal.ts";
import { rejectedResult } from "./render.ts";

/** An answer before it is written: JSON body, status, headers beyond the usual. */
export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** What writing a refusal needs to know of the request it answers. */
export interface Asked {
  requestId: string;
  marketId?: string;
}

/** A 200 with a JSON body. */
export function ok(body: unknown): Answer {
  return { status: 200, body };
}

/** The answer that carries a refusal. */
export function refuse(refusal: Refusal, settings: Settings, asked: Asked): Answer {
  if (refusal.form === "decline") {
    const body = rejectedResult(asked.marketId ?? "", refusal.code, refusal.message);
    return { status: settings.declineStatus, body };
  }
  if (refusal.form === "envelope") {
    const { status, form: _, ...rest } = refusal;
    return { status, body: { ...rest, request_id: asked.requestId } };
  }
  return invalid(refusal, settings, asked);
}

/** Too many requests: code and message under `detail`, as the spec's example has it. */
export function limited(waitSeconds: number): Answer {
  const detail = { code: "RATE_LIMITED", message: `wait ${waitSeconds} s` };
  return { status: 429, body: { detail }, headers: { "retry-after": String(waitSeconds) } };
}

function invalid(
  { loc, message }: Extract<Refusal, { form: "invalid" }>,
  settings: Settings,
  { requestId }: Asked,
): Answer {
  if (settings.validation === "array-422") {
    return { status: 422, body: { detail: [{ loc, msg: message, type: "value_error" }] } };
  }
  const text = `${loc.join(".")}: ${message}`;
  return { status: 400, body: { code: "VALIDATION_ERROR", message: text, request_id: requestId } };
}
