import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { recordedRun, touchstone } from "./recorded-run.fixture.ts";

const AREAS = ["TIF-*", "TKT-*", "MATCH-*"];
const only = AREAS.flatMap((area) => ["--only", area]);

describe("a recording of a served venue", () => {
  const folder = mkdtempSync(join(tmpdir(), "touchstone-twin-"));
  after(() => rmSync(folder, { recursive: true }));
  let session = "";

  before(async () => {
    session = await recordedRun(folder, async (profile) => {
      const { code, out } = await touchstone(
        "conform",
        "--profile",
        profile,
        "--effort",
        "quick",
        ...only,
      );
      assert.equal(code, 0, out);
    });
  });

  for (const time of ["once", "twice, in another process"]) {
    it(`replays to the byte, ${time}`, async () => {
      const { code, out } = await touchstone("replay", session, "--strict");
      assert.equal(code, 0, out);
      assert.match(out, /lines: \d{3,} same\n/);
    });
  }

  it("replays on a reference of another seed, where nothing is different", async () => {
    const [header = "", ...lines] = readFileSync(session, "utf8").split("\n");
    const other = join(folder, "other.session.jsonl");
    writeFileSync(other, [header.replace('"seed":7', '"seed":null'), ...lines].join("\n"));
    const { code, out } = await touchstone("replay", other, "--seed", "8");
    assert.equal(code, 0, out);
    assert.doesNotMatch(out, /different/);
  });
});
