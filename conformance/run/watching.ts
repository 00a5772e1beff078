/** Judges every exchange of the run against the watches of the selected checks. */

import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Watch, Watchful } from "../check/check.ts";
import { ending, type Finding } from "../check/judge.ts";
import type { Rule } from "../check/rule.ts";
import type { Evidence } from "./evidence.ts";

interface WatchTally {
  watch: Watch;
  /** The watch with what it remembers of this run. */
  eye: Watchful;
  rule: Rule;
  seen: number;
  alternatives: Set<string>;
  worst: Finding | null;
  evidence: Evidence | null;
}

const UNSEEN = { result: "inconclusive", detail: "no such answer was seen" } as const;

export class Watching {
  readonly #tallies: WatchTally[] = [];

  /** Starts watching for the rule that the watch proves; exchanges before this are not judged. */
  add(watch: Watch, rule: Rule): void {
    const nothing = { seen: 0, alternatives: new Set<string>(), worst: null, evidence: null };
    this.#tallies.push({ watch, eye: watch.remembering?.() ?? watch, rule, ...nothing });
  }

  /** Judges one exchange; `soFar` is what its check has sent, itself included. */
  saw(exchange: Exchange, soFar: readonly Exchange[]): void {
    for (const tally of this.#tallies) {
      if (!tally.eye.selects(exchange)) continue;
      tally.seen += 1;
      judge(tally, exchange, soFar);
    }
  }

  /** Rules that have been seen not to hold so far. */
  failed(): string[] {
    const failing = this.#tallies.filter(({ worst }) => worst?.result === "fail");
    return failing.map(({ rule }) => rule.id);
  }

  /** What each watch showed of its rule; `ended` is what stopped its own body, if anything did. */
  findings(
    ended: ReadonlyMap<Watch, unknown>,
  ): { watch: Watch; finding: Finding; evidence: Evidence | null }[] {
    return this.#tallies.map((tally) => {
      const { watch, rule, seen, evidence } = tally;
      const finding = seen === 0 ? unseen(rule, ended.get(watch)) : total(tally);
      return { watch, finding, evidence };
    });
  }
}

function judge(tally: WatchTally, exchange: Exchange, soFar: readonly Exchange[]): void {
  const { id: rule, level } = tally.rule;
  const judged = tally.eye.expects.judge(exchange);
  if (judged.ok) {
    if (judged.seen !== undefined) tally.alternatives.add(judged.seen);
    if (judged.warn !== undefined && tally.worst === null) {
      tally.worst = { rule, result: "warn", detail: judged.warn, observed: null };
    }
    return;
  }
  if (tally.worst?.result === "fail") return;
  const expected = tally.eye.expects.says;
  const detail = `expected ${expected}; saw ${judged.actual}`;
  const open = level === "open";
  const finding: Finding = { rule, result: open ? "warn" : "fail", detail, observed: null };
  if (open) {
    tally.worst = finding;
    return;
  }
  const { eye, watch } = tally;
  const meets: Finding["meets"] = ({ exchange }) =>
    watch.selects(exchange) && watch.expects.judge(exchange).ok;
  const again = eye === watch ? { meets } : {};
  tally.worst = { ...finding, expected, actual: judged.actual, ...again };
  tally.evidence = { exchanges: [...soFar], deciding: exchange };
}

function total(tally: WatchTally): Finding {
  const { id: rule, level } = tally.rule;
  const alternatives = [...tally.alternatives].sort();
  const observed = level === "must" || alternatives.length === 0 ? null : alternatives;
  return { ...(tally.worst ?? { rule, result: "pass", detail: null }), observed };
}

function unseen({ id: rule, conditional }: Rule, end: unknown): Finding {
  const implied = end === undefined ? UNSEEN : ending(end);
  if (implied.result === "inconclusive" && conditional === true) {
    return { rule, result: "skipped", detail: `did not arise: ${UNSEEN.detail}`, observed: null };
  }
  return { rule, observed: null, ...implied };
}
