import assert from "node:assert/strict";
import { test } from "node:test";
import { LINE_BYTES_MAX, LineLimit } from "./line-limit.ts";

/** What passes of these pieces, and the ids of what was dropped. */
async function passed(pieces: readonly string[]) {
  const dropped: (number | string | null)[] = [];
  const limit = new LineLimit((id) => dropped.push(id));
  let text = "";
  limit.on("data", (chunk) => (text += chunk));
  for (const piece of pieces) limit.write(piece);
  limit.end();
  await new Promise((resolve) => limit.once("end", resolve));
  return { text, dropped };
}

const long = "x".repeat(LINE_BYTES_MAX);

test("lines pass as they are, in whatever pieces they come", async () => {
  const { text, dropped } = await passed(['{"a"', ":1}\n{}\n", '{"b":2}', "\n"]);
  assert.equal(text, '{"a":1}\n{}\n{"b":2}\n');
  assert.deepEqual(dropped, []);
});

test("a line of the most bytes passes, and one of more is dropped with its request's id", async () => {
  const most = `${"x".repeat(LINE_BYTES_MAX - 1)}\n`;
  assert.equal((await passed([most])).text, most);
  const pieces = [
    `{"a":"${long}`,
    `${long}","id":7}\n`,
    '{"id":"first","a":"',
    long,
    '"}\n',
    long,
    "\n{}\n",
  ];
  const { text, dropped } = await passed(pieces);
  assert.deepEqual(dropped, [7, "first", null]);
  assert.equal(text, "{}\n");
});
