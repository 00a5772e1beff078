/** Runs every `*.bench.ts` and prints its ratios beside their aims; `--write` keeps them as a table. */
import { writeFileSync } from "node:fs";
import type { BenchRow } from "../reference/core/venue.bench.ts";
import { globFiles } from "./files.ts";

const TABLE = "docs/tables/bench.md";

const rows: BenchRow[] = [];
for (const file of globFiles(".bench.ts")) {
  const { bench } = (await import(`../${file}`)) as { bench(): Promise<BenchRow[]> };
  rows.push(...(await bench()));
}
const line = ({ name, ours, peer, ratio, aim, note }: BenchRow) =>
  `| ${name} | ${Math.round(ours)} | ${Math.round(peer)} | ${ratio.toFixed(2)} | ${aim} | ${note} |`;
const table = [
  "| what | ours, per second | measured against, per second | ratio | aim | note |",
  "| --- | --- | --- | --- | --- | --- |",
  ...rows.map(line),
].join("\n");
console.log(table);
if (process.argv.includes("--write")) {
  const title = "# Benchmarks\n\nMedians over interleaved rounds on one machine: trust the ratios.";
  writeFileSync(TABLE, `${title} Made by \`npm run bench -- --write\`.\n\n${table}\n`);
}
