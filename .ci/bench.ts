/**
 * Runs every `*.bench.ts` and prints its ratios beside their aims; `--only PART` runs the files whose
 * path contains it, and `--write` keeps all rows as a table.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { BenchRow } from "../reports/schema/bench.ts";
import { globFiles } from "./files.ts";

const TABLE = "docs/tables/bench.md";

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, write: { type: "boolean", default: false } },
});
const files = globFiles(".bench.ts").filter((file) => file.includes(values.only));
if (files.length === 0) fail(`no benchmark's path contains ${values.only}`);
if (values.write && values.only !== "") fail("--write keeps all rows: leave --only out");

const rows: BenchRow[] = [];
for (const file of files) {
  console.error(`bench: ${file}`);
  const { bench } = (await import(`../${file}`)) as { bench(): Promise<BenchRow[]> };
  rows.push(...(await bench()));
}
const figure = (value: number) => (value < 100 ? value.toPrecision(3) : String(Math.round(value)));
const line = ({ name, note, ...row }: BenchRow) => {
  const [ours, peer] = [row.ours, row.peer].map(figure);
  return `| ${name} | ${ours} | ${peer} | ${row.ratio.toFixed(2)} | ${+row.aim.toFixed(2)} | ${note} |`;
};
const table = [
  "| what | ours, per second | measured against, per second | ratio | aim | note |",
  "| --- | --- | --- | --- | --- | --- |",
  ...rows.map(line),
].join("\n");
console.log(table);
if (values.write) {
  const title = "# Benchmarks\n\nMedians over interleaved rounds on one machine: trust the ratios.";
  writeFileSync(TABLE, `${title} Made by \`npm run bench -- --write\`.\n\n${table}\n`);
}

function fail(message: string): never {
  console.error(`bench: ${message}`);
  process.exit(2);
}
