/** A load report as one self-contained page: verdict, what was demanded, tables. */
import type { LoadPercentiles, LoadReport } from "../schema/load.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { markup } from "./text.ts";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

const STYLE = `
table { border-collapse: collapse; width: 100%; font-size: .85rem; background: var(--card) }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { text-align: left }
.table { overflow-x: auto }
`;

/** Text of index.html. */
export function renderLoadHtml(report: LoadReport): string {
  const { verdict, target } = report;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${verdict.word} · ${markup(target.name)} · load · Touchstone</title>
<style>${PAGE_STYLE}${STYLE}</style>
</head>
<body>
${header(report)}
<main>
${[demands, flows, endpoints, limits, reasons, series].map((part) => part(report)).join("\n")}
</main>
</body>
</html>
`;
}

function header({ verdict, validity, notes, target, plan, generator, ...report }: LoadReport) {
  const tone = verdict.word === "PASS" ? "good" : "bad";
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
  return `<header>
<h1><span class="verdict ${tone}">${verdict.word}</span> ${markup(verdict.sentence)}</h1>
<p class="${validity.valid ? "shown" : "aborted"}">${markup(valid)}; ${validity.dropped} dropped,
schedule lag p95 ${ms(validity.schedule_lag?.p95 ?? null)} ms</p>
${notes.map((note) => `<p class="note">${markup(note)}</p>`).join("\n")}
<p class="run">${facts.map((fact) => `<span>${markup(fact)}</span>`).join(" ")}</p>
</header>`;
}

function demands({ judged }: LoadReport): string {
  const rows = judged.map(({ subject, expected, actual, passed }) => {
    return [subject, expected, actual, passed ? "held" : "FAILED"];
  });
  return section("What was demanded", ["subject", "expected", "actual", ""], rows);
}

function flows({ flows: all }: LoadReport): string {
  const head = ["flow, from its schedule", "offered", "started", "dropped", ...SPECTRUM];
  const rows = all.map(({ name, offered, achieved, dropped, latency_from_schedule: latency }) => {
    return [name, String(offered), String(achieved), String(dropped), ...spectrum(latency)];
  });
  return section("Flows", head, rows);
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
  return section("Endpoints", ["from sending", "n", ...outcomes, ...SPECTRUM], rows);
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
  return section("Limits", [...head, "recovered"], rows);
}

function reasons({ reasons: all }: LoadReport): string {
  const rows = Object.entries(all).map(([reason, n]) => [reason, String(n)]);
  return section("Declined and refused, by reason", ["reason", "n"], rows);
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
  return section("Over time", ["second", "offered/s", ...outcomes, "p50", "p99"], rows);
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

function section(title: string, head: string[], rows: string[][]): string {
  if (rows.length === 0) return "";
  const cells = (tag: string, row: string[]) =>
    row.map((cell) => `<${tag}>${markup(cell)}</${tag}>`).join("");
  return `<section><h2>${title}</h2><div class="table"><table>
<tr>${cells("th", head)}</tr>
${rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("\n")}
</table></div></section>`;
}
