/** Judges a run: first whether it measured the venue at all, then whether the venue passed. */
import type { LoadJudgement, LoadReport } from "../../reports/schema/load.ts";
import { breakpointOf, objectiveOf } from "./breakpoint.ts";
import { FLOWS } from "./flows.ts";
import { judgeLimits } from "./judge-limits.ts";
import type { Measured } from "./measured.ts";
import { isError, OUTCOMES } from "./outcome.ts";
import type { LoadSettings } from "./settings.ts";
import { type Slo, sloText } from "./slo.ts";

/** What is judged, beside the measurements. */
export interface LoadEvidence {
  settings: LoadSettings;
  measured: Measured;
  /** Of all cores; null where that cannot be told. */
  cpuShare: number | null;
  /** Why k6 itself failed; null when it did not. */
  trouble: string | null;
  /** The percentile of an objective; null when nothing of it was timed. */
  percentile(slo: Slo): number | null;
}

/** A verdict with its reasons. */
export type LoadVerdict = Pick<LoadReport, "verdict" | "judged"> & { invalid: string[] };

/** k6's own advice: beyond it the generator waits for itself. */
const CPU_SHARE_MAX = 0.8;

/** The verdict. Shape: an invalid run is never a slow result, and never a passed one. */
export function judgeRun(evidence: LoadEvidence): LoadVerdict {
  const invalid = invalidity(evidence);
  const judged = judgements(evidence);
  const failed = judged.filter(({ passed }) => !passed);
  if (invalid.length > 0) {
    return { verdict: { word: "INVALID", sentence: invalid[0] ?? "" }, judged, invalid };
  }
  if (failed.length > 0) {
    const [first] = failed;
    const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : "";
    const sentence = `${first?.subject}: ${first?.actual}, expected ${first?.expected}${more}`;
    return { verdict: { word: "FAIL", sentence }, judged, invalid };
  }
  return { verdict: { word: "PASS", sentence: passedSentence(evidence) }, judged, invalid };
}

/** Exit code of a verdict. */
export function exitCodeOf({ word }: LoadReport["verdict"]): number {
  return { PASS: 0, FAIL: 1, INVALID: 2 }[word];
}

function passedSentence({ settings: { plan }, measured }: LoadEvidence): string {
  const requests = OUTCOMES.reduce((sum, outcome) => sum + measured.totals[outcome], 0);
  if (plan === "limits") return "429 begins where it is documented to, and others are unhurt";
  return `${requests} requests, everything the plan demands held`;
}

function invalidity({ settings, measured, cpuShare, trouble }: LoadEvidence): string[] {
  const { dropped, lag } = measured;
  const reasons: string[] = [];
  if (trouble !== null) reasons.push(trouble);
  else if (isEmpty(measured)) reasons.push("nothing was measured");
  if (dropped > 0 && settings.plan !== "breakpoint")
    reasons.push(droppedSentence(dropped, settings));
  const { lagP95MsMax } = settings.threshold;
  if (lag !== null && lag.p95 > lagP95MsMax && settings.plan !== "breakpoint") {
    reasons.push(
      `the generator was late: p95 of the schedule lag ${lag.p95.toFixed(0)} ms, ` +
        `${lagP95MsMax} ms at most`,
    );
  }
  if (cpuShare !== null && cpuShare > CPU_SHARE_MAX) {
    reasons.push(`the generator used ${percent(cpuShare)} of this machine, 80% at most`);
  }
  return reasons;
}

function droppedSentence(dropped: number, { flows }: LoadSettings): string {
  const vus = flows.reduce((sum, flow) => sum + flow.vus, 0);
  return (
    `k6 dropped ${dropped} iterations, as all ${vus} it can have under way were waiting: what the ` +
    "target did to them was never measured; lower the rate"
  );
}

function isEmpty({ totals, limits }: Measured): boolean {
  return (
    OUTCOMES.every((outcome) => totals[outcome] === 0) && limits.every((one) => one.passed === 0)
  );
}

