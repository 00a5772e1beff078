import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { startReference } from "../reference/index.ts";
import type { Report } from "../reports/schema/report.ts";
import type { ProfileFile } from "../scenarios/deployment/profile/profile-schema.ts";
import { type Ended, fileWith, folder, restingOf, touchstone } from "./command-line.fixture.ts";
import { interpose } from "./interposer/interposer.ts";

/** What became of a run. Shape: `resting` counts the open orders it left. */
interface Outcome {
  ended: Ended;
  report: Report;
  files: string[];
  resting: number;
}

const ORDERS_BEFORE = 60;

/** Runs against a venue that dies after some orders, or is interrupted then. */
async function disturbed(t: TestContext, by: "death" | "Ctrl-C"): Promise<Outcome> {
  const venue = await startReference({ seed: 7 });
  t.after(() => venue.close());
  let orders = 0;
  const front = await interpose(venue.url, (request, behind) => {
    const places = request.method === "POST" && request.path === "/orders";
    if (places) orders += 1;
    if (orders < ORDERS_BEFORE) return behind(request);
    if (by === "death") return front.close().then(() => never);
    // Once: a second Ctrl-C is meant to end the process at once.
    if (places && orders === ORDERS_BEFORE) run.child.kill("SIGINT");
    return behind(request);
  });
  t.after(() => front.close());
  const known = venue.profile() as ProfileFile;
  const profile = await fileWith(t, JSON.stringify({ ...known, base_url: front.url }));
  const dir = await folder(t);
  const only = ["GEN-JSON-*", "TIF-*", "IDEM-*"].flatMap((glob) => ["--only", glob]);
  const run = touchstone(["conform", "--profile", profile, ...only, "--report", dir]);
  const ended = await run.ended;
  const report = JSON.parse(await readFile(join(dir, "report.json"), "utf8")) as Report;
  return { ended, report, files: await readdir(dir), resting: await restingOf(known) };
}

const never = new Promise<never>(() => {});

function reportsWhatWasLearned({ ended, report, files }: Outcome): void {
  assert.doesNotMatch(ended.stderr, /^\s+at |unexpected error/m);
  assert.match(ended.stdout, /^STOPPED/);
  assert.equal(ended.code, 2);
  assert.ok(report.summary.pass > 0, "what passed before is kept");
  assert.ok(report.summary.inconclusive > 0, "the rest could not be judged");
  assert.equal(report.summary.fail + report.summary.error, 0);
  for (const file of ["index.html", "junit.xml", "report.json"]) assert.ok(files.includes(file));
}

test("a target that dies midway leaves a report of what was learned", async (t) => {
  const outcome = await disturbed(t, "death");
  reportsWhatWasLearned(outcome);
  assert.match(outcome.report.aborted ?? "", /^the target stopped answering/);
});

test("Ctrl-C midway leaves a report of what was learned, and no order resting", async (t) => {
  const start = performance.now();
  const outcome = await disturbed(t, "Ctrl-C");
  reportsWhatWasLearned(outcome);
  assert.equal(outcome.report.aborted, "interrupted");
  assert.equal(outcome.resting, 0);
  assert.ok(performance.now() - start < 20_000);
});
