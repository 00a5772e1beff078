/** The security guide names tests; this reads whether they exist, so that it stays true. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { it } from "node:test";
import { globFiles } from "./tidy/files.ts";

const GUIDE = readFileSync("docs/guides/security.md", "utf8");
const TESTS = globFiles(".test.ts")
  .filter((file) => !import.meta.filename.endsWith(file))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");

const [, tables] = /## Attack, bound and test\n([\s\S]*?)\n## /.exec(GUIDE)!;

it("every test that the security guide names exists", () => {
  const names = [...tables!.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name!);
  assert.ok(names.length > 60, `${names.length} names`);
  const stems = names.map((name) => name.replace(/[,: ]*…$/, ""));
  assert.deepEqual(
    stems.filter((stem) => !TESTS.includes(stem)),
    [],
  );
});

it("every test file that the security guide names exists", () => {
  const files = [...tables!.matchAll(/`([^`\s]+\/[^`\s]+\.test\.ts)`/g)].map(([, file]) => file!);
  assert.deepEqual(
    files.filter((file) => !existsSync(file) && !existsSync(`reference/http/${file}`)),
    [],
  );
});

it("every row has an attack, a bound or an answer, and a test", () => {
  const rows = tables!.split("\n").filter((line) => line.startsWith("| ") && !/---/.test(line));
  for (const row of rows) assert.match(row, /^\| [^|]+ \| [^|]+ \| [^|]*(`|test)[^|]* \|$/);
});
