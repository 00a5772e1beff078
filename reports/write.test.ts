import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, it } from "node:test";
import { EVERY_RESULT, finishedRun, reportOf, ruleResult } from "./conformance.fixture.ts";
import { writeReport } from "./write.ts";

const SESSION = { file: "failures/IDEM-REPLAY-01.session.jsonl", text: "{}\n" };
const GREEN = reportOf([ruleResult({ id: "GEN-JSON-01" })]);

describe("writeReport", () => {
  let root = "";
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "touchstone-"));
  });
  afterEach(() => rm(root, { recursive: true }));

  it("writes its files and the sessions into a new directory", async () => {
    const dir = join(root, "out", "run");
    await writeReport(dir, finishedRun(reportOf(EVERY_RESULT), [SESSION]));
    assert.deepEqual((await readdir(dir)).sort(), [
      "failures",
      "index.html",
      "junit.xml",
      "report.json",
      "summary.md",
    ]);
    assert.equal(await readFile(join(dir, SESSION.file), "utf8"), "{}\n");
    assert.equal(JSON.parse(await readFile(join(dir, "report.json"), "utf8")).total, 10);
  });

  it("clears sessions of an earlier report and nothing else", async () => {
    await writeReport(root, finishedRun(reportOf(EVERY_RESULT), [SESSION]));
    await writeFile(join(root, "failures", "notes.txt"), "mine");
    await writeFile(join(root, "todo.txt"), "mine");
    await writeReport(root, finishedRun(GREEN));
    assert.deepEqual(await readdir(join(root, "failures")), ["notes.txt"]);
    assert.ok((await readdir(root)).includes("todo.txt"));
  });

  it("leaves session files alone where no report of ours stands", async () => {
    await writeReport(root, finishedRun(reportOf(EVERY_RESULT), [SESSION]));
    await writeFile(join(root, "report.json"), "not ours");
    await writeReport(root, finishedRun(GREEN));
    assert.deepEqual(await readdir(join(root, "failures")), ["IDEM-REPLAY-01.session.jsonl"]);
  });

  it("names a directory it cannot write in one line", async () => {
    const file = join(root, "file");
    await writeFile(file, "");
    const dir = join(file, "run");
    await assert.rejects(writeReport(dir, finishedRun(GREEN)), ({ message }: Error) => {
      assert.ok(message.startsWith(`cannot write the report to ${dir}: `));
      return !message.includes("\n");
    });
  });
});
