/** The three ways this venue says no, as values; only the HTTP side knows how they are written. */

/**
 * A refusal.
 * Shape: `decline` is an order result with status REJECTED, `envelope` an error with an HTTP status
 * of its own, `invalid` a validation error naming where the input is wrong.
 */
export type Refusal =
  | { form: "decline"; code: string; message: string }
  | {
      form: "envelope";
      status: number;
      code: string;
      message: string;
      details?: Record<string, number>;
    }
  | { form: "invalid"; loc: (string | number)[]; message: string };

/** Carries a refusal out of a handler to the one place that answers it. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.form === "invalid" ? refusal.message : refusal.code);
    this.refusal = refusal;
  }
}

/** An order result with status REJECTED. */
export function decline(code: string, message: string): Refusal {
  return { form: "decline", code, message };
}

/** A flat error envelope under an HTTP status. */
export function envelope(status: number, code: string, message: string): Refusal {
  return { form: "envelope", status, code, message };
}

/** A validation error of one body field. */
export function invalidField(field: string, message: string): Refusal {
  return { form: "invalid", loc: ["body", field], message };
}
