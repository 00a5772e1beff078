/**
 * Plants each defect in a copy of the project and looks how many seeds find it.
 * `tsx scenarios/simulation/defects/hunt.ts [--only PART] [--write]`
 */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { DEFECTS, type Defect } from "./index.ts";
import { writeTable } from "./table.ts";

/** A law that a seed broke, and how small its story became. */
export interface Found {
  seeds: number;
  law: string;
  size: { from: number; to: number; tries: number } | null;
}

/** What the series of one defect came to. */
export interface Hunted {
  defect: Defect;
  found: (Found | null)[];
}

const COPIED = ["reference", "scenarios", "conformance", "reports", "package.json"];
const LANES = 2;
const SERIES = 3;
const SEEDS_MAX = 1_000;
/** Processor time for all series of a defect. */
const SECONDS_MAX = 120;
/** A machine that is shared may take so many times longer. */
const PATIENCE = 10;
const run = promisify(execFile);

/** Hunts the defects, a few at a time. */
export async function hunt(defects: readonly Defect[]): Promise<Hunted[]> {
  const waiting = [...defects];
  const hunted: Hunted[] = [];
  const lane = async (): Promise<void> => {
    const folder = copyOfProject();
    try {
      for (let defect = waiting.shift(); defect !== undefined; defect = waiting.shift()) {
        const found = await huntOne(folder, defect);
        hunted.push({ defect, found });
        console.log(JSON.stringify({ id: defect.id, found }));
        console.error(`${hunted.length}/${defects.length} ${lineOf(defect, found)}`);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return defects.map((defect) => hunted.find((one) => one.defect === defect)!);
}

function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-hunt-"));
  for (const name of COPIED) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  return folder;
}

async function huntOne(folder: string, defect: Defect): Promise<(Found | null)[]> {
  const file = join(folder, "reference", defect.file);
  const sound = readFileSync(file, "utf8");
  const { tier, faults } = defect;
  const overrides = { ...(tier && { tier }), ...(faults && { faults }) };
  const series = Array.from({ length: SERIES }, (_, index) => {
    const first = index * SEEDS_MAX + 1;
    return { first, shrinks: index === 0, seedsMax: SEEDS_MAX, secondsMax: SECONDS_MAX, overrides };
  });
  writeFileSync(
    file,
    sound.replace(defect.find, () => defect.replace),
  );
  try {
    const worker = join(folder, "scenarios/simulation/defects/hunt-worker.ts");
    const args = ["--import", "tsx", worker, JSON.stringify(series)];
    const timeout = PATIENCE * SECONDS_MAX * 1_000;
    const { stdout } = await run(process.execPath, args, { cwd: folder, timeout });
    const lines = stdout.trim().split("\n").slice(-SERIES);
    return lines.map((line) => JSON.parse(line) as Found | null);
  } catch (error) {
    console.error(`${defect.id}: ${(error as Error).message.split("\n").slice(0, 6).join(" ")}`);
    return [];
  } finally {
    writeFileSync(file, sound);
  }
}

function lineOf({ id }: Defect, found: readonly (Found | null)[]): string {
  const seeds = found.map((one) => (one === null ? "not found" : `${one.seeds} (${one.law})`));
  return `${id}: ${seeds.join(", ") || "no run"}`;
}

const only = process.argv.includes("--only")
  ? process.argv[process.argv.indexOf("--only") + 1]!
  : "";
const result = await hunt(DEFECTS.filter(({ id, area }) => id.includes(only) || area === only));
const lost = result.filter(({ found }) => found.length === 0 || found.every((one) => one === null));
for (const { defect } of lost) console.error(`not found: ${defect.id}`);
if (process.argv.includes("--write")) await writeTable(result);
