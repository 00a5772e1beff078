/** A load report as one self-contained page: verdict, what was demanded, tables. */
import type { LoadPercentiles, LoadReport } from "../schema/load.ts";
import { loadCharts } from "./load-charts.ts";
import { factLine, pageText, verdictLine } from "./page.ts";
import { countSection, tableSection } from "./table.ts";
import { markup } from "./text.ts";

/** Text of index.html. */
export function renderLoadHtml(report: LoadReport): string {
  const { verdict, target } = report;
  const parts = [demands, carried, loadCharts, limits, reasons, flows, endpoints, streams, series];
  return pageText({
    title: `${verdict.word} · ${target.name} · load`,
    header: header(report),
    main: parts.map((part) => part(report)).join("\n"),
  });
}

function header({ verdict, validity, notes, target, plan, generator, ...report }: LoadReport) {
  const cpu = generator.cpu_share;
  const facts = [
    `${target.name} ${target.url}`,
    `plan ${plan.name}, ${plan.rate_peak}/s at its peak, ${plan.seconds} s`,
    `${plan.agents} agents, ${plan.streams} streams`,
    `seed ${report.seed}`,
    report.started_at,
    `k6 ${generator.k6}, ${generator.vus} at once`,
    `${generator.cores} cores${cpu === null ? "" : `, ${Math.round(cpu * 100)}% used by k6`}`,
    generator.platform,
  ];
  const valid = validity.valid ? "The run is valid" : `Not valid: ${validity.reasons.join("; ")}`;
  const aborted = report.aborted
    ? `<p class="aborted">Ended early: ${markup(report.aborted)}</p>`
    : "";
  return `${verdictLine(verdict)}
<p class="${validity.valid ? "shown" : "aborted"}">${markup(valid)}; ${validity.dropped} dropped,
schedule lag p95 ${ms(validity.schedule_lag?.p95 ?? null)} ms</p>
${aborted}
${notes.map((note) => `<p class="note">${markup(note)}</p>`).join("\n")}
${factLine(facts)}`;
}

/** What a breakpoint plan was run for. */
function carried({ breakpoint }: LoadReport): string {
  if (breakpoint === null) return "";
  const { rate, requests_per_second: requests, ended_by: end } = breakpoint;
  const rates = `${rate.toFixed(1)} iterations a second, ${requests.toFixed(1)} requests a second`;
  return `<section><h2>Highest rate within the objective</h2>
<p class="shown"><b>${rates}</b></p><p class="note">ended by ${markup(end)}</p></section>`;
}

function demands({ judged }: LoadReport): string {
  const rows = judged.map(({ subject, expected, actual, passed }) => {
    return [subject, expected, actual, passed ? "held" : "FAILED"];
  });
  return tableSection("What was demanded", ["subject", "expected", "actual", "result"], rows);
}

function flows({ flows: all }: LoadReport): string {
  const head = ["flow, from its schedule", "offered", "started", "dropped", ...SPECTRUM];
  const rows = all.map(({ name, offered, achieved, dropped, latency_from_schedule: latency }) => {
    return [name, String(offered), String(achieved), String(dropped), ...spectrum(latency)];
  });
  return tableSection("Flows", head, rows);
}

function endpoints({ endpoints: all }: LoadReport): string {
  const [first] = all;
  const outcomes = Object.keys(first?.outcomes ?? {});
  const rows = all.map((one) => [
    one.route,
    String(one.requests),
    ...Object.values(one.outcomes).map(String),
    ...spectrum(one.latency["accepted"] ?? one.latency["declined"] ?? null),
  ]);
  return tableSection("Endpoints", ["from sending", "n", ...outcomes, ...SPECTRUM], rows);
}

function limits({ limits: all }: LoadReport): string {
  const rows = all.map((one) => [
    `${one.class}s`,
    String(one.documented),
    String(one.passed),
    `${(one.span_ms / 1_000).toFixed(1)} s`,
    one.limited ? "yes" : "no",
    one.retry_after_s === null ? "-" : `${one.retry_after_s} s`,
    one.recovered_late_ms === null ? "-" : `${ms(one.recovered_late_ms)} ms after it`,
  ]);
  const head = ["limit per 60 s", "documented", "passed", "within", "429", "Retry-After"];
  return tableSection("Limits", [...head, "recovered"], rows);
}

function reasons({ reasons: all }: LoadReport): string {
  return countSection("Declined and refused, by reason", all);
}

function streams({ stream }: LoadReport): string {
  if (stream === null) return "";
  const line = (name: string, latency: LoadPercentiles | null) =>
    latency === null ? [] : [[name, ...spectrum(latency)]];
  const rows = [
    ...line("connected", stream.connect),
    ...line("first frame", stream.first_frame),
    ...line("from order to frame", stream.order_to_frame),
  ];
  const title = `Stream: ${stream.frames} frames, ${stream.closed} sockets closed by themselves`;
  return tableSection(title, ["ms", ...SPECTRUM], rows);
}

function series({ series: { steps } }: LoadReport): string {
  const outcomes = Object.keys(steps[0]?.outcomes ?? {});
  const rows = steps.map((step) => [
    `${step.at} s`,
    step.offered.toFixed(1),
    ...Object.values(step.outcomes).map(String),
    ms(step.p50),
    ms(step.p99),
  ]);
  return tableSection("Over time", ["second", "offered/s", ...outcomes, "p50", "p99"], rows);
}

const SPECTRUM = ["p50", "p90", "p95", "p99", "p99.9", "max"];

/** Units: milliseconds. */
function spectrum(latency: LoadPercentiles | null): string[] {
  if (latency === null) return SPECTRUM.map(() => "-");
  const { p50, p90, p95, p99, p99_9, max } = latency;
  return [p50, p90, p95, p99, p99_9, max].map(ms);
}

function ms(value: number | null): string {
  return value === null ? "-" : value.toFixed(value >= 100 ? 0 : 1);
}
