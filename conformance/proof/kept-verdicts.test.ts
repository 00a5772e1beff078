import assert from "node:assert/strict";
import { appendFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { addVerdicts, verdictsIn } from "./kept-verdicts.ts";

describe("kept verdicts", () => {
  const file = join(mkdtempSync(join(tmpdir(), "touchstone-kept-")), "deep", "kept.jsonl");

  it("are none where nothing was kept", () => assert.equal(verdictsIn(file).size, 0));

  it("are read as they were added, the last of a name", () => {
    addVerdicts([{ id: "one" }, { id: "other" }], file);
    const again = { id: "one", came: "again" };
    addVerdicts([again], file);
    assert.deepEqual([...verdictsIn(file).values()], [again, { id: "other" }]);
  });

  it("leave out a line that a stop cut short", () => {
    appendFileSync(file, '{"id":"th');
    assert.deepEqual([...verdictsIn(file).keys()], ["one", "other"]);
  });
});
