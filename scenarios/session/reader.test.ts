import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SessionHeader, SessionLine } from "./format.ts";
import { readSession } from "./reader.ts";
import { sessionText } from "./writer.ts";

const header: SessionHeader = {
  touchstone: "session/1",
  target: { name: "t", prefix: "/v1" },
  recorded_by: "hand",
  seed: null,
  clock: "system",
  started_at: "2026-01-05T00:00:00.000Z",
  actors: {},
  markets: {},
};
const freeze = { at: 0, control: { method: "PUT", path: "/freeze", body: { frozen: true } } };
const frame = { at: 1, stream: "s1", receive: { body: { type: "hello" } } };
const TEXT = sessionText(header, [freeze, frame]);
const [HEAD = "", FIRST = "", SECOND = "", END = ""] = TEXT.split("\n");

async function read(text: string | Iterable<Buffer>) {
  const chunks = typeof text === "string" ? [Buffer.from(text)] : text;
  const reading = await readSession("a.session.jsonl", chunks);
  const lines: SessionLine[] = [];
  for await (const line of reading.lines) lines.push(line);
  return { ...reading, lines, ending: reading.ending };
}

describe("a session that is read", () => {
  it("is as it was written", async () => {
    const { lines, ending, warnings } = await read(TEXT);
    assert.deepEqual(lines, [
      { n: 1, ...freeze },
      { n: 2, ...frame },
    ]);
    assert.equal(ending, "whole");
    assert.deepEqual(warnings, []);
  });

  it("is the same wherever its bytes are split", async () => {
    const text = TEXT.replace("hello", "hallö");
    const bytes = [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
    const { lines } = await read(bytes);
    assert.deepEqual(lines, (await read(text)).lines);
  });

  it("is usable though cut off, in a line or between two", async () => {
    for (const text of [TEXT.slice(0, -END.length - 10), `${HEAD}\n${FIRST}\n`]) {
      const { lines, ending } = await read(text);
      assert.equal(lines[0]?.n, 1);
      assert.equal(ending, "cut off");
    }
  });

  it("is told to be altered when a byte was changed", async () => {
    assert.equal((await read(TEXT.replace("true", "null"))).ending, "altered");
    assert.equal((await read(TEXT.replace(`${SECOND}\n`, ""))).ending, "altered");
  });

  it("passes over members and kinds of lines of later versions", async () => {
    const later = [HEAD, FIRST.replace("{", '{"mood":1,'), '{"n":2,"at":0,"smell":{}}', ""];
    const { lines, warnings } = await read(later.join("\n"));
    assert.equal(lines.length, 1);
    assert.match(warnings[0] ?? "", /^a\.session\.jsonl:3: .*does not know/);
  });
});

describe("what is no session", () => {
  const BAD: Record<string, [text: string, problem: RegExp]> = {
    "an empty file": ["", / a\.session\.jsonl:1: is empty/],
    "another major": ['{"touchstone":"session/2"}\n', /:1: is a session\/2, this version reads/],
    "another file": ["hello\nthere\n", /:1: is not a JSON object/],
    "JSON of something else": ["{}\n", /:1: is not a session/],
    "a header without actors": ['{"touchstone":"session/1"}\n', /:1: the line must have required/],
    "a broken line inside": [`${HEAD}\n{"n":\n${SECOND}\n`, /:2: is not a JSON object/],
    "a bad field": [`${HEAD}\n${FIRST.replace('"PUT"', "7")}\n`, /:2: control\.method must be/],
  };
  for (const [name, [text, problem]] of Object.entries(BAD)) {
    it(`is refused with its place: ${name}`, async () => {
      await assert.rejects(read(text), problem);
    });
  }
});
