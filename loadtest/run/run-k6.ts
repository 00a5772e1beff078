/** Runs the script once: settings and keys in files, a summary in a file, nothing on the line. */
import { spawn } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LoadAgent } from "../k6/lib/agents.ts";
import type { LoadSettings } from "../plan/settings.ts";
import type { K6 } from "./find-k6.ts";
import { runImage } from "./k6-image.ts";
import {
  filesIn,
  type K6Ended,
  type K6Metrics,
  type K6Run,
  LOADTEST,
  onInterruption,
  QUIET_ARGS,
  QUIET_ENV,
} from "./k6-process.ts";
import { cpuSecondsOf } from "./machine.ts";

/** Hears how far the run is. Units: seconds. */
export type OnSecond = (seconds: number) => void;

const LOOK_EVERY_MS = 1_000;

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

async function metricsIn(dir: string): Promise<K6Metrics | null> {
  try {
    const summary = JSON.parse(await readFile(join(dir, "out/summary.json"), "utf8"));
    return (summary as { metrics?: K6Metrics }).metrics ?? null;
  } catch {
    return null;
  }
}
