/** The charts of a load run: what was asked and answered over time, how late, and the spectrum. */
import type { LoadOutcomes, LoadPercentiles, LoadReport } from "../schema/load.ts";
import { type Chart, type ChartLine, lineChart, stackedChart, TONES } from "./chart.ts";
import { linearScale, logScale } from "./scale.ts";

const OUTCOME_TONES: Record<keyof LoadOutcomes, string> = {
  accepted: "--pass",
  declined: "--observed",
  limited: "--warn",
  refused: "--inconclusive",
  unavailable: "--fail",
  lost: "--error",
  malformed: "--dim",
};

/** Each percentile stands at the number of nines it has: tails get the room they need. */
const SPECTRUM: readonly (readonly [keyof LoadPercentiles, string])[] = [
  ["p50", "50"],
  ["p75", "75"],
  ["p90", "90"],
  ["p95", "95"],
  ["p99", "99"],
  ["p99_9", "99.9"],
  ["p99_99", "99.99"],
  ["max", "max"],
];

/** More lines than this cannot be told apart. */
const LINES_MAX = 7;

/** The section with all charts that the run has data for. */
export function loadCharts(given: LoadReport): string {
  const report = untilItsEnd(given);
  const charts = [outcomesOverTime(report), latencyOverTime(report), spectrum(report)];
  const drawn = charts.filter((chart) => chart !== "");
  if (drawn.length === 0) return "";
  return `<section><h2>Charts</h2><div class="charts">${drawn.join("\n")}</div></section>`;
}

/** A run that ended early has a plan, and so steps, beyond its end. */
function untilItsEnd(report: LoadReport): LoadReport {
  const { steps } = report.series;
  const last = steps.findLastIndex(({ outcomes }) => Object.values(outcomes).some((n) => n > 0));
  return { ...report, series: { ...report.series, steps: steps.slice(0, last + 1) } };
}

function outcomesOverTime(report: LoadReport): string {
  const { step_seconds: seconds, steps } = report.series;
  if (steps.length === 0) return "";
  const outcomes = Object.keys(OUTCOME_TONES) as (keyof LoadOutcomes)[];
  const series = outcomes
    .filter((name) => steps.some((step) => step.outcomes[name] > 0))
    .map((name): ChartLine => {
      const points = steps.map((step) => [step.at, step.outcomes[name] / seconds] as const);
      return { name, tone: OUTCOME_TONES[name], points };
    });
  const totals = steps.map(({ outcomes: of }) => Object.values(of).reduce((sum, n) => sum + n, 0));
  const y = linearScale(Math.max(...totals) / seconds);
  const chart = { ...timed(report), title: "Requests a second, by outcome", y, series };
  return stackedChart(chart, seconds);
}

function latencyOverTime(report: LoadReport): string {
  const { steps } = report.series;
  const values = steps.flatMap(({ p50, p99 }) => [p50, p99]).filter((ms) => ms !== null);
  if (values.length === 0) return "";
  const series: ChartLine[] = [
    { name: "p50", tone: "--observed", points: steps.map(({ at, p50 }) => [at, p50]) },
    { name: "p99", tone: "--fail", points: steps.map(({ at, p99 }) => [at, p99]) },
  ];
  const y = logScale(Math.min(...values), Math.max(...values));
  return lineChart({ ...timed(report), title: "Latency over time, in ms", y, series });
}

/** What the charts over time share: the axis, and where the first 429 came. */
function timed({ series: { steps, step_seconds: seconds }, ...report }: LoadReport) {
  const first = report.first_limited_s;
  return {
    xLabel: "seconds",
    x: linearScale((steps.at(-1)?.at ?? 0) + seconds),
    marks: first === null ? [] : [{ x: first, text: "first 429" }],
  } satisfies Partial<Chart>;
}

function spectrum({ endpoints }: LoadReport): string {
  const timedRows = endpoints.flatMap(({ name, latency }) =>
    Object.entries(latency).map(([outcome, values]) => ({ name: `${name} ${outcome}`, values })),
  );
  const rows = timedRows.toSorted((a, b) => b.values.count - a.values.count).slice(0, LINES_MAX);
  if (rows.length === 0) return "";
  const all = rows.flatMap(({ values }) => SPECTRUM.map(([percentile]) => values[percentile]));
  const last = SPECTRUM.length - 1;
  return lineChart({
    title: "Latency spectrum from sending, in ms",
    xLabel: "percentile",
    x: { place: (value) => value / last, ticks: SPECTRUM.map((_, at) => at) },
    y: logScale(Math.min(...all), Math.max(...all)),
    labels: SPECTRUM.map(([, label]) => label),
    series: rows.map(({ name, values }, at) => ({
      name,
      tone: TONES[at % TONES.length] ?? "--dim",
      points: SPECTRUM.map(([percentile], place) => [place, values[percentile]]),
    })),
  });
}
