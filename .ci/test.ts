/**
 * Runs every `*.test.ts` under node:test; a run that finds or executes no test fails.
 * Arguments narrow the list to files whose path contains one of them.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { createInterface } from "node:readline";
import { bundleTests } from "./test-bundle.ts";
import { globFiles } from "./tidy/files.ts";

/** A file that never ends fails, rather than holding all others up. Units: ms. */
const FILE_MS_MAX = 300_000;

const wanted = process.argv.slice(2);
const files = globFiles(".test.ts").filter(
  (file) => wanted.length === 0 || wanted.some((part) => file.includes(part)),
);

if (files.length === 0) {
  console.error("no test file found");
  process.exit(1);
}

// Within the project, where its packages are found.
mkdirSync("out", { recursive: true });
const bundled = mkdtempSync("out/tests-");
process.once("exit", () => rmSync(bundled, { recursive: true, force: true }));

// Node leaves a core to itself, which is one of two on a small machine; and some files wait.
const how = [`--test-concurrency=${availableParallelism() + 1}`, `--test-timeout=${FILE_MS_MAX}`];
const before = ["--enable-source-maps", "--import", "./.ci/test-state.mjs"];
const runner = spawn(
  process.execPath,
  [...before, "--test", "--test-reporter=spec", ...how, ...(await bundleTests(files, bundled))],
  { stdio: ["ignore", "pipe", "inherit"] },
);

let executed = 0;
for await (const line of createInterface({ input: runner.stdout })) {
  console.log(line);
  const total = /^ℹ tests (\d+)$/.exec(line);
  if (total) executed = Number(total[1]);
}
const code = runner.exitCode ?? (await new Promise<number>((done) => runner.on("exit", done)));
if (executed === 0) {
  console.error(`${files.length} test files ran no test`);
  process.exit(1);
}
process.exit(code);
