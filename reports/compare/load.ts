/** Load runs of one plan side by side, as rows of a table: what one look may compare. */
import type { LoadPercentiles, LoadReport } from "../schema/load.ts";
import { columnNames } from "./conformance.ts";
import { RunError } from "./read.ts";

/** A table. Shape: each row starts with what it tells; one cell a run follows. */
export interface LoadTable {
  title: string;
  head: string[];
  rows: string[][];
}

/** Said wherever runs stand side by side: single runs prove no difference. */
export const LOAD_CAVEAT =
  "Single runs side by side: a difference may be noise. touchstone load --compare A B tells.";

/** The tables of these runs. Errors: RunError where the plans differ: nothing is comparable then. */
export function loadTables(reports: readonly LoadReport[]): LoadTable[] {
  const plans = new Set(reports.map(({ plan }) => `${plan.name} at ${plan.rate_peak}/s`));
  if (plans.size > 1) {
    throw new RunError(`different plans (${[...plans].join(", ")}): give load runs of one plan`);
  }
  const names = columnNames(reports);
  const endpoints = [...new Set(reports.flatMap((one) => one.endpoints.map(({ name }) => name)))];
  return [
    { title: "Runs", head: ["run", ...names], rows: summaryRows(reports) },
    {
      title: "Latency of what was accepted, in ms: p50 / p99",
      head: ["endpoint", ...names],
      rows: endpoints.map((name) => [name, ...reports.map((one) => latencyOf(one, name))]),
    },
  ];
}

function summaryRows(reports: readonly LoadReport[]): string[][] {
  const row = (label: string, cell: (report: LoadReport) => string | number) => [
    label,
    ...reports.map((report) => String(cell(report))),
  ];
  const outcomes = Object.keys(reports[0]?.totals ?? {}) as (keyof LoadReport["totals"])[];
  return [
    row("verdict", ({ verdict }) => verdict.word),
    row("valid", ({ validity }) => (validity.valid ? "yes" : validity.reasons.join("; "))),
    row("seconds", ({ plan }) => plan.seconds),
    row("dropped", ({ validity }) => validity.dropped),
    ...outcomes.map((outcome) => row(outcome, ({ totals }) => totals[outcome])),
    row("first 429 at second", ({ first_limited_s: second }) => second ?? "-"),
    row("highest rate carried", ({ breakpoint }) => breakpoint?.rate ?? "-"),
  ];
}

function latencyOf({ endpoints }: LoadReport, name: string): string {
  const latency: LoadPercentiles | undefined = endpoints.find((one) => one.name === name)?.latency[
    "accepted"
  ];
  return latency === undefined ? "-" : `${latency.p50.toFixed(1)} / ${latency.p99.toFixed(1)}`;
}
