import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { fileWith, folder } from "../../conformance/command-line.fixture.ts";
import { startTrivialVenue } from "../trivial-venue.fixture.ts";
import { K6Watcher } from "./k6-watcher.ts";

const FRONT_DOOR = fileURLToPath(new URL("../../touchstone.mjs", import.meta.url));

/** A program in the place of k6: says what it was given, and counts what it is told. */
const STAND_IN = `#!${process.execPath}
const { appendFileSync, statSync, writeFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
if (process.argv[2] === "version") {
  console.log("k6 v2.2.0 (go1.25, linux/amd64)");
} else {
  const { AGENTS_FILE, SETTINGS_FILE } = process.env;
  const modes = [AGENTS_FILE, SETTINGS_FILE].map((file) => statSync(file).mode & 0o777);
  const told = join(dirname(process.argv[1]), "told");
  let interruptions = 0;
  process.on("SIGINT", () => {
    interruptions += 1;
    appendFileSync(told, "interrupted ");
    setTimeout(() => process.exit(105), 300);
  });
  const said = { pid: process.pid, modes, env: Object.keys(process.env), folder: dirname(AGENTS_FILE) };
  writeFileSync(join(dirname(process.argv[1]), "said"), JSON.stringify(said));
  setInterval(() => {}, 1_000);
}
`;

interface StandInRun {
  child: ChildProcess;
  /** What the program in the place of k6 said once it ran. */
  said: { pid: number; modes: number[]; env: string[]; folder: string };
  told(): string;
}

/** A `load` whose k6 is a program that goes on until it is ended. */
async function loading(t: TestContext): Promise<StandInRun> {
  const venue = await startTrivialVenue();
  t.after(() => venue.close());
  const k6 = await fileWith(t, STAND_IN);
  chmodSync(k6, 0o755);
  const dir = join(k6, "..");
  const profile = await fileWith(t, JSON.stringify(venue.profile));
  const temporary = await folder(t);
  const child = spawn(process.execPath, [FRONT_DOOR, "load", "--profile", profile], {
    env: { ...process.env, K6: k6, TMPDIR: temporary, K6_OUT: "json=x", SECRET_OF_MINE: "1" },
    stdio: "ignore",
    detached: true,
  });
  t.after(() => child.kill("SIGKILL"));
  while (!existsSync(join(dir, "said")) || readFileSync(join(dir, "said")).length === 0) {
    assert.equal(child.exitCode, null, "the load has not started");
    await delay(50);
  }
  const said = JSON.parse(readFileSync(join(dir, "said"), "utf8")) as StandInRun["said"];
  t.after(() => isThere(said.pid) && process.kill(said.pid, "SIGKILL"));
  assert.ok(said.folder.startsWith(temporary));
  const told = join(dir, "told");
  return { child, said, told: () => (existsSync(told) ? readFileSync(told, "utf8") : "") };
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function gone({ said }: StandInRun): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!isThere(said.pid) && !existsSync(said.folder)) return true;
    await delay(50);
  }
  return false;
}

test("k6 and the file of keys end with a run that is killed", async (t) => {
  const run = await loading(t);
  run.child.kill("SIGKILL");
  assert.ok(await gone(run));
  assert.equal(run.told(), "");
});

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  test(`${signal} ends k6 in order, and the file of keys`, async (t) => {
    const run = await loading(t);
    const ended = once(run.child, "exit");
    // As a terminal does: to everybody in its group.
    process.kill(-run.child.pid!, signal);
    const [code] = await ended;
    assert.equal(code, 2);
    assert.equal(run.told(), "interrupted ", "once");
    assert.ok(await gone(run));
  });
}

test("k6 is given files that nobody else reads, and no variable of ours", async (t) => {
  const { said, child } = await loading(t);
  child.kill("SIGKILL");
  assert.deepEqual(said.modes, [0o600, 0o600]);
  assert.ok(said.env.includes("PATH") && said.env.includes("SUMMARY_FILE"));
  for (const name of ["K6", "K6_OUT", "SECRET_OF_MINE"]) assert.ok(!said.env.includes(name), name);
});

test("what is said on the error stream is kept from its end", async (t) => {
  const noisy = 'process.stderr.write("a".repeat(20_000) + "b".repeat(19_999) + "\\n")';
  const args = [process.execPath, "-e", noisy] as const;
  const watcher = new K6Watcher(await folder(t), { args, env: {} });
  const { code, stderr } = await watcher.run();
  assert.deepEqual([code, stderr.length, /^b+\n$/.test(stderr)], [0, 20_000, true]);
});
