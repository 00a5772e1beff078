/** Every rule of the house can fail: each is shown a tidy tree, and one that is not. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Area, areas } from "./areas.ts";
import { directions } from "./directions.ts";
import { types, words } from "./names.ts";
import { ids, paths } from "./references.ts";
import { sizes } from "./sizes.ts";
import { statuses } from "./statuses.ts";
import { importsOf, type Tree } from "./tree.ts";
import { deadExports, deadFiles, shipped, testSupport } from "./uses.ts";

const treeOf = (files: Record<string, string>): Tree => new Map(Object.entries(files));

/** A text of so many lines. */
const lines = (count: number): string => "const one = 1;\n".repeat(count);

/** Demands these findings, in any order, each by a part of it. */
function finds(found: readonly string[], ...parts: RegExp[]): void {
  assert.equal(found.length, parts.length, found.join("\n"));
  for (const part of parts)
    assert.ok(
      found.some((one) => part.test(one)),
      `${part}: ${found}`,
    );
}

describe("what a file imports", () => {
  const kinds = (text: string) =>
    importsOf("reports/a/b.ts", text).map(({ to, isType, isLate }) => [to, isType, isLate]);

  it("is read from its own folder, over several lines, from packages too", () => {
    assert.deepEqual(kinds('import {\n  one,\n  type Two,\n} from "../c.ts";\nimport "ws";\n'), [
      ["reports/c.ts", false, false],
      ["ws", false, false],
    ]);
  });

  it("tells types and late imports from what is loaded", () => {
    const text =
      'import type { A } from "./a.ts";\nexport { type B, type C } from "./b.ts";\n' +
      'export * from "./c.ts";\nconst d = await import("./d.ts");\n';
    assert.deepEqual(kinds(text), [
      ["reports/a/a.ts", true, false],
      ["reports/a/b.ts", true, false],
      ["reports/a/c.ts", false, false],
      ["reports/a/d.ts", false, true],
    ]);
  });
});

describe("rule 1", () => {
  it("finds files that are too long, tests among them", () => {
    finds(sizes(treeOf({ "reports/a.ts": lines(320), "reports/a.test.ts": lines(350) })));
    const long = treeOf({ "reports/a.ts": lines(321), "reports/a.test.ts": lines(351) });
    finds(sizes(long), /a\.ts: 321 lines/, /a\.test\.ts: 351 lines/);
  });

  it("finds long functions, however they begin", () => {
    const body = (count: number, indent = "  ") => `${indent}call();\n`.repeat(count);
    const all = (count: number) =>
      treeOf({
        "reports/a.ts": `export async function one(): void {\n${body(count)}}\n`,
        "reports/b.ts": `const two = (a: A): B => {\n${body(count)}};\n`,
        "reports/c.ts": `class C {\n  async #three(a: A) {\n${body(count, "    ")}  }\n}\n`,
        "reports/d.ts": `function four(\n  a: A,\n): B {\n${body(count - 2)}}\n`,
      });
    finds(sizes(all(68)));
    finds(sizes(all(69)), /a\.ts:1: .* 71/, /b\.ts:1: .* 71/, /c\.ts:2: .* 71/, /d\.ts:1: .* 71/);
  });
});

