/** A request the venue will not serve: thrown by any step, turned into a response in one place. */
import type { Refusal } from "../core/outcomes.ts";
import { type ErrorCode, STATUS_OF } from "./codes.ts";

/** One thing wrong with a query or path parameter. Spec: Validation error. */
export interface ParameterProblem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

interface Extras {
  details?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** Carries the code of the envelope, its message, details and headers. Spec: Error envelope. */
export class Refused extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly headers: Record<string, string>;

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message);
    this.code = code;
    this.status = STATUS_OF[code];
    this.details = extras.details;
    this.headers = extras.headers ?? {};
  }

  /** The response body. D-005: a 429 repeats code and message under `detail`. */
  body(requestId: string): object {
    const { code, message, details } = this;
    const envelope = { code, message, request_id: requestId, ...(details && { details }) };
    return code === "RATE_LIMITED" ? { ...envelope, detail: { code, message } } : envelope;
  }
}

/** Query or path parameters that break their schema: 422 with the framework-style array. */
export class InvalidParameters extends Refused {
  readonly problems: ParameterProblem[];

  constructor(problems: ParameterProblem[]) {
    super("INVALID_PARAMETER", "query or path parameters are invalid");
    this.problems = problems;
  }

  override body(): object {
    return { detail: this.problems };
  }
}

/** A body that breaks its schema: 400 with the fields listed in `details.errors`. D-002, D-003. */
export function invalidBody(message: string, errors: { field: string; message: string }[] = []) {
  return new Refused("VALIDATION_ERROR", message, { details: { errors } });
}

/** Spec: Limits, Over limit; D-005, D-165. */
export function tooMany(message: string, { resetSeconds }: { resetSeconds: number }): Refused {
  const headers = { "Retry-After": String(resetSeconds) };
  return new Refused("RATE_LIMITED", message, { headers });
}

/** Passes an outcome on, unless the core refused: then throws. */
export function granted<T extends { kind: string }>(outcome: T | Refusal): Exclude<T, Refusal> {
  if (outcome.kind === "refused") {
    const { code, message, details } = outcome as Refusal;
    throw new Refused(code, message, details && { details });
  }
  return outcome as Exclude<T, Refusal>;
}
