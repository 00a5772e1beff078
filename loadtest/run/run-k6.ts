/** Runs the script once: settings and keys in files, a summary in a file, nothing on the line. */
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trustedFile } from "../../scenarios/deployment/wire/trust.ts";
import type { LoadAgent } from "../k6/lib/agents.ts";
import type { LoadSettings } from "../plan/settings.ts";
import type { K6 } from "./find-k6.ts";
import { runImage } from "./k6-image.ts";
import {
  filesIn,
  type K6Metrics,
  type K6Run,
  LOADTEST,
  QUIET_ARGS,
  QUIET_ENV,
  SCRIPT,
} from "./k6-process.ts";
import { type K6Command, K6Watcher } from "./k6-watcher.ts";

/** Hears how far the run is. Units: seconds. */
export type OnSecond = (seconds: number) => void;

const LOOK_EVERY_MS = 1_000;

/** Runs k6; the keys' file is gone when this returns, whatever happened. */
export async function runK6(
  k6: K6,
  { settings, agents }: { settings: LoadSettings; agents: readonly LoadAgent[] },
  onSecond: OnSecond,
): Promise<K6Run> {
  const dir = await mkdtemp(join(tmpdir(), "touchstone-load-"));
  const watcher = new K6Watcher(dir, k6.binary === null ? undefined : commandOf(k6.binary, dir));
  let clock: NodeJS.Timeout | undefined;
  try {
    for (const [name, value] of Object.entries({ settings, agents })) {
      await writeFile(join(dir, `${name}.json`), JSON.stringify(value), { mode: 0o600 });
    }
    await mkdir(join(dir, "out"));
    await chmod(join(dir, "out"), 0o777); // the image's k6 is another user
    const startedMs = performance.now();
    const wallSeconds = () => (performance.now() - startedMs) / 1_000;
    clock = setInterval(() => onSecond(wallSeconds()), LOOK_EVERY_MS);
    const ended = await (k6.binary === null ? runImage(dir) : watcher.run());
    return { ...ended, wallSeconds: wallSeconds(), metrics: await metricsIn(dir) };
  } finally {
    clearInterval(clock);
    await watcher.end();
    await rm(dir, { recursive: true, force: true });
  }
}

/** How k6 is started where it is a program of this machine. */
function commandOf(binary: string, dir: string): K6Command {
  const args = [binary, "run", ...QUIET_ARGS, join(LOADTEST, SCRIPT)] as const;
  const file = trustedFile();
  const trusted = file === null ? {} : { SSL_CERT_FILE: file };
  return { args, env: { ...QUIET_ENV, ...filesIn(dir), ...trusted } };
}

async function metricsIn(dir: string): Promise<K6Metrics | null> {
  try {
    const summary = JSON.parse(await readFile(join(dir, "out/summary.json"), "utf8"));
    return (summary as { metrics?: K6Metrics }).metrics ?? null;
  } catch {
    return null;
  }
}
