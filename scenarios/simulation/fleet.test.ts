import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { stripVTControlCharacters } from "node:util";

const FRONT_DOOR = resolve("touchstone.mjs");
const folder = mkdtempSync(join(tmpdir(), "touchstone-fleet-"));
after(() => rmSync(folder, { recursive: true }));

const skip = availableParallelism() < 2 && "one core works without further processes";
/** Enough seeds for two processes on any machine with two cores. */
const ARGS = ["simulate", "--seeds", "1..16", "--steps", "20"];

function simulate(cwd: string, env: Record<string, string> = {}, args = ARGS) {
  const options = { cwd, encoding: "utf8", env: { ...process.env, ...env } } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [FRONT_DOOR, ...args], options);
  return { status, stdout: stripVTControlCharacters(stdout), stderr };
}

test("one seed ends with its verdict too, in the singular", () => {
  const { status, stdout } = simulate(folder, {}, ["simulate", "--seed", "7", "--steps", "20"]);
  assert.equal(status, 0, stdout);
  assert.match(stdout, /\n1 seed, .*\nPASS {2}every law held in 1 seed\n$/);
});

test("seeds are simulated from any folder, by the package's own files", { skip }, () => {
  const stranger = join(folder, "node_modules", "tsx");
  mkdirSync(stranger, { recursive: true });
  writeFileSync(join(stranger, "package.json"), `{"name":"tsx","type":"module","main":"x.js"}`);
  writeFileSync(join(stranger, "x.js"), `console.log("a stranger runs"); process.exit(1);`);
  const { status, stdout, stderr } = simulate(folder);
  assert.equal(status, 0, stdout + stderr);
  assert.doesNotMatch(stdout, /stranger/);
  assert.match(stdout, /\n16 seeds, .*\nPASS {2}every law held in 16 seeds\n$/);
});

test("a process that cannot work is one line and exit code 2, and no verdict", { skip }, () => {
  const broken = join(folder, "broken.cjs");
  writeFileSync(broken, `if (process.send) process.exit(3);`);
  const { status, stdout, stderr } = simulate(folder, { NODE_OPTIONS: `--require ${broken}` });
  assert.equal(status, 2, stdout + stderr);
  assert.match(stderr, /^touchstone: a process of the simulation ended \(3\) with nothing judged/m);
  assert.doesNotMatch(stdout + stderr, /BROKEN|^\s+at /m);
});
