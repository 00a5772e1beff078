/** Writes docs/tables/simulation.md: the aims, and what was measured against them here. */
import { writeFileSync } from "node:fs";
import type { Hunted } from "./hunt.ts";
import { measure } from "./measure.ts";

const FILE = "docs/tables/simulation.md";

/** Writes the table from a hunt, and from measurements of its own. */
export async function writeTable(hunted: readonly Hunted[]): Promise<void> {
  const measured = await measure();
  const shrunk = hunted.flatMap(({ found }) => found.flatMap((one) => one?.size ?? []));
  const seen = hunted.filter(({ found }) => found.some((one) => one !== null));
  const share = `${((100 * seen.length) / hunted.length).toFixed(0)}%`;
  const rows = [
    ...measured,
    ["planted defects found", "95% of 50 or more", `${share} of ${hunted.length}`],
    ["median seeds to find a defect", "", String(median(hunted.map(medianSeeds)))],
    ["entries of a shrunk tape, median", "10", String(median(shrunk.map(({ to }) => to)))],
    ["executions to shrink, most", "300", String(Math.max(...shrunk.map(({ tries }) => tries)))],
  ];
  const text = [
    "# Simulation: aims and what was measured",
    "",
    "Made by `npm run simulate:defects -- --write` on a shared machine of two cores: rates are",
    "events per second of processor time. How to use the simulator: [guide](../guides/simulate.md).",
    "",
    "| what | aim | measured |",
    "| --- | --- | --- |",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
    "",
    "## Planted defects",
    "",
    "Each was looked for in three series of seeds; the median is of the seeds that it took.",
    "",
    "| defect | area | what is wrong | median seeds | law that broke | shrunk to |",
    "| --- | --- | --- | --- | --- | --- |",
    ...hunted.map(rowOf),
    "",
  ];
  writeFileSync(FILE, text.join("\n"));
  console.error(`wrote ${FILE}`);
}

function rowOf(hunted: Hunted): string {
  const { id, area, story } = hunted.defect;
  const first = hunted.found.find((one) => one !== null) ?? null;
  const sizes = hunted.found.flatMap((one) => one?.size?.to ?? []);
  const seeds = medianSeeds(hunted);
  const shown = Number.isFinite(seeds) ? String(seeds) : "not found";
  const size = sizes.length === 0 ? "" : String(median(sizes));
  return `| ${id} | ${area} | ${story} | ${shown} | ${first?.law ?? ""} | ${size} |`;
}

const medianSeeds = ({ found }: Hunted): number =>
  median(found.map((one) => one?.seeds ?? Number.POSITIVE_INFINITY));

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.POSITIVE_INFINITY;
}
