import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { barText, statusLine } from "./status-line.ts";

/** What a stream was given in so many milliseconds, the line ended at their end. */
function written(ms: number, isTTY: boolean): string[] {
  const lines: string[] = [];
  const stream = { isTTY, columns: 24, write: (text: string) => lines.push(text) };
  let now = 0;
  mock.timers.enable({ apis: ["setInterval"] });
  const clock = mock.method(performance, "now", () => now);
  try {
    const end = statusLine(
      stream as unknown as NodeJS.WriteStream,
      (s) => `${s} s of a very long story`,
    );
    while (now < ms) {
      now += 100;
      mock.timers.tick(100);
    }
    end();
    end();
  } finally {
    mock.timers.reset();
    clock.mock.restore();
  }
  return lines;
}

test("a short run shows no line", () => {
  assert.deepEqual([written(1_900, true), written(9_000, false)], [[], []]);
});

test("a terminal's line is rewritten, never wider than the terminal, and wiped once", () => {
  const lines = written(3_000, true);
  assert.ok(lines.length > 2);
  assert.equal(lines[0], "\r\x1b[2K2 s of a very long stor");
  assert.equal(lines.filter((line) => line === "\r\x1b[2K").length, 1);
});

test("a log has a line every ten seconds, and no control characters", () => {
  assert.deepEqual(written(30_100, false), [
    "10 s of a very long story\n",
    "20 s of a very long story\n",
    "30 s of a very long story\n",
  ]);
});

test("a bar is full only when all is done", () => {
  assert.equal(barText(0), "[--------]   0%");
  assert.equal(barText(0.5), "[####----]  50%");
  assert.equal(barText(0.999), "[#######-]  99%");
  assert.equal(barText(1), "[########] 100%");
});
