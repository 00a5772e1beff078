/** Writes docs/tables/simulation.md: the aims, and what was measured against them here. */
import { writeFileSync } from "node:fs";
import { SERIES } from "./defect.ts";
import { HELD_OUT_DEFECTS } from "./index.ts";
import { type AimRow, measure } from "./measure.ts";
import type { DefectResult } from "./search.ts";

const FILE = "docs/tables/simulation.md";

/** Writes the table from a search, and from measurements of its own unless it is given some. */
export async function writeTable(
  results: readonly DefectResult[],
  measured?: readonly AimRow[],
): Promise<void> {
  const shrunk = results.flatMap(({ size }) => size ?? []);
  const seen = results.filter(({ found }) => found.some((one) => one !== null));
  const heldOut = results.filter(({ defect }) => HELD_OUT_DEFECTS.includes(defect));
  const heldOutSeen = heldOut.filter((one) => seen.includes(one));
  const share = `${((100 * seen.length) / results.length).toFixed(0)}%`;
  const rows = [
    ...(measured ?? (await measure())),
    ["planted defects found", "95% of 50 or more", `${share} of ${results.length}`],
    ["of them held out", "", `${heldOutSeen.length} of ${heldOut.length}`],
    ["median seeds to find a defect", "", String(median(results.map(medianSeeds)))],
    ["entries of a shrunk tape, median", "10", String(median(shrunk.map(({ to }) => to)))],
    ["executions to shrink, most", "300", String(Math.max(...shrunk.map(({ tries }) => tries)))],
  ];
  const text = [
    "# Simulation: aims and what was measured",
    "",
    "Made by `npm run simulate:defects -- --write` on a shared machine of two cores. How fast it goes stands",
    "among the [benchmarks](bench.md); how to use it in the [guide](../guides/simulate.md).",
    "",
    "| what | aim | measured |",
    "| --- | --- | --- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
    "## Planted defects",
    "",
    "Each was looked for in three series of seeds, for two minutes of processor time in all; the median",
    "is of the seeds that it took where it was found.",
    "",
    ...tableOf(results.filter((one) => !heldOut.includes(one))),
    "## Held out",
    "",
    "Written down before anybody looked what finds them. Two were not found at first: that perps may",
    "be cheap (protection-rounds-up) and markets stay expired (expired-parlay-forgotten) came of it.",
    "",
    ...tableOf(heldOut),
  ];
  writeFileSync(FILE, text.join("\n"));
  console.error(`wrote ${FILE}`);
}

function tableOf(results: readonly DefectResult[]): string[] {
  return [
    "| defect | area | what is wrong | median seeds | law that broke | shrunk to |",
    "| --- | --- | --- | --- | --- | --- |",
    ...results.map(rowOf),
    "",
  ];
}

function rowOf(result: DefectResult): string {
  const { id, area, wrong } = result.defect;
  const first = result.found.find((one) => one !== null) ?? null;
  const seeds = medianSeeds(result);
  const hits = result.found.filter((one) => one !== null).length;
  const found = hits === SERIES ? String(seeds) : `${seeds}, in ${hits} of ${SERIES} series`;
  const shown = hits === 0 ? "not found" : found;
  const size = result.size?.to ?? "";
  return `| ${id} | ${area} | ${wrong} | ${shown} | ${first?.law ?? ""} | ${size} |`;
}

const medianSeeds = ({ found }: DefectResult): number =>
  median(found.flatMap((one) => one?.seeds ?? []));

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.POSITIVE_INFINITY;
}
