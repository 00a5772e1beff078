/** How many messages of the published workloads the core takes a second of processor time. */
import assert from "node:assert/strict";
import type { BenchRow } from "../../../reports/schema/bench.ts";
import { CoreEngine } from "./core-engine.ts";
import { OVERLAPPING } from "./overlapping.ts";
import { Transcript } from "./play.ts";
import { SURVEYED } from "./survey.ts";
import type { Tape } from "./tape.ts";
import type { WireMessage } from "./workload.ts";

/** Messages that are put into commands before the core takes them, as a server has just read them. */
const CHUNK = 1_000;

/** One row: the worst of five, warmed up by a tape that does not count. */
export async function bench(): Promise<BenchRow[]> {
  rateOf(OVERLAPPING);
  const rates = SURVEYED.map((tape) => ({ name: tape.name, rate: rateOf(tape) }));
  const worst = rates.reduce((one, other) => (other.rate < one.rate ? other : one));
  return [
    {
      name: "core on the published workloads, worst of five, per CPU second",
      ...{ measured: worst.rate, unit: "messages/s", aim: 2_500_000 },
      note: rates.map(({ name, rate }) => `${name} ${Math.round(rate)}`).join(", "),
    },
  ];
}

/**
 * What the core takes, trades told as they happen; a modify is said by one command. The survey's
 * lines are written of its answers afterwards, and must be those that were published.
 */
function rateOf(tape: Tape): number {
  const engine = new CoreEngine("amend");
  const transcript = new Transcript();
  let seq = 0;
  let micros = 0;
  for (const chunk of chunksOf(tape.messages())) {
    const asked = chunk.map((message) => engine.read(message));
    const before = process.cpuUsage();
    const answered = asked.map((commands) => engine.run(commands));
    const { user, system } = process.cpuUsage(before);
    micros += user + system;
    for (const [n, message] of chunk.entries()) {
      transcript.add(engine.tell(message, seq++, answered[n]!));
    }
  }
  assert.equal(transcript.end().sha256, tape.reports, "the core reports something else");
  return (seq * 1e6) / micros;
}

function* chunksOf(messages: Iterable<WireMessage>): Generator<WireMessage[]> {
  let chunk: WireMessage[] = [];
  for (const message of messages) {
    chunk.push(message);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}
