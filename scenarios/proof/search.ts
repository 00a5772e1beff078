/**
 * Plants each defect in a copy of the project and looks how many seeds find it.
 * `tsx scenarios/proof/search.ts [--only PART,PART] [--write]`
 */
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Copy } from "./copy.ts";
import { SERIES } from "./defect.ts";
import { DEFECTS, type Defect } from "./index.ts";
import type { DefectSearch } from "./search-worker.ts";
import { writeTable } from "./table.ts";

/** A law that a seed of a series broke. */
export interface Found {
  seeds: number;
  law: string;
}

/** How small the tape of a failure became, and what it took. */
export interface Size {
  to: number;
  tries: number;
}

/** What a worker says, a line each. */
export type SearchMessage = { found: Found | null } | { size: Size };

/** What a defect came to. Shape: `found` by series. Units: seconds of processor time. */
export interface DefectResult {
  defect: Defect;
  found: (Found | null)[];
  size: Size | null;
  seconds: number;
}

const SEEDS_MAX = 1_000;
/** Processor time for all series of a defect. */
const SECONDS_MAX = 120;
/** For all series and for making one failure small, by the clock. */
const MINUTES_MAX = 3;

/** Searches for the defects, one on each core. */
async function searchAll(defects: readonly Defect[]): Promise<DefectResult[]> {
  const startMs = performance.now();
  const waiting = [...defects];
  const results: DefectResult[] = [];
  const lane = async (): Promise<void> => {
    const copy = new Copy();
    try {
      for (let defect = waiting.shift(); defect !== undefined; defect = waiting.shift()) {
        const one = await searchOne(copy, defect);
        results.push(one);
        const minutes = ((performance.now() - startMs) / 60_000).toFixed(1);
        console.error(`${results.length}/${defects.length}, ${minutes} min: ${lineOf(one)}`);
      }
    } finally {
      copy.remove();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return defects.map((defect) => results.find((one) => one.defect === defect)!);
}

async function searchOne(copy: Copy, defect: Defect): Promise<DefectResult> {
  const { tier, faults } = defect;
  const overrides = { ...(tier && { tier }), ...(faults && { faults }) };
  const search: DefectSearch = {
    series: SERIES,
    seedsMax: SEEDS_MAX,
    secondsMax: SECONDS_MAX,
    overrides,
  };
  const takeOut = copy.plant(defect);
  try {
    return read(defect, await workOn(copy, search));
  } finally {
    takeOut();
  }
}

/** What a worker says until it ends or must be ended. */
function workOn({ folder }: Copy, search: DefectSearch): Promise<string> {
  const worker = join(folder, "scenarios/proof/search-worker.ts");
  const args = ["--import", "tsx", worker, JSON.stringify(search)];
  const options = { cwd: folder, timeout: MINUTES_MAX * 60_000, killSignal: "SIGKILL" } as const;
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, stdout) => {
      if (error !== null) console.error(error.message.split("\n").slice(0, 6).join(" "));
      resolve(stdout);
    });
  });
}

function read(defect: Defect, text: string): DefectResult {
  const result: DefectResult = { defect, found: [], size: null, seconds: 0 };
  for (const line of text.split("\n")) {
    if (!line.startsWith("{")) continue;
    const message = JSON.parse(line) as SearchMessage & { seconds: number };
    if ("found" in message) result.found.push(message.found);
    else result.size = message.size;
    result.seconds = message.seconds;
  }
  return result;
}

function lineOf({ defect: { id }, found, size, seconds }: DefectResult): string {
  const seeds = found.map((one) => (one === null ? "not found" : `${one.seeds} (${one.law})`));
  const small = size === null ? "not made small" : `${size.to} entries`;
  return `${id}: ${seeds.join(", ") || "no run"}; ${small}; ${seconds.toFixed(0)} s`;
}

const only = process.argv.includes("--only")
  ? process.argv[process.argv.indexOf("--only") + 1]!.split(",")
  : [""];
const wanted = DEFECTS.filter(({ id, area }) => {
  return only.some((part) => id.includes(part) || area === part);
});
const results = await searchAll(wanted);
const lost = results.filter(({ found }) => found.every((one) => one === null));
for (const { defect } of lost) console.error(`not found: ${defect.id}`);
if (process.argv.includes("--write")) await writeTable(results);
