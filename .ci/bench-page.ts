/** The page of benchmarks: rows as they were kept, each with where and when it was measured. */
import { readFileSync, writeFileSync } from "node:fs";
import { type AimVerdict, type BenchRow, shareOf, verdictOf } from "../reports/schema/bench.ts";

const KEPT = ".ci/bench.jsonl";
const PAGE = "docs/tables/bench.md";

/** What people wait for: each is measured, or told as not measured. */
const WAITED_FOR = [
  "`touchstone --version`, packed, against `node -e 0`",
  "`serve` to its first answer, packed, against an empty compiled Koa",
  "whole embedded proof, packed, start to exit, all cells of `--effort standard`",
  "without control, two agents, documented limits",
  "the same on a venue 50 to 150 ms away",
  "`POST /orders` in memory against bare Koa and router, per CPU second",
  "durable on SQLite against in memory",
  "replay of a session at full speed against a bare client loop",
  "simulator, core tier, every law on every event",
  "simulator, HTTP tier without sockets",
  "100 agents at 10 actions a second",
  "properties through the socketless app",
  "load generator against a minimal script, each of eight flows",
  "journal replay against the core",
  "core with accounts, holds, digest, against the best npm engine",
  "core on the published workloads, worst of five, per CPU second",
];

/** A row, the file that measured it, and by which commit, on which day and machine. */
export interface KeptRow extends BenchRow {
  file: string;
  commit: string;
  date: string;
  machine: string;
}

const HEAD = `# Benchmarks

Each figure is the median of interleaved rounds on one machine. Of ratios (×) the two sides were
measured in turns in the same run: trust those, and of other figures the order of size. Made by
\`npm run bench -- --write\`, all or one file (\`--only http.bench\`); \`npm run bench -- --check\` fails where a
figure is worse than the one kept here by more than three tenths. The commit is the one that was measured.

A bound is the best that anything built like this could reach: something that does no more than nobody
can do without, measured in the same run. A row that misses its aim stays missed; what the bound adds is
how much of the way could still be gone, and whether the aim lies on it.
`;

/** All rows that are kept, by file and in the order of their file. */
export const keptRows = (): KeptRow[] =>
  readFileSync(KEPT, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as KeptRow);

/** Puts the rows of these files in the place of those that they had, and makes the page again. */
export function keep(files: readonly string[], rows: readonly KeptRow[]): void {
  const others = keptRows().filter(({ file }) => !files.includes(file));
  const all = [...others, ...rows].sort((one, two) => (one.file < two.file ? -1 : 1));
  writeFileSync(KEPT, all.map((row) => `${JSON.stringify(row)}\n`).join(""));
  writeFileSync(PAGE, benchPage());
}

/** The page of what is kept. */
export function benchPage(): string {
  const rows = keptRows();
  const waitedFor = WAITED_FOR.flatMap((name) => {
    const measured = rows.filter((row) => row.name.startsWith(name));
    return measured.length === 0 ? [{ name }] : measured;
  });
  const others = rows.filter(({ name }) => !WAITED_FOR.some((one) => name.startsWith(one)));
  const machines = [...new Set(rows.map(({ machine }) => machine))].join("; ");
  return `${HEAD}
${sumOf(rows)} Machines: ${machines}.

## Where people wait

${tableOf(waitedFor)}

## Beside them

${tableOf(others)}
`;
}

function sumOf(rows: readonly BenchRow[]): string {
  const count = (verdict: AimVerdict) => rows.filter((row) => verdictOf(row) === verdict).length;
  const met = `${count("met")} of ${rows.length} figures are as good as their aims`;
  const beyond = `${count("beyond")} miss an aim that is beyond their bound`;
  return `${met}, ${beyond}, and ${count("missed")} miss one that is not, or have no bound.`;
}

/** A row that was measured, or the name of one that was not. */
type ShownRow = KeptRow | Pick<BenchRow, "name">;

/** Rows as a table. */
export function tableOf(rows: readonly ShownRow[]): string {
  return [
    "| what | measured | aim | | bound | note | measured by |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map((row) => ("aim" in row ? line(row) : `| ${row.name} | not measured | | | | | |`)),
  ].join("\n");
}

const TOLD: Record<AimVerdict, string> = {
  met: "met",
  missed: "**missed**",
  beyond: "**missed**, and beyond the bound",
};

function line(row: KeptRow): string {
  const { name, measured, unit, aim, isAtMost, note } = row;
  const when = `${row.commit.slice(0, 7)}, ${row.date}`;
  const wanted = `${isAtMost ? "at most" : "at least"} ${figure(aim)} ${unit}`;
  const cells = [`${figure(measured)} ${unit}`, wanted, TOLD[verdictOf(row)], boundOf(row), note];
  return `| ${[name, ...cells, when].join(" | ")} |`;
}

/** The bound, and what part of it was reached. */
function boundOf(row: BenchRow): string {
  const { bound, measured, unit } = row;
  if (bound === undefined) return "";
  const share = Math.round(100 * shareOf(row, { figure: measured, of: bound.measured }));
  return `${figure(bound.measured)} ${unit}, of which ${share}%: ${bound.why}`;
}

/** Three digits, and all of them before the point. */
function figure(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}
