/** Runs the script once: settings and keys in files, a summary in a file, nothing on the line. */
import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LoadAgent } from "../k6/lib/agents.ts";
import type { LoadSettings } from "../plan/settings.ts";
import { cpuSecondsOf } from "./cpu.ts";
import type { K6 } from "./find-k6.ts";
import { runImage } from "./k6-image.ts";

/** The folder with the scripts and the data they import. */
export const LOADTEST = fileURLToPath(new URL("..", import.meta.url));

/** What k6 left behind. Shape: `metrics` is null when it wrote no summary. */
export interface K6Run {
  code: number | null;
  stderr: string;
  metrics: K6Metrics | null;
  /** CPU time k6 used, and the time it ran. Units: seconds. */
  cpuSeconds: number | null;
  wallSeconds: number;
}

/** Metrics of a summary by name, sub-metrics included. */
export type K6Metrics = Record<string, { values: Record<string, number> }>;

/** Tells how far the run is. Units: seconds. */
export type OnSecond = (seconds: number) => void;

/** A run's files, as k6 finds them. */
export interface K6Files {
  dir: string;
  env: Record<string, string>;
}

const LOOK_EVERY_MS = 1_000;

/** Without them k6 reports usage, asks a build service, or writes another summary. */
export const QUIET_ENV = {
  K6_AUTO_EXTENSION_RESOLUTION: "false",
  K6_NEW_MACHINE_READABLE_SUMMARY: "false",
};
export const QUIET_ARGS = ["--no-usage-report", "--quiet", "--no-color"] as const;

/** Runs k6; the keys' file is gone when this returns, whatever happened. */
export async function runK6(
  k6: K6,
  input: { settings: LoadSettings; agents: readonly LoadAgent[] },
  onSecond: OnSecond,
): Promise<K6Run> {
  const dir = await mkdtemp(join(tmpdir(), "touchstone-load-"));
  let clock: NodeJS.Timeout | undefined;
  try {
    await writeFile(join(dir, "settings.json"), JSON.stringify(input.settings));
    await writeFile(join(dir, "agents.json"), JSON.stringify(input.agents), { mode: 0o600 });
    await mkdir(join(dir, "out"));
    await chmod(join(dir, "out"), 0o777); // the image's k6 is another user
    const startedMs = performance.now();
    const wallSeconds = () => (performance.now() - startedMs) / 1_000;
    clock = setInterval(() => onSecond(wallSeconds()), LOOK_EVERY_MS);
    const ended = await (k6.binary === null ? runImage(dir) : runBinary(k6.binary, dir));
    return { ...ended, wallSeconds: wallSeconds(), metrics: await metricsIn(dir) };
  } finally {
    clearInterval(clock);
    await rm(dir, { recursive: true, force: true });
  }
}

/** The variables that name a run's files in a folder. */
export function filesIn(dir: string): Record<string, string> {
  return {
    SETTINGS_FILE: `${dir}/settings.json`,
    AGENTS_FILE: `${dir}/agents.json`,
    SUMMARY_FILE: `${dir}/out/summary.json`,
  };
}

type K6Ended = Pick<K6Run, "code" | "stderr" | "cpuSeconds">;

async function runBinary(binary: string, dir: string): Promise<K6Ended> {
  const script = join(LOADTEST, "k6/venue.ts");
  const child = spawn(binary, ["run", ...QUIET_ARGS, script], {
    env: { ...process.env, ...QUIET_ENV, ...filesIn(dir) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr = (stderr + String(chunk)).slice(-20_000);
  });
  let cpuSeconds: number | null = null;
  const watch = setInterval(() => {
    cpuSeconds = cpuSecondsOf(child.pid) ?? cpuSeconds;
  }, LOOK_EVERY_MS);
  const ignore = onInterruption(() => child.kill("SIGINT"));
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    return { code, stderr, cpuSeconds };
  } finally {
    clearInterval(watch);
    ignore();
  }
}

/**
 * Asks k6 to end an interrupted run, in order and with its summary, so that the keys' file goes too.
 * Returns the call that stops listening.
 */
export function onInterruption(end: () => void): () => void {
  process.once("SIGINT", end).once("SIGTERM", end);
  return () => process.off("SIGINT", end).off("SIGTERM", end);
}

async function metricsIn(dir: string): Promise<K6Metrics | null> {
  try {
    const summary = JSON.parse(await readFile(join(dir, "out/summary.json"), "utf8"));
    return (summary as { metrics?: K6Metrics }).metrics ?? null;
  } catch {
    return null;
  }
}
