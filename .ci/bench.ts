/** Runs every `*.bench.ts` and prints its ratios beside their aims; `--write` keeps them as a table. */
import { writeFileSync } from "node:fs";
import { globFiles } from "./files.ts";

/** One comparison: `ours` and `peer` in operations per second, medians over interleaved rounds. */
interface Row {
  name: string;
  ours: number;
  peer: number;
  ratio: number;
  aim: number;
  note: string;
}

const TABLE = "docs/tables/bench.md";

const rows: Row[] = [];
for (const file of globFiles(".bench.ts")) {
  const { bench } = (await import(`../${file}`)) as { bench(): Promise<Row[]> };
  rows.push(...(await bench()));
}
const line = ({ name, ours, peer, ratio, aim, note }: Row) =>
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
