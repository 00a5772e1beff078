import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { openRecording } from "./recorded-source.ts";

const folder = mkdtempSync(join(tmpdir(), "feed-"));
after(() => rmSync(folder, { recursive: true }));
let files = 0;

const fileOf = (text: string): string => {
  const path = join(folder, `${++files}.csv`);
  writeFileSync(path, text);
  return path;
};

it("plays from the venue's start, in cents, with or without a heading", () => {
  for (const heading of ["", "ts_ms,price\n"]) {
    const open = openRecording(fileOf(`${heading}5000,65000.12\r\n7500,64999\n`));
    const source = open(0, 100_000);
    assert.deepEqual(source.prices(0, 200_000), [
      { tsMs: 100_000, priceCents: 6_500_012 },
      { tsMs: 102_500, priceCents: 6_499_900 },
    ]);
    assert.equal(source.last(99_999), null);
    assert.equal(source.last(102_499)?.priceCents, 6_500_012);
    assert.equal(source.last(999_999)?.priceCents, 6_499_900);
  }
});

const BAD: [text: string, says: RegExp][] = [
  ["", /holds no tick/],
  ["ts_ms,price\n", /holds no tick/],
  ["1000,1\n1000,2", /:2: not later/],
  ["1000,1\nx,2", /:2: not "ts_ms,price"/],
  ["1000,0", /:1: not "ts_ms,price"/],
  ["1000,-5", /:1: not "ts_ms,price"/],
  ["1000;5", /:1: not "ts_ms,price"/],
];
for (const [text, says] of BAD) {
  it(`refuses ${JSON.stringify(text)}`, () => {
    assert.throws(() => openRecording(fileOf(text)), says);
  });
}

it("says that a file cannot be read", () => {
  assert.throws(() => openRecording(join(folder, "none.csv")), /cannot read the feed: ENOENT/);
});
