/** A load report as a person reads it in a terminal: validity and verdict first. */
import pc from "picocolors";
import type { LoadPercentiles, LoadReport } from "../schema/load.ts";
import { type Colors, printable } from "./text.ts";

/** The end of a run. Shape: ends with a line break. */
export function renderLoad(report: LoadReport, { color }: { color: boolean }): string {
  const colors = pc.createColors(color);
  const sections = [
    headline(report, colors),
    judgements(report, colors),
    flowTable(report, colors),
    endpointTable(report, colors),
    limitLines(report, colors),
    reasonLines(report, colors),
    streamLines(report, colors),
    breakpointLine(report, colors),
  ];
  return `${sections.filter((section) => section !== "").join("\n\n")}\n`;
}

/** Text of summary.md. Shape: no text of a target can end the fence. */
export function loadMarkdown(report: LoadReport): string {
  const text = renderLoad(report, { color: false }).replaceAll("```", "'''");
  return `## ${report.verdict.word}: load\n\n\`\`\`text\n${text}\`\`\`\n`;
}

function headline(report: LoadReport, colors: Colors): string {
  const { verdict, validity, generator, plan, target, notes } = report;
  const paint = { PASS: colors.green, FAIL: colors.red, INVALID: colors.yellow }[verdict.word];
  const share = generator.cpu_share;
  const cpu =
    share === null ? "" : `, generator ${Math.round(share * 100)}% of ${generator.cores} cores`;
  const lag = validity.schedule_lag?.p95 ?? 0;
  const facts = `${validity.dropped} dropped, schedule lag p95 ${ms(lag)} ms${cpu}`;
  return [
    ...notes.map((note) => colors.yellow(printable(note))),
    `${colors.bold(paint(verdict.word))}  ${printable(verdict.sentence)}`,
    validity.valid ? `valid: ${facts}` : colors.yellow(`not valid: ${validity.reasons.join("; ")}`),
    colors.dim(
      printable(
        `${target.name} ${target.url}, plan ${plan.name}: ${plan.rate_peak}/s at its peak, ` +
          `${plan.seconds} s after ${plan.warmup_seconds} s of warm-up, ${plan.agents} agents, ` +
          `seed ${report.seed}, k6 ${generator.k6}`,
      ),
    ),
    ...(report.aborted ? [colors.yellow(`ended early: ${printable(report.aborted)}`)] : []),
  ].join("\n");
}

function judgements({ judged }: LoadReport, colors: Colors): string {
  const lines = judged
    .filter(({ passed }) => !passed)
    .map(({ subject, expected, actual }) => {
      return `  ${colors.red(subject)}: ${printable(actual)}; expected ${expected}`;
    });
  return lines.length === 0 ? "" : [colors.underline("Failed"), ...lines].join("\n");
}

function flowTable({ flows }: LoadReport, colors: Colors): string {
  return table(
    ["flow, from its schedule", "offered", "started", "p50", "p95", "p99", "max"],
    flows.map(({ name, offered, achieved, latency_from_schedule: latency }) => [
      name,
      String(offered),
      String(achieved),
      ...spectrum(latency),
    ]),
    colors,
  );
}

function endpointTable({ endpoints }: LoadReport, colors: Colors): string {
  const rows = endpoints.map(({ name, requests, outcomes, latency }) => {
    const errors = outcomes.unavailable + outcomes.lost + outcomes.malformed;
    const counts = [requests, outcomes.accepted, outcomes.declined, outcomes.limited];
    const timed = latency["accepted"] ?? latency["declined"] ?? null;
    const numbers = [...counts, outcomes.refused, errors].map(String);
    return [name, ...numbers, ...spectrum(timed)];
  });
  const head = ["endpoint, from sending", "n", "ok", "declined", "429", "refused", "errors"];
  return table([...head, "p50", "p95", "p99", "max"], rows, colors);
}

/** Units: milliseconds. */
function spectrum(latency: LoadPercentiles | null): string[] {
  if (latency === null) return ["-", "-", "-", "-"];
  return [latency.p50, latency.p95, latency.p99, latency.max].map(ms);
}

function limitLines({ limits }: LoadReport, colors: Colors): string {
  const rows = limits.map((limit) => [
    `${limit.class}s`,
    String(limit.documented),
    String(limit.passed),
    `${(limit.span_ms / 1_000).toFixed(1)} s`,
    limit.limited ? "yes" : "no",
    limit.retry_after_s === null ? "-" : `${limit.retry_after_s} s`,
    limit.recovered_late_ms === null ? "-" : `${ms(limit.recovered_late_ms)} ms late`,
    `${limit.passed_again} of 10`,
  ]);
  const head = ["limit", "documented", "passed", "within", "429", "Retry-After", "recovered"];
  return rows.length === 0 ? "" : table([...head, "then"], rows, colors);
}

function reasonLines({ reasons }: LoadReport, colors: Colors): string {
  const sorted = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  if (sorted.length === 0) return "";
  const lines = sorted.map(([reason, n]) => `  ${String(n).padStart(7)}  ${reason}`);
  return [colors.underline("Declined and refused, by reason"), ...lines].join("\n");
}

function streamLines({ stream }: LoadReport, colors: Colors): string {
  if (stream === null) return "";
  const line = (name: string, latency: LoadPercentiles | null) =>
    latency === null ? [] : [`${name} p50 ${ms(latency.p50)} ms, max ${ms(latency.max)} ms`];
  const facts = [
    `${stream.frames} frames`,
    ...line("connected", stream.connect),
    ...line("first frame", stream.first_frame),
    ...line("order to frame", stream.order_to_frame),
  ];
  return `${colors.underline("Stream")}\n  ${facts.join("; ")}`;
}

function breakpointLine({ breakpoint, plan }: LoadReport, colors: Colors): string {
  if (plan.name !== "breakpoint") return "";
  if (breakpoint === null) return colors.red("no rate was carried within the objective");
  const { rate, requests_per_second: requests, ended_by: end } = breakpoint;
  const highest = `${rate.toFixed(1)} iterations/s, ${requests.toFixed(1)} requests/s`;
  return `${colors.bold(`highest rate within the objective: ${highest}`)}\nended by ${end}`;
}

function table(head: string[], rows: string[][], colors: Colors): string {
  if (rows.length === 0) return "";
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd();
  return [colors.dim(line(head)), ...rows.map(line)].join("\n");
}

function ms(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1);
}
