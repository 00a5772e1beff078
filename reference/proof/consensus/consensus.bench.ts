/** How many messages of the published workloads the core takes a second of processor time. */
import type { BenchRow } from "../../../reports/schema/bench.ts";
import { CoreEngine } from "./core-engine.ts";
import { SURVEYED } from "./survey.ts";
import type { Tape } from "./tape.ts";
import type { WireMessage } from "./workload.ts";

/** Messages that are drawn untimed, before the core takes them. */
const CHUNK = 50_000;

/** One row: the worst of five. */
export async function bench(): Promise<BenchRow[]> {
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

/** What a modify is, is said by one command. */
function rateOf(tape: Tape): number {
  const engine = new CoreEngine("amend");
  let seq = 0;
  let micros = 0;
  for (const chunk of chunksOf(tape.messages())) {
    const before = process.cpuUsage();
    for (const message of chunk) engine.take(message, seq++);
    const { user, system } = process.cpuUsage(before);
    micros += user + system;
  }
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
