/** Adds up what a replay found: how many of each verdict, the first differences, the allowances. */
import type { Redactor } from "../deployment/secrets/redact.ts";
import type { Difference } from "./compare.ts";
import { type EarlierLine, said } from "./consequences.ts";
import type { ReplayJudgement, ReplayVerdict } from "./judgement.ts";
import { VERDICTS } from "./judgement.ts";
import type { PlacedLine } from "./line-order.ts";

/** One line that a reader may want to see. */
export interface LineFinding {
  n: number;
  /** What was asked: `POST /v1/orders as maker`. */
  what: string;
  verdict: ReplayVerdict;
  why: string;
  differences: Difference[];
  /** For `follows`: the line that explains it. */
  cause: number | null;
  overlaps: readonly number[];
}

/** Findings that are kept; the rest is counted. */
const KEPT_MAX = 20;
const DIFFERENCES_KEPT_MAX = 10;

export class ReplayTally {
  readonly counts = Object.fromEntries(VERDICTS.map((one) => [one, 0])) as Record<
    ReplayVerdict,
    number
  >;
  readonly findings: LineFinding[] = [];
  /** Why answers were allowed, and how often. */
  readonly allowances = new Map<string, number>();
  /** The first line that is different, of its own. */
  first: LineFinding | null = null;
  /** Lines of which nobody knows whether the venue took them. */
  readonly unsure: number[] = [];
  readonly #redactor: Redactor;

  /** Nothing is kept that the redactor knows for a secret. */
  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  /** Counts a line. */
  add(line: PlacedLine, judgement: ReplayJudgement): void {
    this.#count(line, judgement, null);
  }

  /** Counts a line that another one explains. */
  follows(line: PlacedLine, judgement: ReplayJudgement, { n, why }: EarlierLine): void {
    this.#count(line, { ...judgement, verdict: "follows", why: `${judgement.why}; ${why}` }, n);
  }

  /** The gravest verdict of all. */
  get worst(): ReplayVerdict {
    return VERDICTS.toReversed().find((verdict) => this.counts[verdict] > 0) ?? "same";
  }

  /** What was kept, the first difference among it. */
  get kept(): readonly LineFinding[] {
    const { first, findings } = this;
    return first === null || findings.includes(first) ? findings : [first, ...findings];
  }

  #count(
    { line, overlaps }: PlacedLine,
    { verdict, why, differences }: ReplayJudgement,
    cause: number | null,
  ): void {
    this.counts[verdict] += 1;
    if (verdict === "ambiguous") this.unsure.push(line.n);
    if (verdict === "same" || verdict === "equivalent") return;
    const reason = this.#redactor.text(why ?? verdict);
    if (verdict === "allowed") {
      this.allowances.set(reason, (this.allowances.get(reason) ?? 0) + 1);
      return;
    }
    const isFirst = verdict === "different" && this.first === null;
    if (!isFirst && this.findings.length >= KEPT_MAX) return;
    const shown = differences.slice(0, DIFFERENCES_KEPT_MAX).map((one) => this.#redacted(one));
    const [n, what] = [line.n, said(line)];
    const finding = { n, what, overlaps, verdict, why: reason, differences: shown, cause };
    if (isFirst) this.first = finding;
    if (this.findings.length < KEPT_MAX) this.findings.push(finding);
  }

  #redacted(difference: Difference): Difference {
    const { live } = difference;
    if (live === undefined) return difference;
    return { ...difference, live: JSON.parse(this.#redactor.text(JSON.stringify(live))) };
  }
}
