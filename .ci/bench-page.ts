/** The page of benchmarks: rows as they were kept, each with where and when it was measured. */
import { readFileSync, writeFileSync } from "node:fs";
import type { BenchRow } from "../reports/schema/bench.ts";

const KEPT = ".ci/bench.jsonl";
const PAGE = "docs/tables/bench.md";

/** A row, the file that measured it, and by which commit, on which day and machine. */
export interface KeptRow extends BenchRow {
  file: string;
  commit: string;
  date: string;
  machine: string;
}

const HEAD = `# Benchmarks

Each row is the median of interleaved rounds on one machine: trust the ratio, which is ours against
what stands beside it in the same run. Made by \`npm run bench -- --write\`, all or one file
(\`--only http.bench\`); \`npm run bench -- --check\` fails where a ratio fell below 0.7 of the one kept
here. The commit is the one that was measured.
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
  const met = rows.filter(isMet).length;
  const machines = [...new Set(rows.map(({ machine }) => machine))].join("; ");
  return `${HEAD}
${met} of ${rows.length} rows meet their aims. Machines: ${machines}.

${tableOf(rows)}
`;
}

/** Rows as a table; those just measured have no commit yet. */
export function tableOf(rows: readonly (BenchRow & Partial<KeptRow>)[]): string {
  return [
    "| what | ours, per second | measured against, per second | ratio | aim | | note | measured |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows.map(line),
  ].join("\n");
}

function line(row: BenchRow & Partial<KeptRow>): string {
  const [ours, peer] = [row.ours, row.peer].map(figure);
  const met = isMet(row) ? "met" : "**missed**";
  const when = row.commit === undefined ? "now" : `${row.commit.slice(0, 7)}, ${row.date}`;
  const ratio = `${row.ratio.toFixed(2)} | ${+row.aim.toFixed(2)} | ${met}`;
  return `| ${row.name} | ${ours} | ${peer} | ${ratio} | ${row.note} | ${when} |`;
}

const isMet = ({ ratio, aim }: BenchRow) => ratio >= aim;

const figure = (value: number) => (value < 100 ? value.toPrecision(3) : String(Math.round(value)));
