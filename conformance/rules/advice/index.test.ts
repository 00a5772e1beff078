import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RULES } from "../../catalogue/rules.ts";
import { ADVISED, adviceOn } from "./index.ts";

describe("the advice", () => {
  it("is there for every rule that can fail, in the catalogue's order, and for no other", () => {
    const canFail = RULES.filter(({ level }) => level !== "open").map(({ id }) => id);
    assert.deepEqual(ADVISED, canFail);
  });

  it("is said once for each rule, in whole sentences that fit a failure block", () => {
    const said = new Set(ADVISED.map(adviceOn));
    assert.equal(said.size, ADVISED.length);
    for (const id of ADVISED) assert.match(adviceOn(id) ?? "", /^[A-Z].{20,260}[.]$/, id);
  });

  it("has nothing on an open rule", () => {
    assert.equal(adviceOn("MATCH-PRIO-01"), undefined);
  });
});