describe("rule 2", () => {
  const importing = (from: string, ...to: string[]) =>
    directions(
      treeOf({
        ...Object.fromEntries(to.map((file) => [file, "export const one = 1;"])),
        [from]: to.map((file) => `import { one } from "${up(from)}${file}";`).join("\n"),
      }),
    );
  const up = (file: string) => "../".repeat(file.split("/").length - 1) || "./";

  it("allows what stands before a folder in the line of its part", () => {
    finds(importing("reports/render/a.ts", "reports/schema/b.ts", "reports/render/c.ts"));
    finds(importing("reference/proof/a.ts", "reference/index.ts"));
    finds(importing("conformance/run/a.ts", "scenarios/replay/b.ts", "reference/testing.ts"));
    finds(importing("reference/core/venue.bench.ts", "reports/schema/bench.ts"));
  });

  it("finds what stands behind it, or beside it", () => {
    finds(
      importing("reports/schema/a.ts", "reports/render/b.ts"),
      /schema imports reports\/render/,
    );
    finds(importing("scenarios/har/a.ts", "scenarios/replay/b.ts"), /har imports/);
    finds(importing("reports/render/a.ts", "reports/write.ts"), /render imports reports\/write/);
    finds(importing("reference/core/a.ts", "reference/injected/b.ts"), /core imports/);
  });

  it("finds parts that another may not know, and folders that no line has", () => {
    finds(importing("loadtest/run/a.ts", "conformance/run/b.ts"), /of another part/);
    finds(importing("loadtest/run/a.ts", "reference/testing.ts"), /of another part/);
    finds(importing("reports/schema/a.ts", "reference/index.ts"), /of another part/);
    finds(importing("conformance/trial/a.ts"), /no line has trial/);
  });

  it("finds a way past the doors of the reference, even a test's", () => {
    finds(importing("scenarios/har/a.test.ts", "reference/core/venue.ts"), /go through/);
    finds(importing(".ci/a.ts", "reference/core/venue.ts"));
    finds(importing("scenarios/har/a.test.ts", "reference/index.ts", "loadtest/load.ts"));
  });

  it("finds folders that import each other, and files that load each other", () => {
    const circle = (kind: string) =>
      treeOf({
        "reports/schema/a.ts": 'import { b } from "./b.ts";',
        "reports/schema/b.ts": `import ${kind}{ A } from "./a.ts";`,
      });
    finds(directions(circle("")), /a\.ts -> reports\/schema\/b\.ts -> .*circle/);
    finds(directions(circle("type ")));
    const both = treeOf({
      "reports/render/a.ts": 'import { b } from "../schema/b.ts";',
      "reports/schema/b.ts": 'import type { A } from "../render/a.ts";',
    });
    finds(directions(both), /schema imports/, /reports\/render and reports\/schema: import each/);
  });
});

describe("rule 3", () => {
  it("finds tests that do not say what they are, and who leans on them", () => {
    const tidy = {
      "reports/a.test.ts": 'import { test } from "node:test";\nimport { b } from "./b.fixture.ts";',
      "reports/b.fixture.ts": 'import assert from "node:assert/strict";',
      ".ci/c.ts": 'import assert from "node:assert/strict";',
    };
    finds(testSupport(treeOf(tidy)));
    const untidy = {
      "reports/a.ts": 'import assert from "node:assert/strict";',
      "reports/b.fixture.ts": "",
      "reports/c.ts": 'import { b } from "./b.fixture.ts";',
      "reports/test-venue.ts": "",
      "reports/fixture.ts": "",
    };
    const parts = [/a\.ts: imports node:assert/, /c\.ts: imports/, /test-venue/, /\/fixture\.ts/];
    finds(testSupport(treeOf(untidy)), ...parts);
  });
});

describe("rule 4", () => {
  const compiled = (...files: string[]) => ({ "tsconfig.dist.json": JSON.stringify({ files }) });
  const files = {
    ...compiled("touchstone.ts", "reports/worker.mjs"),
    "touchstone.ts": 'await import("./reports/a.ts");',
    "reports/a.ts": 'const at = new URL("worker.mjs", import.meta.url);',
    "reports/worker.mjs": "",
    "reports/a.test.ts": 'import "./a.ts";',
    "reports/proof/b.ts": 'import "../a.ts";',
  };

  it("finds what is shipped and should not be", () => {
    finds(shipped(treeOf(files)));
    for (const kept of ["a.test.ts", "proof/b.ts"]) {
      const leaning = { ...files, "reports/a.ts": `import type { B } from "./${kept}";` };
      finds(shipped(treeOf(leaning)), /reports\/a\.ts: is shipped, and imports reports/);
    }
  });

  it("finds a worker that is not shipped", () => {
    const found = shipped(treeOf({ ...files, ...compiled("touchstone.ts") }));
    finds(found, /reports\/worker\.mjs: is started by what is shipped/);
  });
});

