/** The security note names tests; this reads whether they exist, so that it stays true. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { it } from "node:test";

const NOTE = readFileSync(new URL("../docs/guides/security.md", import.meta.url), "utf8");
const TESTS = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts") && !import.meta.filename.endsWith(file))
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, "utf8"))
  .join("\n");

const [, table] = /## Attack and test\n([\s\S]*?)\n## /.exec(NOTE)!;

it("every test that the security note names exists", () => {
  const names = [...table!.matchAll(/\*([^*]+)\*/g)].map(([, name]) => name!);
  assert.ok(names.length > 40, `${names.length} names`);
  const stems = names.map((name) => name.replace(/[,: ]*…$/, ""));
  assert.deepEqual(
    stems.filter((stem) => !TESTS.includes(stem)),
    [],
  );
});

it("every file that the security note names exists", () => {
  const files = [...table!.matchAll(/`(reference\/[^`]+)`/g)].map(([, file]) => file!);
  assert.deepEqual(
    files.filter((file) => !existsSync(file)),
    [],
  );
});
