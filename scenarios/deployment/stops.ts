/** Reasons a check stops before its last line; each becomes a result of its rules. */

/** Something outside the rule interfered: another trader, a cooldown, a 503, a lost response. */
export class Inconclusive extends Error {
  override name = "Inconclusive";
}

/** Orders for a market are held back by a feature gate (D-171); another market may trade. */
export class Gated extends Inconclusive {
  override name = "Gated";
  readonly marketId: string;

  constructor(marketId: string, what: string) {
    super(what);
    this.marketId = marketId;
  }
}

/** What the check needs did not hold, and another rule is the one that says so (H-17). */
export class StandsOn extends Inconclusive {
  override name = "StandsOn";
  readonly rule: string;

  constructor(rule: string, what: string) {
    super(`stands on ${rule}: ${what}`);
    this.rule = rule;
  }
}

/** Whether another try, elsewhere or later, may go undisturbed. */
export function isInterference(error: unknown): error is Inconclusive {
  return error instanceof Inconclusive && !(error instanceof StandsOn);
}

/** A precondition that only the target can show is missing. */
export class Missing extends Error {
  override name = "Missing";
}

/** A rule was shown not to hold; the rest of the check stands on it and is not judged. */
export class Violated extends Error {
  override name = "Violated";
  readonly rule: string;

  constructor(rule: string) {
    super(`stands on ${rule}, which failed`);
    this.rule = rule;
  }
}

/** The value read from a target's record. Errors: Missing where its fields are not recognised. */
export function readable<T>(value: T | null, what: string): T {
  if (value === null) throw new Missing(`${what} could not be read on this target`);
  return value;
}

/** What the profile says. Errors: Missing where it does not, naming the field. */
export function given<T>(value: T | null, field: string): T {
  if (value === null) throw new Missing(`needs ${field} in the profile`);
  return value;
}
