import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { DEFECTS as SIMULATED } from "../../../scenarios/proof/index.ts";
import { ELSEWHERE_DEFECTS, STATE_DEFECTS } from "./defects.ts";

const ALL = [...STATE_DEFECTS, ...ELSEWHERE_DEFECTS];
const sourceOf = (file: string) => readFileSync(`reference/${file}`, "utf8");

describe("held-out defects", () => {
  it("are seventy of the venue's own state, and thirty elsewhere", () => {
    assert.ok(STATE_DEFECTS.length >= 70, `${STATE_DEFECTS.length}`);
    assert.equal(ELSEWHERE_DEFECTS.length, 30);
  });

  it("have names of their own, which no defect of the simulator has", () => {
    const ids = [...ALL, ...SIMULATED].map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { id } of ALL) assert.match(id, /^[a-z]+(-[a-z]+)*$/);
  });

  it("are confined to a cell where they are of one venue", () => {
    for (const { id, confined } of ELSEWHERE_DEFECTS) assert.match(confined ?? "", /=/, id);
  });

  for (const { id, file, find, replace } of ALL) {
    it(`${id} changes exactly one place`, () => {
      assert.equal(sourceOf(file).split(find).length - 1, 1, `in ${file}: ${find}`);
      assert.notEqual(find, replace);
    });
  }

  it("of one venue find their places beside each other", () => {
    const texts = new Map<string, string>();
    for (const { id, file, find, replace } of ELSEWHERE_DEFECTS) {
      const text = texts.get(file) ?? sourceOf(file);
      assert.equal(text.split(find).length - 1, 1, id);
      texts.set(
        file,
        text.replace(find, () => replace),
      );
    }
  });
});