describe("rule 5", () => {
  it("finds what nothing reaches, also when dead files name each other", () => {
    const tree = treeOf({
      "touchstone.ts": 'await import("./reports/report.ts");',
      "reports/report.ts": 'const page = new URL("worker.ts", import.meta.url);',
      "reports/worker.ts": "",
      "reports/soak.ts": "",
      "package.json": '{ "scripts": { "soak": "tsx reports/soak.ts" } }',
      "reports/dead.ts": 'import "./dead-too.ts";',
      "reports/dead-too.ts": 'import "./dead.ts";',
    });
    finds(deadFiles(tree), /reports\/dead\.ts/, /reports\/dead-too\.ts/);
  });

  it("finds what is exported and taken by nobody, but of doors and of texts", () => {
    const exporting =
      "export const one = 1;\nexport async function two() {}\nexport class Three {}\n";
    const takenBy = (clause: string) =>
      deadExports(treeOf({ "reports/a.ts": exporting, "reports/a.test.ts": clause }));
    finds(takenBy('import { one, two as second, type Three } from "./a.ts";'));
    finds(takenBy('export * from "./a.ts";'));
    finds(takenBy('const { one } = await import("./a.ts");'));
    finds(takenBy('import { one } from "./a.ts";'), /a\.ts: two is exp/, /a\.ts: Three is exp/);
    const door = {
      "package.json": '{ "exports": { "./a": { "default": "./dist/reports/a.js" } } }',
    };
    finds(deadExports(treeOf({ ...door, "reports/a.ts": exporting })));
    finds(deadExports(treeOf({ "reports/a.ts": `const text = \`\n${exporting}\`;\n` })));
  });
});

describe("rule 6", () => {
  const registers = {
    "scenarios/decisions/placing.ts": '  {\n    id: "D-001",\n  },\n',
    "conformance/areas/general/rules.ts": 'must("GEN-INT-01", "...")',
    "docs/internals/etiquette.md": "**H-01** Ids are fresh.",
  };

  it("finds ids that cannot be looked up", () => {
    const tidy = { ...registers, "reports/a.ts": "// D-001, H-01, GEN-INT-01" };
    finds(ids(treeOf(tidy)));
    const page = {
      ...tidy,
      "docs/a.md": "D-002",
      "scenarios/library/a.yaml": "shows: [GEN-INT-02]",
    };
    const strays = [/docs\/a\.md:1: D-002/, /a\.yaml:1: GEN-INT-02/, /reports\/b\.ts:2: H-02/];
    finds(ids(treeOf({ ...page, "reports/b.ts": "\n// H-02" })), ...strays);
  });

  it("finds decisions that nothing names", () => {
    finds(ids(treeOf(registers)), /D-001: a decision that nothing names/);
  });
});

describe("rule 7", () => {
  const rule = { id: "SPOT-VAL-01", level: "must", fix: "Mend it." };
  const spot: Area = {
    name: "spot",
    rules: [rule],
    checks: [{ title: "a check", proves: [rule.id] }],
    mutants: [{ name: "wrong", breaks: [rule.id] }],
  };
  const files = { "conformance/areas/spot/checks.ts": '"SPOT-VAL-01"' };

  it("finds rules that are not proven once, or not shown to fail", () => {
    finds(areas(treeOf(files), [spot]));
    finds(areas(treeOf({}), [spot]), /stands in no file of checks/);
    const twice = { ...files, "conformance/areas/spot/checks-more.ts": '"SPOT-VAL-01"' };
    finds(areas(treeOf(twice), [spot]), /stands in .*checks\.ts and .*checks-more\.ts/);
    finds(areas(treeOf(files), [{ ...spot, checks: [] }]), /no check of spot/);
    finds(areas(treeOf(files), [{ ...spot, mutants: [] }]), /no mutant of spot/);
    const { fix: _fix, ...unmended } = rule;
    finds(areas(treeOf(files), [{ ...spot, rules: [unmended] }]), /how to mend/);
    const open = { ...unmended, level: "open" };
    finds(areas(treeOf(files), [{ ...spot, rules: [open], mutants: [] }]));
  });

  it("finds what lies in the area of others, and areas that lie elsewhere", () => {
    const astray = [{ name: "other", breaks: ["MKT-GET-01", rule.id] }, ...spot.mutants];
    finds(areas(treeOf(files), [{ ...spot, mutants: astray }]), /mutant other is about MKT-GET-01/);
    const none = { name: "market-data", rules: [], checks: [], mutants: [] };
    finds(areas(treeOf(files), [spot, none]), /market-data\/rules\.ts: no rules/);
  });

  it("finds decisions with alternatives that no dialect speaks", () => {
    const decision = (more: string) => ({
      ...files,
      "scenarios/decisions/placing.ts": `[\n  {\n    id: "D-001",\n    statuses: [],\n${more}  },\n]`,
    });
    finds(areas(treeOf(decision("")), [spot]), /no dialect speaks D-001/);
    finds(areas(treeOf(decision('    unshown: "...",\n')), [spot]));
    for (const said of ['decision: "D-001"', 'decision: "D-002",\n also: ["D-003", "D-001"],']) {
      const spoken = { "conformance/dialects/bodies.ts": said };
      finds(areas(treeOf({ ...decision(""), ...spoken }), [spot]));
    }
  });
});

