/**
 * What README shows in two terminals: `serve` in one, `conform --profile` in the other, on the
 * system clock, once with the control protocol and once without. Nothing may fail.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const SECONDS_MAX = 300;
const folder = mkdtempSync(join(tmpdir(), "touchstone-"));

/** Starts a venue and waits for its address. */
async function serve(flags: string[]): Promise<ChildProcess> {
  const venue = spawn(process.execPath, ["touchstone.mjs", "serve", "--port", "0", ...flags], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: venue.stdout! })) {
    if (/http:\/\/127\.0\.0\.1:\d+/.test(line)) break;
  }
  venue.stdout?.resume();
  return venue;
}

/** Serves, proves, stops; the exit code of the proof, or 1 when it took too long. */
async function prove(name: string, flags: string[]): Promise<number> {
  const profile = join(folder, `${name}.profile.yaml`);
  const venue = await serve([...flags, "--profile-out", profile]);
  const start = performance.now();
  const run = spawn(process.execPath, ["touchstone.mjs", "conform", "--profile", profile], {
    stdio: "inherit",
  });
  const [code] = (await once(run, "exit")) as [number];
  const seconds = (performance.now() - start) / 1000;
  console.log(`${name}: exit code ${code} after ${seconds.toFixed(0)} s`);
  venue.kill("SIGTERM");
  const [stopped] = (await once(venue, "exit")) as [number];
  return code === 0 && stopped === 0 && seconds < SECONDS_MAX ? 0 : 1;
}

const without = await prove("without control", ["--seed", "5"]);
const controlled = await prove("with control", ["--seed", "5", "--control-token", "operator"]);
rmSync(folder, { recursive: true });
process.exit(without + controlled);
