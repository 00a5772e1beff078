import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { after, test } from "node:test";
import { Copy } from "./copy.ts";
import { DEFECTS } from "./index.ts";

/** A SELL at the best bid does not trade: the book that is read afterwards has both. */
const DEFECT = DEFECTS.find(({ id }) => id === "equal-price-does-not-cross")!;
const LINE_MS_MAX = 120_000;

const broken = new Copy();
broken.plant(DEFECT);
after(() => broken.remove());

/** Runs a line as it was printed, in a folder of the project. */
function paste(line: string, cwd: string): { code: number | null; output: string } {
  const args = [resolve(cwd, "touchstone.mjs"), ...line.split(" ").slice(1)];
  const options = { cwd, timeout: LINE_MS_MAX, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { code: status, output: stdout + stderr };
}

/** The law that an output says is broken. */
const lawIn = (output: string) => /BROKEN ([a-z-]+)/.exec(output)?.[1];

const found = paste("touchstone simulate --seeds 1..20 --report out", broken.folder);
const [, again = ""] = /^ {2}again: +(.+)$/m.exec(found.output) ?? [];
const [, replay = ""] = /^ {2}replay: +(.+)$/m.exec(found.output) ?? [];

test("a planted defect is found, and the lines to paste are printed", () => {
  assert.equal(found.code, 1, found.output);
  assert.match(again, /^touchstone simulate --seed \d+$/);
  assert.match(replay, /^touchstone replay out\/failures\/seed-\d+-[a-z-]+\.session\.jsonl$/);
});

test("the simulation that is lived through again breaks the same law, and none on a sound venue", () => {
  const { code, output } = paste(again, broken.folder);
  assert.equal(code, 1, output);
  assert.equal(lawIn(output), lawIn(found.output));
  assert.equal(paste(again, process.cwd()).code, 0);
});

test("the session replays whole on the venue with the defect", () => {
  const { code, output } = paste(replay, broken.folder);
  assert.equal(code, 0, output);
  assert.match(output, /lines: (\d+ same, )?\d+ equivalent\n/);
});

test("the session shows the defect on a sound venue: another book", () => {
  const { code, output } = paste(replay.replace("out/", `${broken.folder}/out/`), process.cwd());
  assert.equal(code, 1, output);
  assert.match(output, /GET \/v1\/markets\/[^ ]+\/book: .*differs/);
});
