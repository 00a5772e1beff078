/** Runs the command line as people do: in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { listOf } from "../scenarios/deployment/reading/reading.ts";

/** What a finished run printed, and its exit code; null when a signal ended it. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

const FRONT_DOOR = fileURLToPath(new URL("../touchstone.mjs", import.meta.url));

/** Starts `touchstone` with these arguments; `ended` resolves when it is over. */
export function touchstone(
  args: readonly string[],
  env: Record<string, string> = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [FRONT_DOOR, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const ended = once(child, "close").then(([code]) => ({ code, stdout, stderr }));
  return { child, ended };
}

/** A folder for the time of one test. */
export async function folder(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "touchstone-"));
  t.after(() => rm(dir, { recursive: true }));
  return dir;
}

/** A file with this text, for the time of one test. */
export async function fileWith(t: TestContext, text: string): Promise<string> {
  const file = join(await folder(t), "given.yaml");
  await writeFile(file, text);
  return file;
}

/** How many orders of the profile's agents rest; several keys of one agent see the same ones. */
export async function restingOf({ base_url, agents = [] }: ProfileFile): Promise<number> {
  const keys = new Map(agents.map(({ name, agent_id, api_key }) => [agent_id ?? name, api_key]));
  const counts = [...keys.values()].map(async (key) => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${base_url}/v1/orders/open`, { headers });
    return listOf(await answer.json())?.length ?? Number.NaN;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}
