import assert from "node:assert/strict";
import { test } from "node:test";
import { drawParameters } from "./parameters.ts";
import { run } from "./run.ts";
import { EXECUTIONS_MAX, retrace, shrink } from "./shrink.ts";
import type { TapeEntry } from "./tape.ts";
import { tapeToSession } from "./tape-to-session.ts";

/** A long tape that ends with an order under an id that was given before: no venue may take it. */
async function tapeWithFlaw(): Promise<TapeEntry[]> {
  const { tape } = await run(drawParameters(5, { steps: 1_500, faults: [] }));
  for (let end = tape.length; end > 1_000; end--) {
    const last = tape[end - 1]!;
    if (!("command" in last) || last.command.type !== "place") continue;
    const flawed = [...tape.slice(0, end), last];
    if ((await retrace(flawed)) !== null) return flawed;
  }
  throw new Error("no order of this tape is accepted twice");
}

test("a tape without a flaw breaks no law", async () => {
  const { tape } = await run(drawParameters(5, { steps: 200 }));
  assert.equal(await retrace(tape), null);
  assert.equal(await shrink(tape, "order-state"), null);
});

test("fifteen hundred entries shrink to a handful that break the same law", async () => {
  const tape = await tapeWithFlaw();
  const broken = await retrace(tape);
  assert.ok(broken !== null, "the flaw shows");
  const shrunk = await shrink(tape, broken.law);
  assert.ok(shrunk !== null);
  assert.ok(shrunk.tape.length <= 6, `${shrunk.tape.length} entries`);
  assert.ok(shrunk.executions <= EXECUTIONS_MAX);
  assert.equal((await retrace(shrunk.tape))?.law, broken.law);
});

test("a tape becomes a session: actors, markets, and one line a request", async () => {
  const { tape } = await run(drawParameters(5, { steps: 60, faults: [] }));
  const lines = (await tapeToSession(tape, 5)).trimEnd().split("\n");
  const header = JSON.parse(lines[0]!);
  assert.equal(header.touchstone, "session/1");
  assert.ok(Object.keys(header.actors).length > 1);
  const end = JSON.parse(lines.at(-1)!);
  assert.equal(end.end, lines.length - 2);
  const orders = lines.filter((line) => line.includes('"path":"/v1/orders"'));
  assert.ok(orders.length > 10);
  assert.doesNotMatch(lines.join("\n"), /rk_live_/);
});
