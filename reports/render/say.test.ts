import assert from "node:assert/strict";
import { it, mock } from "node:test";
import { say, sayData, sayPainted, tell } from "./say.ts";

/** Clears the screen, writes a verdict, turns the line around, and ends with a mark of direction. */
const HOSTILE = "a\u001b[2J\u009b2J\rPASS\u202e\u200f\u061cb";
const SPELLED = "a\\u{1b}[2J\\u{9b}2J\\u{d}PASS\\u{202e}\\u{200f}\\u{61c}b";

function printed(stream: "log" | "error", print: () => void): string {
  const { mock: spy } = mock.method(console, stream, () => {});
  try {
    print();
    return String(spy.calls[0]?.arguments[0]);
  } finally {
    spy.restore();
  }
}

it("prints nothing that a terminal obeys", () => {
  assert.equal(
    printed("log", () => say(HOSTILE)),
    SPELLED,
  );
  assert.equal(
    printed("error", () => tell(`${HOSTILE}\nPASS all rules hold`)),
    `${SPELLED}\\u{a}PASS all rules hold`,
  );
});

it("leaves off the rest of a line that nobody would read", () => {
  const whole = "x".repeat(2_000);
  assert.equal(
    printed("error", () => tell(whole)),
    whole,
  );
  assert.equal(
    printed("error", () => tell(`${whole}y`)),
    `${whole}...`,
  );
});

it("lets the colours of our pages pass, and no other escape", () => {
  const page = `\u001b[32mPASS\u001b[39m\n${HOSTILE}`;
  assert.equal(
    printed("log", () => sayPainted(page)),
    `\u001b[32mPASS\u001b[39m\n${SPELLED}`,
  );
});

it("writes data as it is into a pipe, and legibly on a terminal", (t) => {
  const { mock: spy } = t.mock.method(process.stdout, "write", () => true);
  const wasTerminal = process.stdout.isTTY;
  for (const isTerminal of [false, true]) {
    process.stdout.isTTY = isTerminal;
    sayData(HOSTILE);
  }
  process.stdout.isTTY = wasTerminal;
  const written = spy.calls.map((call) => call.arguments[0]);
  spy.restore();
  assert.deepEqual(written, [HOSTILE, SPELLED]);
});