describe("rule 8", () => {
  it("finds names exported twice, and private ones that hide an exported one", () => {
    const tidy = { "reports/a.ts": "export interface A {\n", "reports/b.ts": "type B = 1;\n" };
    finds(types(treeOf({ ...tidy, "reports/c.ts": "type B = 2;\n" })));
    finds(types(treeOf({ ...tidy, "reports/c.ts": "export class A {\n" })), /^A: exported by/);
    finds(types(treeOf({ ...tidy, "reports/c.ts": "interface A {\n" })), /^A: .*private in/);
    finds(types(treeOf({ ...tidy, "reports/c.test.ts": "interface A {\n" })));
  });

  it("counts names that several files have", () => {
    const many = Array.from({ length: 50 }, (_, n) => `type A${n} = 1;\n`).join("");
    finds(types(treeOf({ "reports/a.ts": many, "reports/b.ts": many })), /types: 50 names/);
  });
});

describe("rule 9", () => {
  it("finds words that left, in paths and types", () => {
    const tree = treeOf({
      "scenarios/story/read.ts": "export interface StoryLine {\n",
      "loadtest/a.ts": "type RateStage = 1;\ntype PlaceResponse = 1;\nexport type Settings = 1;\n",
      "reports/b.ts": "export class Place {\n",
    });
    finds(words(tree), /"Story" in its path/, /read\.ts:1: StoryLine; say sc/, /b\.ts:1: Place/);
  });
});

describe("rule 10", () => {
  it("counts lines that list statuses outside of decisions", () => {
    const list = (count: number) => "http(400, 422);\n".repeat(count);
    const home = { "scenarios/decisions/placing.ts": list(20), "reference/http/a.ts": list(20) };
    const prose = {
      "conformance/spec/gaps.ts": list(9),
      "conformance/areas/spot/rules.ts": list(9),
    };
    finds(statuses(treeOf({ ...home, ...prose, "conformance/expect/a.ts": list(15) })));
    const found = statuses(treeOf({ ...home, "conformance/expect/a.ts": list(16) }));
    assert.equal(found.length, 17);
    assert.match(found[0]!, /16 lines/);
  });
});

describe("rule 11", () => {
  it("finds paths of pages and URLs of sources that lead nowhere", () => {
    const tree = treeOf({
      "docs/a.md": "See `reports/b.ts`, `reports/`, `render/c.ts`, `reports/*.ts`, `out/d.json`.",
      "reports/b.ts": 'new URL("render/c.ts", import.meta.url)',
      "reports/render/c.ts": "",
    });
    finds(paths(tree));
    const lost = treeOf({
      "docs/a.md": "`reports/gone.ts` and `core/gone.ts`",
      "reports/b.ts": 'new URL("../docs/gone.md", import.meta.url)',
    });
    finds(
      paths(lost),
      /a\.md:1: reports\/gone/,
      /a\.md:1: core\/gone/,
      /b\.ts:1: .*docs\/gone\.md/,
    );
  });

  it("finds generated files that nothing writes any more", () => {
    const made = {
      ".ci/tables.ts": '"docs/tables/rules.md": rulesTable',
      "docs/tables/rules.md": "",
    };
    finds(paths(treeOf({ ...made, "docs/tables/mutants.md": "" })));
    finds(paths(treeOf({ ...made, "docs/tables/old.md": "" })), /old\.md: nothing/);
  });
});
