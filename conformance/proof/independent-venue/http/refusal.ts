/** The three ways this venue says no, as values; only the HTTP side knows how they are written. */

/** A no from the engine: an order result with status REJECTED. */
export interface Decline {
  form: "decline";
  code: string;
  message: string;
}

/**
 * A no from outside the engine.
 * Shape: `envelope` has an HTTP status of its own, `invalid` says where the input is wrong.
 */
export type Problem =
  | {
      form: "envelope";
      status: number;
      code: string;
      message: string;
      details?: Record<string, number>;
    }
  | { form: "invalid"; loc: string[]; message: string };

/** Anything an order may be refused with. */
export type Refusal = Decline | Problem;

/** Carries a problem out of a handler to the one place that answers it. */
export class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** An order result with status REJECTED. */
export function decline(code: string, message: string): Decline {
  return { form: "decline", code, message };
}

/** A flat error envelope under an HTTP status. */
export function envelope(status: number, code: string, message: string): Problem {
  return { form: "envelope", status, code, message };
}

/** A validation error of one body field. */
export function invalidField(field: string, message: string): Problem {
  return { form: "invalid", loc: ["body", field], message };
}
