/** The composite action: what its steps would run on a CI system, run here. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";

interface Action {
  inputs: Record<string, { description: string; default: string }>;
  runs: { using: string; steps: { name?: string; uses?: string; run?: string }[] };
}

const action = parse(readFileSync("action.yml", "utf8")) as Action;
const prove = action.runs.steps.find(({ name }) => name === "Prove the deployment")!.run!;

function run(env: Record<string, string>) {
  const dir = mkdtempSync(join(tmpdir(), "touchstone-"));
  const given = { TARGET: "", PROFILE: "", IMAGE: "", BASELINE: "", ARGS: "", ...env };
  const places = { REPORT: join(dir, "report"), GITHUB_STEP_SUMMARY: join(dir, "summary") };
  const told = { ...process.env, ...given, ...places, TOUCHSTONE: resolve("touchstone.mjs") };
  const { status } = spawnSync("bash", ["-c", prove], { env: told, encoding: "utf8" });
  const read = (file: string) => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  };
  const summary = read(places.GITHUB_STEP_SUMMARY);
  const junit = read(join(places.REPORT, "junit.xml"));
  rmSync(dir, { recursive: true });
  return { status, summary, junit };
}

test("runs conform, keeps JUnit and puts the summary on the page of the run", () => {
  const { status, summary, junit } = run({ ARGS: "--only TIF-* --seed 3" });
  assert.equal(status, 0);
  assert.match(summary, /^## PASS: .*\n\n\*\*Rules shown (\d+) of \1 \(100%\)/);
  assert.match(junit, /<testsuites name="touchstone /);
});

test("ends as conform ends", () => {
  assert.equal(run({ TARGET: "http://127.0.0.1:1" }).status, 2);
});

test("pins the actions it uses by hash", () => {
  for (const { uses } of action.runs.steps) {
    if (uses !== undefined) assert.match(uses, /@[0-9a-f]{40}$/);
  }
});
