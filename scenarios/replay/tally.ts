/** Adds up what a replay found: how many of each verdict, the first differences, the allowances. */
import type { Difference } from "./compare.ts";
import type { Opinion, Verdict } from "./opinion.ts";
import { VERDICTS } from "./opinion.ts";

/** One line that a reader may want to see. */
export interface Finding {
  n: number;
  /** What was asked: `POST /v1/orders as maker`. */
  what: string;
  verdict: Verdict;
  why: string;
  differences: Difference[];
  /** For `follows`: the line that explains it. */
  cause: number | null;
  overlaps: readonly number[];
}

/** Findings that are kept; the rest is counted. */
const KEPT_MAX = 20;
const DIFFERENCES_KEPT_MAX = 10;

export class Tally {
  readonly counts = Object.fromEntries(VERDICTS.map((one) => [one, 0])) as Record<Verdict, number>;
  readonly findings: Finding[] = [];
  /** Why answers were allowed, and how often. */
  readonly allowances = new Map<string, number>();
  /** The first line that is different, of its own. */
  first: Finding | null = null;

  /** Counts a line. */
  add(line: { n: number; what: string; overlaps: readonly number[] }, opinion: Opinion): void {
    this.#count(line, opinion, null);
  }

  /** Counts a line that another one explains. */
  follows(
    line: { n: number; what: string; overlaps: readonly number[] },
    opinion: Opinion,
    cause: number,
  ): void {
    this.#count(line, { ...opinion, verdict: "follows" }, cause);
  }

  /** The gravest verdict of all. */
  get worst(): Verdict {
    return VERDICTS.toReversed().find((verdict) => this.counts[verdict] > 0) ?? "same";
  }

  #count(
    line: { n: number; what: string; overlaps: readonly number[] },
    { verdict, why, differences }: Opinion,
    cause: number | null,
  ): void {
    this.counts[verdict] += 1;
    if (verdict === "same" || verdict === "equivalent") return;
    const reason = why ?? verdict;
    if (verdict === "allowed") {
      this.allowances.set(reason, (this.allowances.get(reason) ?? 0) + 1);
      return;
    }
    const kept = differences.slice(0, DIFFERENCES_KEPT_MAX);
    const finding = { ...line, verdict, why: reason, differences: kept, cause };
    if (verdict === "different") this.first ??= finding;
    if (this.findings.length < KEPT_MAX) this.findings.push(finding);
  }
}