function judgements(evidence: LoadEvidence): LoadJudgement[] {
  const { settings, measured } = evidence;
  const isRamp = settings.plan === "breakpoint";
  return [
    ...(isRamp ? [carried(evidence)] : [errorShare(evidence)]),
    none("malformed answers", measured.totals.malformed),
    ...(settings.threshold.limitedIsFine ? [] : [unlimited(measured)]),
    ...(has(settings, "replay-key") ? [none("second orders of one key", measured.duplicates)] : []),
    ...(has(settings, "ticket") ? [none("tickets that opened twice", measured.ticketsReused)] : []),
    ...(measured.stream === null ? [] : [none("streams that closed", measured.stream.closed)]),
    ...drift(evidence),
    ...(isRamp ? [] : settings.slos.map((slo) => objective(slo, evidence.percentile(slo)))),
    ...judgeLimits(measured.limits),
  ];
}

function has({ flows }: LoadSettings, flow: string): boolean {
  return flows.some(({ name }) => name === flow);
}

/** A ramp is meant to end in trouble; only a venue that carries nothing fails it. */
function carried({ settings, measured }: LoadEvidence): LoadJudgement {
  const found = breakpointOf(measured.series, objectiveOf(settings.slos));
  return {
    subject: "a rate within the objective",
    expected: "the ramp's first at least",
    actual: found === null ? "none" : `${found.rate.toFixed(1)} iterations/s`,
    passed: found !== null,
  };
}

/** Over all flows, weighted by what they sent; refusals that a flow asks for are none. */
function errorShare({ settings, measured }: LoadEvidence): LoadJudgement {
  const { errorShareMax: most } = settings.threshold;
  const worst = measured.flows.reduce((share, flow) => Math.max(share, flow.error_share), 0);
  const errors = OUTCOMES.filter(isError)
    .filter((outcome) => measured.totals[outcome] > 0)
    .map((outcome) => `${measured.totals[outcome]} ${outcome}`);
  const since = lostSince(measured);
  const why = errors.length > 0 && worst > 0 ? ` (${errors.join(", ")}${since})` : "";
  return {
    subject: "errors",
    expected: most === 0 ? "none" : `at most ${percent(most)} of a flow's requests`,
    actual: `${percent(worst)} of a flow's requests${why}`,
    passed: worst <= most,
  };
}

/** A venue that died is told by when its last answer came. */
function lostSince({ series: { steps } }: Measured): string {
  const answers = steps.map(({ outcomes }) => outcomes.accepted + outcomes.declined);
  const last = answers.findLastIndex((n) => n > 0);
  const silent = steps.slice(last + 1).some(({ outcomes }) => outcomes.lost > 0);
  if (!silent) return "";
  const second = steps[last + 1]?.at ?? 0;
  return last < 0 ? "; nothing was ever answered" : `; nothing was answered since second ${second}`;
}

function none(subject: string, seen: number): LoadJudgement {
  return { subject, expected: "none", actual: String(seen), passed: seen === 0 };
}

function unlimited({ totals, first_limited_s: at }: Measured): LoadJudgement {
  const all = OUTCOMES.reduce((sum, outcome) => sum + totals[outcome], 0);
  return {
    subject: "429 below the documented limit",
    expected: "none",
    actual: at === null ? "none" : `${totals.limited} of ${all}, from second ${at} on`,
    passed: totals.limited === 0,
  };
}

function objective(slo: Slo, seen: number | null): LoadJudgement {
  return {
    subject: slo.subject in FLOWS ? `${slo.subject} from the schedule` : slo.subject,
    expected: `p${slo.percentile} below ${slo.belowMs} ms (${sloText(slo)})`,
    actual: seen === null ? "nothing accepted was timed" : `${seen.toFixed(1)} ms`,
    passed: seen !== null && seen < slo.belowMs,
  };
}

/** A leak shows as a last fifth that is slower than the first. */
function drift({ settings: { threshold }, measured: { series } }: LoadEvidence): LoadJudgement[] {
  if (threshold.driftMax === null) return [];
  const fifth = Math.max(Math.floor(series.steps.length / 5), 1);
  const first = medianP99(series.steps.slice(0, fifth));
  const last = medianP99(series.steps.slice(-fifth));
  const ratio = first === null || last === null || first === 0 ? null : last / first;
  return [
    {
      subject: "p99 of the last fifth against the first",
      expected: `at most ${threshold.driftMax}×`,
      actual: ratio === null ? "not measured" : `${ratio.toFixed(2)}×`,
      passed: ratio !== null && ratio <= threshold.driftMax,
    },
  ];
}

function medianP99(steps: LoadReport["series"]["steps"]): number | null {
  const values = steps.flatMap(({ p99 }) => (p99 === null ? [] : [p99])).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? null;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 && share > 0 ? 2 : 0)}%`;
}
