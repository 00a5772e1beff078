/** Writes docs/tables/simulation.md: the aims, and what was measured against them here. */
import { writeFileSync } from "node:fs";
import { SERIES } from "./defect.ts";
import type { Hunted } from "./hunt.ts";
import { HELD_OUT_DEFECTS } from "./index.ts";
import { type AimRow, measure } from "./measure.ts";

const FILE = "docs/tables/simulation.md";

/** Writes the table from a hunt, and from measurements of its own unless it is given some. */
export async function writeTable(
  hunted: readonly Hunted[],
  measured?: readonly AimRow[],
): Promise<void> {
  const shrunk = hunted.flatMap(({ size }) => size ?? []);
  const seen = hunted.filter(({ found }) => found.some((one) => one !== null));
  const heldOut = hunted.filter(({ defect }) => HELD_OUT_DEFECTS.includes(defect));
  const heldOutSeen = heldOut.filter((one) => seen.includes(one));
  const share = `${((100 * seen.length) / hunted.length).toFixed(0)}%`;
  const rows = [
    ...(measured ?? (await measure())),
    ["planted defects found", "95% of 50 or more", `${share} of ${hunted.length}`],
    ["of them held out", "", `${heldOutSeen.length} of ${heldOut.length}`],
    ["median seeds to find a defect", "", String(median(hunted.map(medianSeeds)))],
    ["entries of a shrunk tape, median", "10", String(median(shrunk.map(({ to }) => to)))],
    ["executions to shrink, most", "300", String(Math.max(...shrunk.map(({ tries }) => tries)))],
  ];
  const text = [
    "# Simulation: aims and what was measured",
    "",
    "Made by `npm run simulate:defects -- --write` on a shared machine of two cores: rates are",
    "per second of processor time. An event is what came due (an act, an arrival, an answer, a timer),",
    "a command, or what the venue told of one. How to use the simulator: [guide](../guides/simulate.md).",
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
    ...tableOf(hunted.filter((one) => !heldOut.includes(one))),
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

function tableOf(hunted: readonly Hunted[]): string[] {
  return [
    "| defect | area | what is wrong | median seeds | law that broke | shrunk to |",
    "| --- | --- | --- | --- | --- | --- |",
    ...hunted.map(rowOf),
    "",
  ];
}

function rowOf(hunted: Hunted): string {
  const { id, area, story } = hunted.defect;
  const first = hunted.found.find((one) => one !== null) ?? null;
  const seeds = medianSeeds(hunted);
  const hits = hunted.found.filter((one) => one !== null).length;
  const found = hits === SERIES ? String(seeds) : `${seeds}, in ${hits} of ${SERIES} series`;
  const shown = hits === 0 ? "not found" : found;
  const size = hunted.size?.to ?? "";
  return `| ${id} | ${area} | ${story} | ${shown} | ${first?.law ?? ""} | ${size} |`;
}

const medianSeeds = ({ found }: Hunted): number => median(found.flatMap((one) => one?.seeds ?? []));

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.POSITIVE_INFINITY;
}
