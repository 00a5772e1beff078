/** Keeps what a check shows of each rule it proves; one defect stays one failure. */

import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { Inconclusive, Missing, StandsOn, Violated } from "../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Cell } from "./cell.ts";
import { ExchangeLog } from "./exchange-log.ts";
import type { Breach, Expectation, Judgement } from "./expectation.ts";
import { show } from "./expectation.ts";
import type { Rule } from "./rule.ts";

/** What one check showed of one rule. `expected` and `actual` are there for failures. */
export interface Finding {
  rule: string;
  /** Where it was looked at; empty where its check ranges over nothing. */
  cell?: Cell;
  result: "pass" | "fail" | "warn" | "observed" | "skipped" | "inconclusive" | "error";
  detail: string | null;
  observed: unknown;
  expected?: string;
  actual?: string;
  /** The rule that it stands on, where another one is at fault. */
  stands?: string;
  /** The conditions without which it was not so, of what failed in them alone. */
  conditions?: string;
  /** Index of the exchange that decided, else of the last one when the rule was judged. */
  exchange?: number;
  /** Index of the first exchange that a failure is shown by; the first of all where absent. */
  from?: number;
  /** Whether another answer is as demanded; absent where it was not one answer that failed. */
  meets?: (answer: PlaceResponse) => boolean;
}

/** What of a finding says by which exchanges it is shown. */
type ShownBy = "exchange" | "from" | "meets";

/** What of a rule decides how it is judged. */
export type Judged = Pick<Rule, "level" | "claim">;

export class Judge {
  readonly findings = new Map<string, Finding>();
  readonly sent: ExchangeLog;
  readonly #rules: ReadonlyMap<string, Judged>;
  /** Failures of rules that the check does not prove, but met. */
  readonly #beside = new Map<string, Finding>();
  #latest = "";

  /** Of a check that may judge these rules, by id; `sent` is what it shows them by. */
  constructor(rules: ReadonlyMap<string, Judged>, sent = new ExchangeLog()) {
    this.#rules = rules;
    this.sent = sent;
  }

  /**
   * Judges a value. Errors: Violated when a `must` or `either` rule does not hold; an `open` rule
   * that does not hold is a warning and the check goes on, and of a claim that is not made no more
   * than what was seen is kept.
   */
  expect<T>(rule: string, value: T, demand: Expectation<T>): void {
    const judged = ownPart(rule, demand.judge(value));
    for (const breach of judged.beside ?? []) this.#breached(breach, value, demand);
    if (this.isUnclaimed(rule)) {
      this.observe(rule, judged.ok ? (judged.seen ?? demand.says) : judged.actual);
      return;
    }
    const level = this.#rules.get(rule)?.level;
    if (judged.ok) {
      const observed = level === "must" ? null : (judged.seen ?? null);
      const result = judged.warn === undefined ? "pass" : "warn";
      this.#record({ rule, result, detail: judged.warn ?? null, observed });
      return;
    }
    const difference = { expected: demand.says, actual: judged.actual };
    const detail = `expected ${demand.says}; saw ${judged.actual}`;
    if (level === "open") {
      this.#record({ rule, result: "warn", detail, observed: judged.actual });
      return;
    }
    const shownBy = this.#shownBy(value, (other) => ownPart(rule, demand.judge(other)).ok);
    this.#record({ rule, result: "fail", detail, observed: null, ...difference, ...shownBy });
    throw new Violated(rule);
  }

