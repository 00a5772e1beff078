import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mutationsIn } from "./instrument.ts";

const SOURCE = `/** What may be asked for. D-061. */
export const gate = {
  name: "qty",
  check: (qty: number) => (qty > 0 ? null : fail("the quantity is not positive")),
};
const other = (qty: number) => qty < 5;
declare function fail(why: string): never;
`;
const FILE = "reference/core/gates/qty.ts";
const TEXT = `\n${SOURCE}`;
const found = (await mutationsIn(new Map([[FILE, TEXT]]), "checks")).mutations;
const of = (original: string) => found.filter((one) => one.original === original);

describe("the mutations of a file", () => {
  it("tell place, text and replacement", () => {
    const [first] = of("qty > 0").filter(({ replacement }) => replacement === "qty >= 0");
    assert.equal(first?.line, 5);
    assert.equal(first?.mutator, "EqualityOperator");
  });

  it("tell the decisions above their place", () => {
    assert.deepEqual(of("qty > 0")[0]?.decisions, ["D-061"]);
    assert.deepEqual(of("qty < 5")[0]?.decisions, []);
  });

  it("have keys that no two share, and that an edit of the file changes", async () => {
    assert.equal(new Set(found.map(({ key }) => key)).size, found.length);
    const edited = await mutationsIn(new Map([[FILE, `// Edited.\n${TEXT}`]]), "checks");
    const known = new Set(found.map(({ key }) => key));
    assert.ok(edited.mutations.every(({ key }) => !known.has(key)));
  });

  it("have other keys once anything that judges is another", async () => {
    const { mutations } = await mutationsIn(new Map([[FILE, TEXT]]), "other checks");
    const known = new Set(found.map(({ key }) => key));
    assert.ok(mutations.every(({ key }) => !known.has(key)));
  });

  it("leave out what describes a route", async () => {
    const route = 'export const list = { path: "/keys", errors: ["GONE"], rules: ["KEY-*"] };';
    const { mutations } = await mutationsIn(new Map([[FILE, route]]), "checks");
    const originals = mutations.map(({ original }) => original);
    assert.ok(originals.includes('"/keys"'));
    assert.ok(!originals.some((one) => /^.?"(GONE|KEY)/.test(one)));
  });
});
