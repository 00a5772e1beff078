import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { parse, parseAllDocuments } from "yaml";
import type { SimulationReport } from "../../reports/schema/simulation.ts";
import { emitJobs, partsOf } from "./emit.ts";
import { merge } from "./merge.ts";
import { simulate } from "./run-seeds.ts";

const OVERRIDES = { steps: 100 };

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), "parts-"));
  t.after(() => rmSync(dir, { recursive: true }));
  return dir;
}

const reportIn = (dir: string) =>
  JSON.parse(readFileSync(join(dir, "report.json"), "utf8")) as SimulationReport;

/** Without what depends on when and where it ran. */
function timeless(dir: string) {
  const { started_at: _, duration_ms: __, ...report } = reportIn(dir);
  return report;
}

async function simulated(first: number, last: number, report: string): Promise<string> {
  assert.equal(await simulate({ first, last, overrides: OVERRIDES, report }), 0);
  return report;
}

describe("parts of a range of seeds", () => {
  it("are one batch once merged, in whatever order they are named", async (t) => {
    const dir = folder(t);
    const whole = await simulated(1, 7, join(dir, "whole"));
    const parts = [
      await simulated(4, 6, join(dir, "b")),
      await simulated(7, 7, join(dir, "c")),
      await simulated(1, 3, join(dir, "a")),
    ];
    const merged = join(dir, "merged");
    assert.equal(await merge(parts, merged), 0);
    assert.deepEqual(timeless(merged), timeless(whole));
  });

  it("have the failure of the lowest seed, with its session", async (t) => {
    const dir = folder(t);
    const parts = [
      await simulated(1, 2, join(dir, "a")),
      await simulated(3, 4, join(dir, "b")),
      await simulated(5, 6, join(dir, "c")),
    ];
    for (const part of parts.slice(1)) {
      const report = reportIn(part);
      const { seed } = report;
      const session = `failures/seed-${seed}.session.jsonl`;
      const told = { message: "m", step: 1, command: "c", shrunk_to: 1, session };
      const failure = { ...told, seed, law: "book-not-crossed" };
      const laws = report.laws.map((one) =>
        one.law === failure.law ? { ...one, result: "fail" } : one,
      );
      const broken = { ...report, seeds: 1, laws, failure };
      writeFileSync(join(part, "report.json"), JSON.stringify(broken));
      writeFileSync(join(part, session), `of ${seed}\n`);
    }
    const merged = join(dir, "merged");
    assert.equal(await merge(parts, merged), 1);
    const { failure, laws } = reportIn(merged);
    assert.equal(failure?.seed, 3);
    assert.equal(readFileSync(join(merged, failure?.session ?? ""), "utf8"), "of 3\n");
    assert.equal(laws.filter(({ result }) => result === "fail").length, 1);
  });

  it("that are missing, there twice, cut short or no report are refused", async (t) => {
    const dir = folder(t);
    const a = await simulated(1, 2, join(dir, "a"));
    const c = await simulated(4, 5, join(dir, "c"));
    await assert.rejects(merge([c, a]), /seeds 3\.\.3 are missing/);
    await assert.rejects(merge([a, a]), /has seeds that/);
    await assert.rejects(merge([join(dir, "nowhere")]), /cannot be read: ENOENT/);
    const report = reportIn(a);
    writeFileSync(join(a, "report.json"), JSON.stringify({ ...report, seeds: 1 }));
    await assert.rejects(merge([a]), /ended after 1 of 2 seeds/);
    writeFileSync(join(a, "report.json"), "{");
    await assert.rejects(merge([a]), { name: "UsageError", message: /no report of a simulation/ });
  });
});

describe("jobs for many machines", () => {
  it("divide the seeds, each in one part", () => {
    for (const [first, last, jobs] of [
      [1, 100, 7],
      [5, 6, 10],
      [0, 0, 1],
      [1, 11, 4],
    ] as const) {
      const parts = partsOf({ first, last, jobs, overrides: {} });
      const seeds = parts.flatMap((part) =>
        Array.from({ length: part.last - part.first + 1 }, (_, at) => part.first + at),
      );
      assert.deepEqual(
        seeds,
        Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
      assert.ok(parts.length <= jobs);
    }
  });

  it("are a workflow whose matrix has the parts, with the flags that were given", async (t) => {
    const dir = folder(t);
    const asked = { first: 1, last: 100, jobs: 3, overrides: { steps: 300, faults: [] } };
    assert.equal(await emitJobs(["github", dir], asked), 0);
    const { jobs } = parse(readFileSync(join(dir, ".github/workflows/simulate.yml"), "utf8"));
    assert.deepEqual(jobs.part.strategy.matrix.seeds, ["1..34", "35..68", "69..100"]);
    const run = jobs.part.steps.find((step: { run?: string }) => step.run).run;
    assert.match(run, /simulate --seeds \$\{\{ matrix\.seeds \}\} --steps 300 --faults none/);
    await assert.rejects(emitJobs(["github", dir], asked), /is there already/);
    await assert.rejects(emitJobs(["helm", dir], asked), /--emit takes github or k8s/);
  });

  it("are an indexed Job whose pods find their own part", async (t) => {
    const dir = folder(t);
    const asked = { first: 11, last: 40, jobs: 4, overrides: {} };
    assert.equal(await emitJobs(["k8s", dir], asked), 0);
    const [, job] = parseAllDocuments(readFileSync(join(dir, "simulate.yaml"), "utf8")).map(
      (document) => document.toJS(),
    );
    assert.equal(job.spec.completions, 4);
    const [shell, , script] = job.spec.template.spec.containers[0].command;
    const ranges = [0, 1, 2, 3].map((index) => {
      const told = script.replace(/npx --yes \S+/, "echo");
      const env = { ...process.env, JOB_COMPLETION_INDEX: String(index) };
      const said = execFileSync(shell, ["-euc", told], { env, encoding: "utf8" });
      return /--seeds (\S+)/.exec(said)?.[1];
    });
    assert.deepEqual(ranges, ["11..18", "19..26", "27..34", "35..40"]);
  });
});
