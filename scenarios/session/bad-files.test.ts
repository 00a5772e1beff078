/** Files that are no sessions, or were: one clear line each, in bounded memory and time. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { SessionHeader } from "./format.ts";
import { openSession, readSession } from "./reader.ts";
import { sessionText } from "./writer.ts";

const HEADER: SessionHeader = {
  ...{ touchstone: "session/1", target: { name: "x", prefix: "/v1" }, recorded_by: "proxy" },
  ...{ seed: null, clock: "system", started_at: "2026-01-05T00:00:00.000Z", actors: {} },
  markets: {},
};
const line = (at: number) => ({ at, stream: "s", send: { body_text: "é" } });
const WHOLE = sessionText(HEADER, [line(0), line(1), line(2)]);
const [head = "", one = "", two = "", three = ""] = WHOLE.split("\n");

async function read(chunks: Iterable<Buffer>) {
  const reading = await readSession("a", chunks);
  let lines = 0;
  for await (const _ of reading.lines) lines += 1;
  return { lines, ending: reading.ending, warnings: reading.warnings };
}

const text = (...lines: string[]) => [Buffer.from(`${lines.join("\n")}\n`)];

describe("a file that is no good session", () => {
  const BAD: [what: string, chunks: () => Iterable<Buffer>, says: RegExp][] = [
    [
      "of another version",
      () => text(head.replace("session/1", "session/2")),
      /^a:1: is a session\/2, /,
    ],
    ["of something else", () => text('{"log":{}}'), /^a:1: is not a session: /],
    [
      "out of order",
      () => text(head, two, one, three),
      /^a:3: is line 1 after line 2: out of order$/,
    ],
    ["twice in one file", () => text(head, one, two, one), /^a:4: is line 1 after line 2/],
    [
      "with a byte that is not UTF-8",
      () => [Buffer.from(`${head}\n`), Buffer.from(`${one}\n`, "latin1")],
      /^a:2: holds bytes that are not UTF-8$/,
    ],
    ["of zeros", () => [Buffer.alloc(4_096), Buffer.from("\n")], /^a:1: is not a JSON object$/],
  ];
  for (const [what, chunks, says] of BAD) {
    it(`is told in one line: ${what}`, async () => {
      await assert.rejects(read(chunks()), (error: Error) => {
        assert.equal(error.name, "SessionError");
        assert.match(error.message, says);
        assert.doesNotMatch(error.message, /\n/);
        return true;
      });
    });
  }

  it("is read as far as it goes where it was cut off, within a letter too", async () => {
    const bytes = Buffer.from(WHOLE);
    for (let end = head.length + 1; end < bytes.length - 1; end += 1) {
      const { ending } = await read([bytes.subarray(0, end)]);
      assert.equal(ending, "cut off", `${end} bytes`);
    }
  });

  it("is left where a line is endless, without the rest of a gigabyte", async () => {
    const chunk = Buffer.alloc(2 ** 20, "a");
    let given = 0;
    const endless = function* () {
      for (; given < 1_024; given += 1) yield chunk;
    };
    await assert.rejects(read(endless()), /^SessionError: a:1: is longer than \d+ bytes/);
    assert.ok(given < 200, `${given} MB were read`);
  });

  it("tells ten lines of kinds that nobody knows, not a million", async () => {
    const strange = Array.from({ length: 1_000 }, () => '{"later":1}');
    const { warnings } = await read(text(head, ...strange));
    assert.equal(warnings.length, 11);
  });

  it("is told where it is not there", async () => {
    await assert.rejects(openSession("none.jsonl"), /^SessionError: none\.jsonl: no such file$/);
    await assert.rejects(openSession("."), /^SessionError: \.: is a folder, not a session$/);
  });
});