  #shownBy<T>(value: T, holds: (other: T) => boolean): Pick<Finding, ShownBy> {
    const { all, from } = this.sent;
    const exchange = decidingIn(all, value);
    const meets = meetsOf(value, holds, all[exchange]);
    return { exchange, ...(from > 0 && { from }), ...(meets && { meets }) };
  }

  /** Another rule's failure, once; the check goes on. */
  #breached<T>({ rule, expected, actual }: Breach, value: T, demand: Expectation<T>): void {
    if (this.#beside.has(rule)) return;
    const holds = (other: T) => {
      const { ok, beside = [] } = demand.judge(other);
      return ok && !beside.some((one) => one.rule === rule);
    };
    const detail = `expected ${expected}; saw ${actual}`;
    const difference = { expected, actual, ...this.#shownBy(value, holds) };
    const finding: Finding = { rule, result: "fail", detail, observed: null, ...difference };
    if (this.#rules.has(rule)) this.#record(finding);
    else this.#beside.set(rule, finding);
  }

  /** Whether a rule that it judged did not hold. */
  get failed(): boolean {
    return [...this.findings.values()].some(({ result }) => result === "fail");
  }

  /** Whether the rule is about a claim that the venue does not make. */
  isUnclaimed(rule: string): boolean {
    const { level, claim } = this.#rules.get(rule) ?? {};
    return level === "open" && claim !== undefined;
  }

  /** Records what was seen in an open place; `warn` says why a human should look. */
  observe(rule: string, seen: unknown, warn?: string): void {
    const result = warn === undefined ? "observed" : "warn";
    this.#record({ rule, result, detail: warn ?? null, observed: seen });
  }

  /** A conditional rule whose situation did not arise. */
  moot(rule: string, why: string): void {
    this.#record({ rule, result: "skipped", detail: `did not arise: ${why}`, observed: null });
  }

  /**
   * Gives every rule left unjudged the result that the end of the check implies. So does the rule
   * judged last where the body was cut short: more of it may have been to come.
   */
  close(end: unknown): Finding[] {
    const cutShort = end !== undefined && !(end instanceof Violated);
    if (cutShort && this.findings.get(this.#latest)?.result === "pass") {
      this.findings.delete(this.#latest);
    }
    const rest = [...this.#rules.keys()].filter((rule) => !this.findings.has(rule));
    for (const rule of rest) this.#record({ rule, observed: null, ...ending(end) });
    return [...this.findings.values(), ...this.#beside.values()];
  }

  #record(finding: Finding): void {
    if (!this.#rules.has(finding.rule)) {
      throw new Error(`the check judges ${finding.rule} but does not say that it proves it`);
    }
    const earlier = this.findings.get(finding.rule);
    const observed = mergeObserved(earlier?.observed ?? null, finding.observed);
    const lasting = earlier !== undefined && outlasts(earlier, finding) ? earlier : finding;
    this.findings.set(finding.rule, { ...lasting, observed });
    this.#latest = finding.rule;
  }
}

/** What another rule calls its own is this rule's where it is that rule. */
function ownPart(rule: string, judged: Judgement): Judgement {
  const own = judged.beside?.find((breach) => breach.rule === rule);
  return judged.ok && own ? { ok: false, actual: own.actual } : judged;
}

/** Of several answers judged at once, an error says more than a success. */
function decidingIn(exchanges: readonly Exchange[], value: unknown): number {
  const judged = [value].flat().map((one) => Object(one).exchange ?? one) as Exchange[];
  const known = judged.map((one) => exchanges.lastIndexOf(one)).filter((index) => index >= 0);
  const refused = known.filter((index) => (exchanges[index]?.response?.status ?? 0) >= 400);
  return refused.at(-1) ?? known.at(-1) ?? exchanges.length - 1;
}

/** The demand as it is put to another answer, where the value is that exchange or its reading. */
function meetsOf<T>(
  value: T,
  holds: (other: T) => boolean,
  deciding: Exchange | undefined,
): Finding["meets"] {
  if (deciding === undefined) return undefined;
  if (value === (deciding as unknown)) return ({ exchange }) => holds(exchange as T);
  if (Object(value).exchange !== deciding) return undefined;
  return (answer) => holds(answer as T);
}

/** Nothing outlasts a failure; a warning outlasts the rest, and a moot place undoes nothing. */
function outlasts(earlier: Finding, later: Finding): boolean {
  if (later.result === "fail") return false;
  return earlier.result === "warn" || later.result === "skipped";
}

/** Alternatives seen in one place, each once; null where none was. */
export function mergeObserved(earlier: unknown, later: unknown): unknown {
  if (earlier === null || later === null) return earlier ?? later;
  const seen = [earlier].flat();
  const met = new Set(seen.map(show));
  const added = [later].flat().filter((one) => !met.has(show(one)));
  return added.length === 0 ? earlier : [...seen, ...added];
}

/** What the end of a check says of a rule it left unjudged; undefined is its last line. */
export function ending(end: unknown): Pick<Finding, "result" | "detail" | "stands"> {
  if (end instanceof Violated || end instanceof StandsOn) {
    return { result: "inconclusive", detail: end.message, stands: end.rule };
  }
  if (end instanceof Inconclusive) return { result: "inconclusive", detail: end.message };
  if (end instanceof Missing) return { result: "skipped", detail: end.message };
  if (end === undefined) return { result: "error", detail: "the check ended without judging it" };
  return { result: "error", detail: end instanceof Error ? end.message : String(end) };
}
