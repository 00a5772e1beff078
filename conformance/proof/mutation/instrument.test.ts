import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { whyEquivalent } from "./equivalents.ts";
import { mutationsIn } from "./instrument.ts";

const SOURCE = `export const gate = {
  name: "qty",
  check: (qty: number) => (qty > 0 ? null : fail("the quantity is not positive")),
};
declare function fail(why: string): never;
`;
const FILE = "reference/core/gates/qty.ts";
const found = (await mutationsIn(new Map([[FILE, SOURCE]]))).mutations;
const of = (original: string) => found.filter((one) => one.original === original);

describe("the mutations of a file", () => {
  it("tell place, text and replacement", () => {
    const [first] = of("qty > 0").filter(({ replacement }) => replacement === "qty >= 0");
    assert.equal(first?.line, 3);
    assert.equal(first?.mutator, "EqualityOperator");
  });

  it("have keys that no two share, and that an edit of the file changes", async () => {
    assert.equal(new Set(found.map(({ key }) => key)).size, found.length);
    const edited = await mutationsIn(new Map([[FILE, `// Edited.\n${SOURCE}`]]));
    const known = new Set(found.map(({ key }) => key));
    assert.ok(edited.mutations.every(({ key }) => !known.has(key)));
  });

  it("leave out what describes a route", async () => {
    const route = 'export const list = { path: "/keys", errors: ["GONE"], rules: ["KEY-*"] };';
    const { mutations } = await mutationsIn(new Map([[FILE, route]]));
    const originals = mutations.map(({ original }) => original);
    assert.ok(originals.includes('"/keys"'));
    assert.ok(!originals.some((one) => /^.?"(GONE|KEY)/.test(one)));
  });

  it("count as equivalent where they change prose or the name of a gate only", () => {
    assert.match(whyEquivalent(of('"the quantity is not positive"')[0]!) ?? "", /prose/);
    assert.match(whyEquivalent(of('"qty"')[0]!) ?? "", /name/);
    assert.equal(whyEquivalent(of("qty > 0")[0]!), null);
  });
});
