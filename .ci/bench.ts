/**
 * Runs every `*.bench.ts` and prints its figures beside their aims; `--only PART`, which may be
 * repeated, runs the files whose path contains it, `--write` keeps their rows as a table, and `--check`
 * fails where one became worse. What has a bound is compared by its share of it, as a faster machine
 * moves both; a ratio as it is; any other figure only on the machine that it was kept on.
 */
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { commit, commitDay, isUnchanged } from "../conformance/proof/working-tree.ts";
import { type BenchRow, shareOf } from "../reports/schema/bench.ts";
import { type KeptRow, keep, keptRows, tableOf } from "./bench-page.ts";
import { globFiles } from "./tidy/files.ts";

/** What of a kept figure must still be there. */
const LEFT = 0.7;

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true, default: [""] },
    write: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
  },
});
const files = globFiles(".bench.ts").filter((file) =>
  values.only.some((part) => file.includes(part)),
);
if (files.length === 0) fail(`no benchmark's path contains ${values.only.join(" or ")}`);
if (values.write && !isUnchanged()) fail("--write names a commit: commit your changes first");

const made = {
  commit: commit(),
  date: commitDay(),
  machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`,
};
const rows: KeptRow[] = [];
for (const file of files) {
  console.error(`bench: ${file}`);
  const { bench } = (await import(`../${file}`)) as { bench(): Promise<BenchRow[]> };
  rows.push(...(await bench()).map((row) => ({ file, ...made, ...row })));
}
console.log(tableOf(rows));
if (values.write) {
  keep(files, rows);
}
if (values.check) check();

/** Tells each row that lost more than it may, and each that was never kept. */
function check(): void {
  const kept = new Map(keptRows().map((row) => [row.name, row]));
  for (const row of rows) {
    const before = kept.get(row.name);
    const told = `bench: ${row.name}: ${toldWithBound(row)}`;
    if (before === undefined) {
      console.error(`${told}, never kept: --write`);
      process.exitCode = 1;
      continue;
    }
    const share = left(row, before);
    if (share === null) {
      console.error(`${told}, not compared: kept on another machine`);
    } else if (share < LEFT) {
      console.error(`${told}, when kept ${toldWithBound(before)}`);
      process.exitCode = 1;
    }
  }
}

/**
 * What part of what was kept is left: of its share of the bound, where both have one. Shape: null for a
 * figure that another machine may move.
 */
function left(row: KeptRow, before: KeptRow): number | null {
  const share = shareOf(row, { figure: row.measured, of: before.measured });
  if (row.bound !== undefined && before.bound !== undefined) {
    return share / shareOf(row, { figure: row.bound.measured, of: before.bound.measured });
  }
  return row.unit === "×" || before.machine === row.machine ? share : null;
}

function toldWithBound({ measured, unit, bound }: BenchRow): string {
  const figure = `${measured.toPrecision(3)} ${unit}`;
  return bound === undefined ? figure : `${figure} of ${bound.measured.toPrecision(3)} possible`;
}

function fail(message: string): never {
  console.error(`bench: ${message}`);
  process.exit(2);
}
