/** What a rule demands of a value: a sentence and a judgement that always agree with each other. */

/** A demand that did not hold and belongs to another rule than the one that is judged. */
export interface Breach {
  rule: string;
  expected: string;
  actual: string;
}

/**
 * How a value was judged; `seen` names the alternative met, `warn` what is legal but odd, `beside`
 * what failed of other rules' demands.
 */
export type Judgement = (
  | { ok: true; seen?: string; warn?: string }
  | { ok: false; actual: string }
) & { beside?: readonly Breach[] };

/** `says` completes "expected …" in a report; `judge` never throws on a malformed value. */
export interface Expectation<T> {
  says: string;
  judge(value: T): Judgement;
}

/** Shortens any value to one line for a report. */
export function show(value: unknown): string {
  const text =
    typeof value === "string" ? JSON.stringify(value) : (JSON.stringify(value) ?? "absent");
  return text.length > 300 ? `${text.slice(0, 297)}...` : text;
}

/** A demand given as a sentence and a predicate; the actual value is shown as it is. */
export function that<T>(
  says: string,
  holds: (value: T) => boolean,
  actual: (value: T) => unknown = (value) => value,
): Expectation<T> {
  return {
    says,
    judge: (value) => (holds(value) ? { ok: true } : { ok: false, actual: display(actual(value)) }),
  };
}

function display(value: unknown): string {
  return typeof value === "string" ? value : show(value);
}

/** Equal to one of the given values; more than one is an enumerated alternative. */
export function is<T extends string | number | boolean | null>(
  ...wanted: T[]
): Expectation<unknown> {
  return {
    says: wanted.map((value) => show(value)).join(" or "),
    judge: (value) =>
      wanted.includes(value as T)
        ? { ok: true, seen: String(value) }
        : { ok: false, actual: show(value) },
  };
}

/**
 * A demand that is another rule's: where it does not hold, that rule has failed, and the rule that is
 * judged has not.
 */
export function ownedBy<T>(rule: string, demand: Expectation<T>): Expectation<T> {
  return {
    says: demand.says,
    judge: (value) => {
      const judged = demand.judge(value);
      if (judged.ok) return judged;
      return { ok: true, beside: [{ rule, expected: demand.says, actual: judged.actual }] };
    },
  };
}

/** One of several legal outcomes; the first that holds is the one seen, whole before in part. */
export function anyOf<T>(...alternatives: Expectation<T>[]): Expectation<T> {
  return {
    says: alternatives.map((alternative) => alternative.says).join(", or "),
    judge: (value) => {
      let inPart: Judgement | null = null;
      let last: Judgement | null = null;
      for (const { says, judge } of alternatives) {
        last = judge(value);
        const held = { seen: says, ...last } as Judgement;
        if (last.ok && last.beside === undefined) return held;
        if (last.ok) inPart ??= held;
      }
      return inPart ?? last ?? { ok: false, actual: show(value) };
    },
  };
}

/** All of several demands; the first that fails is the one reported. */
export function allOf<T>(...demands: Expectation<T>[]): Expectation<T> {
  return {
    says: demands.map((demand) => demand.says).join(", and "),
    judge: (value) => {
      const all = demands.map((demand) => demand.judge(value));
      const beside = all.flatMap((judged) => judged.beside ?? []);
      const merged = all.find(({ ok }) => !ok) ?? Object.assign({}, ...all, { ok: true });
      return beside.length === 0 ? merged : { ...merged, beside };
    },
  };
}

/** Legal, but worth a human look: the rule's result becomes a warning with this reason. */
export function odd<T>(
  demand: Expectation<T>,
  why: string | ((value: T) => string),
): Expectation<T> {
  return {
    says: demand.says,
    judge: (value) => {
      const judged = demand.judge(value);
      if (!judged.ok) return judged;
      return { ...judged, warn: typeof why === "string" ? why : why(value) };
    },
  };
}

/** The demand on one part of a value, its sentence prefixed by the part's name. */
export function part<T, P>(
  name: string,
  of: (value: T) => P,
  demand: Expectation<P>,
): Expectation<T> {
  return {
    says: `${name} ${demand.says}`,
    judge: (value) => {
      const judged = demand.judge(of(value));
      return judged.ok ? judged : { ...judged, actual: `${name} ${judged.actual}` };
    },
  };
}
