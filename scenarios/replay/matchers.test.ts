import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Matchers, readMatchers } from "./matchers.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-matchers-"));
const file = join(folder, "noise.yaml");
after(() => rmSync(folder, { recursive: true }));

const read = (at: string, route = "GET /account") => {
  writeFileSync(file, JSON.stringify({ ignore: [{ route, at, why: "noise" }] }));
  return readMatchers(file);
};

test("a pattern that could take for ever is refused, by its place", async () => {
  for (const at of ["*a*a*a*b", "**/**/**/**/b", "a".repeat(201), "?*?"]) {
    await assert.rejects(read(at), /noise\.yaml: entry 1: route and at are patterns, .* two stars/);
  }
  writeFileSync(
    file,
    JSON.stringify({ ignore: Array(1_001).fill({ route: "a", at: "b", why: "c" }) }),
  );
  await assert.rejects(readMatchers(file), /noise\.yaml: 1001 entries; 1000 at most/);
});

test("what is allowed takes no time on names of any length", async () => {
  const start = performance.now();
  for (const at of ["*a*b", "**/*a*b/**/c/**", "+(a|aa)b", "{a,aa}{a,aa}b"]) {
    const { ignores } = new Matchers(await read(at));
    for (const name of ["a".repeat(100_000), "a".repeat(999), "a.".repeat(499)]) {
      assert.equal(ignores("GET /account", name), false);
    }
  }
  assert.ok(performance.now() - start < 5_000);
});
