/** A served venue with a recording proxy before it, each in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";

const FRONT_DOOR = fileURLToPath(new URL("../../touchstone.mjs", import.meta.url));
const SEED = ["--seed", "7"];
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+/g;

/** Runs a command to its end. */
export async function touchstone(...args: string[]): Promise<{ code: number; out: string }> {
  const run = spawn(process.execPath, [FRONT_DOOR, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const texts: Buffer[] = [];
  for (const stream of [run.stdout, run.stderr]) stream.on("data", (data) => texts.push(data));
  const [code] = (await once(run, "close")) as [number];
  return { code, out: Buffer.concat(texts).toString() };
}

/**
 * Records what `act` does with a new venue on virtual time, and returns the session's file.
 * Shape: `act` gets a profile of the proxy.
 */
export async function recordedRun(
  folder: string,
  act: (profile: string) => Promise<void>,
): Promise<string> {
  const [direct, through] = ["venue.yaml", "proxy.yaml"].map((name) => join(folder, name));
  const out = join(folder, "recorded.session.jsonl");
  const time = ["--clock", "virtual", "--control-token", "token-of-an-operator"];
  const running: ChildProcess[] = [];
  const start = (...args: string[]): ChildProcess => {
    const stdio = ["ignore", "pipe", "pipe"] as const;
    running.unshift(spawn(process.execPath, [FRONT_DOOR, ...args], { stdio: [...stdio] }));
    return running[0]!;
  };
  try {
    const serve = start("serve", "--port", "0", ...SEED, ...time, "--profile-out", direct!);
    const url = await addressIn(serve.stdout!);
    const where = ["--target", url, "--profile", direct!, "--port", "0", "--out", out];
    const record = start("record", ...where, ...SEED, "--serialize");
    // What it prints of each exchange nobody reads here, and it ends when that is taken.
    record.stdout!.resume();
    const proxy = await addressIn(record.stderr!);
    // The stream goes through the proxy as well: a handshake that it does not see takes an id.
    const text = readFileSync(direct!, "utf8");
    writeFileSync(through!, text.replaceAll(new URL(url).host, new URL(proxy).host));
    await act(through!);
  } finally {
    for (const process of running) {
      process.kill("SIGINT");
      await once(process, "close");
    }
  }
  return out;
}

/** The last address of the first line that has one. Errors: throws when none is printed. */
async function addressIn(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) {
    const url = line.match(ADDRESS)?.at(-1);
    if (url === undefined) continue;
    stream.resume();
    return url;
  }
  throw new Error("a process ended before it told its address");
}
