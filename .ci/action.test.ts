/** The composite action, run here as on a CI system; workflows and what the CI guide shows. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
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

const WORKFLOWS = ".github/workflows";

test("action, workflows and the guide pin the actions they use by hash", () => {
  const files = readdirSync(WORKFLOWS).map((file) => join(WORKFLOWS, file));
  for (const file of ["action.yml", "docs/guides/ci.md", ...files]) {
    const text = readFileSync(file, "utf8");
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, name]) => name!);
    for (const name of used) assert.match(name, /^\.\/|@([0-9a-f]{40}|COMMIT)$/, file);
  }
});

test("the release publishes with provenance what the package's test has passed", () => {
  const { jobs } = parse(readFileSync(join(WORKFLOWS, "release.yml"), "utf8"));
  const { permissions, steps } = jobs.publish;
  assert.deepEqual(permissions, { contents: "read", "id-token": "write" });
  const runs = (steps as { run?: string }[]).flatMap(({ run: line }) => line ?? []);
  assert.deepEqual(runs.slice(-3), [
    "npm ci",
    ".ci/package",
    "npm publish --provenance --access public",
  ]);
});

test("the guide's .gitlab-ci.yml keeps what --report leaves, JUnit as JUnit", () => {
  const [, text] = /^```yaml\n(# \.gitlab-ci\.yml\n[\s\S]*?)^```$/m.exec(
    readFileSync("docs/guides/ci.md", "utf8"),
  )!;
  const { stages, conformance } = parse(text!);
  const [, folder] = /--report (\S+)/.exec(conformance.script.join("\n"))!;
  assert.ok(stages.includes(conformance.stage));
  assert.deepEqual(conformance.artifacts.paths, [`${folder}/`]);
  assert.equal(conformance.artifacts.reports.junit, `${folder}/junit.xml`);
  assert.equal(conformance.artifacts.when, "always");
});
