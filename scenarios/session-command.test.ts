import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { touchstone } from "./replay/recorded-run.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "touchstone-session-"));
const scenario = join(folder, "a.yaml");
const broken = join(folder, "b.yaml");
let session = "";

const SCENARIO = `story: An order rests
shows: [MATCH-CROSS-01]
actors: { maker: {} }
markets: { noon: {} }
steps:
  - maker: { place: { side: SELL, price: 60, qty: 5 }, as: ask, expect: { status: NEW } }
  - maker: { read: { order: ask }, expect: { remaining: 5 } }
`;

before(async () => {
  writeFileSync(scenario, SCENARIO);
  writeFileSync(broken, SCENARIO.replace("remaining: 5", "remaining: 4"));
  const { code } = await touchstone("replay", broken, "--report", join(folder, "out"));
  assert.equal(code, 1);
  session = join(folder, "out/failures/1-b.session.jsonl");
});
after(() => rmSync(folder, { recursive: true }));

describe("touchstone replay", () => {
  const RUNS: [title: string, args: () => string[], code: number, says: RegExp][] = [
    ["a scenario that passes", () => [scenario], 0, /PASS {2}1 passed/],
    ["the session of a scenario that failed", () => [session], 0, /lines: \d+ same\n/],
    ["no file", () => [join(folder, "none.yaml")], 2, /none\.yaml: no such file or folder/],
    ["a file that is no session", () => [join(folder, "out/junit.xml")], 2, /junit\.xml:1: /],
    [
      "--strict elsewhere",
      () => [session, "--strict", "--target", "http://a.invalid"],
      2,
      /embedded/,
    ],
    ["a speed of 0", () => [session, "--speed", "0"], 2, /above 0, or max/],
  ];
  for (const [title, args, expected, says] of RUNS) {
    it(`ends with ${expected}: ${title}`, async () => {
      const { code, out } = await touchstone("replay", ...args());
      assert.equal(code, expected, out);
      assert.match(out, says);
      assert.doesNotMatch(out, /^ +at /m);
    });
  }
});

describe("touchstone session", () => {
  it("shows a line an exchange", async () => {
    const { code, out } = await touchstone("session", "show", session);
    assert.equal(code, 0, out);
    assert.match(out, /maker.*POST \/v1\/orders.*\n.*maker.*GET \/v1\/orders\//);
    assert.match(out, /maker {5}201 {2}POST \/v1\/orders {2}.*side SELL, .* -> {2}status NEW, /);
  });

  it("checks that it is whole and free of secrets", async () => {
    assert.equal((await touchstone("session", "check", session)).code, 0);
    const leaky = join(folder, "leaky.session.jsonl");
    const { out } = await touchstone("session", "anonymise", session);
    writeFileSync(
      leaky,
      out.replace('"touchstone"', `"note":"rk_live_${"a1B2".repeat(10)}","touchstone"`),
    );
    const checked = await touchstone("session", "check", leaky);
    assert.equal(checked.code, 1, checked.out);
    assert.match(checked.out, /leaky\.session\.jsonl:1: holds what looks like/);
  });

  it("gives other ids and names, and what it gives still replays", async () => {
    const { out } = await touchstone("session", "anonymise", session);
    const file = join(folder, "public.session.jsonl");
    writeFileSync(file, out);
    const [, id = ""] = /"order_id":"([^"]+)"/.exec(readFileSync(session, "utf8")) ?? [];
    assert.ok(id !== "" && !out.includes(id));
    const replayed = await touchstone("replay", file);
    assert.equal(replayed.code, 0, replayed.out);
  });

  it("begins a scenario that goes as the session went", async () => {
    const { out } = await touchstone("session", "to-scenario", session);
    const file = join(folder, "again.yaml");
    writeFileSync(file, out);
    const replayed = await touchstone("replay", file);
    assert.equal(replayed.code, 0, `${out}\n${replayed.out}`);
  });
});
