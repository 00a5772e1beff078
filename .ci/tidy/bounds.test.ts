/** Rule 12 and its table: each way to hold something is found, and no tag is taken at its word. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { bounds } from "./bounds.ts";
import { boundsPage } from "./bounds-page.ts";
import type { Tree } from "./tree.ts";

const TEST = "reference/a.test.ts";
const TAG = `/** Held. @bound {MAX} sockets: the next is refused; ${TEST} */`;

const treeOf = (text: string, file = "reference/a.ts"): Tree =>
  new Map([
    [file, text],
    [TEST, ""],
  ]);

const ADDS = "add(b) { this.#all.set(b, b); }\n}";

const HELD: [title: string, text: (tag: string) => string][] = [
  ["a field", (tag) => `class A {\n  ${tag}\n  readonly #all = new Map<string, B>();\n}`],
  ["a field with maps within", (tag) => `class A {\n  ${tag}\n  #all = { read: new Set() };\n}`],
  [
    "a list of the module that is filled",
    (tag) => `${tag}\nexport const all: A[] = [];\nall.push(a);`,
  ],
  [
    "what a function leaves behind fills",
    (tag) => `function a() {\n${tag}\nconst all = [];\nreturn { add: (one) => all.push(one) };\n}`,
  ],
  [
    "what a listener fills",
    (tag) => `const a = (b) => {\n${tag}\nconst all = [];\nb.on("c", (one) => all.push(one));\n};`,
  ],
  [
    "what is handed on by its name fills",
    (tag) =>
      `function a(b) {\n${tag}\nconst all = {};\n${tag}\nlet list = [];\n` +
      `const add = (one) => { list = [...list, one]; };\nb.on("c", add);\n}`,
  ],
  [
    "what is filled as it arrives",
    (tag) =>
      `async function a(b) {\n${tag}\nconst all = [];\nfor await (const c of b) all.push(c);\n}`,
  ],
  [
    "a field that the constructor makes",
    (tag) =>
      `class A {\n${tag}\n#all: Map<B, C>;\nconstructor() { this.#all = new Map(); }\n${ADDS}`,
  ],
  [
    "a field that is made when it is needed",
    (tag) => `class A {\n${tag}\n#all;\nadd(b) { (this.#all ??= new Map()).set(b, b); }\n}`,
  ],
  ["a field that begins with content", (tag) => `class A {\n${tag}\n#all = new Map(b);\n${ADDS}`],
  [
    "an object of ever more members",
    (tag) => `class A {\n${tag}\n#all = Object.create(null);\nadd(b) { this.#all[b] = b; }\n}`,
  ],
  [
    "a list that the constructor is given",
    (tag) =>
      `class A {\nconstructor(\n${tag}\nreadonly all: B[] = []) {}\nadd(b) { this.all.push(b); }\n}`,
  ],
  ["a text that grows", (tag) => `class A {\n${tag}\n#all = "";\nadd(b) { this.#all += b; }\n}`],
  [
    "a text that a listener makes longer",
    (tag) => `const a = (b) => {\n${tag}\nlet all = "";\nb.on("c", (one) => { all += one; });\n};`,
  ],
  ["a class that is a collection", (tag) => `${tag}\nclass all extends Map<string, B> {}`],
];

describe("rule 12 finds", () => {
  for (const [title, text] of HELD) {
    it(`${title}, and is content with a tag`, () => {
      const [found, ...others] = bounds(treeOf(text("")));
      assert.match(found ?? "", /^reference\/a\.ts: (#?all|list) \(line \d+\) grows; bound it/);
      assert.deepEqual(others, []);
      assert.deepEqual(bounds(treeOf(`const MAX = 2 * 50;\n${text(TAG)}`)), []);
    });
  }

  for (const [title, tag, problem] of [
    ["no test", "/** @bound 5 sockets: refused */", /write `@bound LIMIT/],
    ["no such test", "/** @bound 5: refused; reference/b.test.ts */", /there is no reference\/b/],
    ["no such number", `/** @bound {MIN}: refused; ${TEST} */`, /MIN: no number constant/],
  ] as const) {
    it(`a tag with ${title}`, () => {
      const [found, ...others] = bounds(treeOf(`${tag}\nexport const MAX = 5;`));
      assert.match(found ?? "", problem);
      assert.deepEqual(others, []);
    });
  }
});

const WALK =
  "function a(b) { const all = []; const walk = (c) => { all.push(c); walk(c.d); }; walk(b); }";

describe("rule 12 passes over", () => {
  for (const [title, text] of [
    ["what ends with its call", "const a = (b) => { const c = []; b.forEach((d) => c.push(d)); };"],
    ["a function that is only called there", WALK],
    ["a table that nobody fills", 'export const NONE = { all: [] };\nexport const b = ["c"];'],
    ["what has been given its content", "class A {\n  readonly all = new Map(b);\n}"],
    [
      "a field of a kind of its own",
      "class A {\n  #all = new B();\n  add(b) { this.#all.add(b); }\n}",
    ],
    ["a number", "class A {\n  #all = 0;\n  add(b) { this.#all += b; }\n}"],
  ] as const) {
    it(title, () => assert.deepEqual(bounds(treeOf(text)), []));
  }

  it("who proves, and who only asks", () => {
    const text = HELD[0]![1]("");
    for (const file of ["reference/proof/a.ts", "reference/b.test.ts", "conformance/run/a.ts"]) {
      assert.deepEqual(bounds(treeOf(text, file)), []);
    }
  });
});

it("the table tells number, outcome and test, with a bar written out", () => {
  const tag = TAG.replace("Held.", "Held\n * a | b.")
    .replace("/** ", "/**\n * ")
    .replace(" */", "\n */");
  const page = boundsPage(treeOf(`${tag}\nexport const MAX = 2 * 500;`));
  const row =
    "| Held a \\| b.<br>`reference/a.ts`: `MAX` | 1,000 sockets | the next is refused | `reference/a.test.ts` |";
  assert.ok(page.includes(row), page);
});
