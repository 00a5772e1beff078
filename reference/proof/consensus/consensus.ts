/** Holds the core against reports that other engines agree on: `npm run consensus [TAPE …]`. */
import { parseArgs } from "node:util";
import { CoreEngine } from "./core-engine.ts";
import { OVERLAPPING } from "./overlapping.ts";
import { MatchEngine, NodeOrderBook } from "./peer-engines.ts";
import { firstDifference, play, type TapeResult } from "./play.ts";
import type { ReportingEngine } from "./reports.ts";
import { SURVEYED } from "./survey.ts";
import type { Tape } from "./tape.ts";

/** A tape, and one engine that it is played on. */
interface Run {
  tape: Tape;
  engine: () => ReportingEngine;
}

/** Messages of a surveyed tape: about what one run takes. */
const MESSAGES = 2_000_000;
const TELL_EVERY_MS = 2_000;

const OURS = [() => new CoreEngine("cancel and place"), () => new CoreEngine("amend")];
const PEERS = [() => new NodeOrderBook(), () => new MatchEngine()];
const RUNS: readonly Run[] = [
  ...SURVEYED.flatMap((tape) => OURS.map((engine) => ({ tape, engine }))),
  ...[...OURS, ...PEERS].map((engine) => ({ tape: OVERLAPPING, engine })),
];

const { positionals: wanted } = parseArgs({ allowPositionals: true });
const runs = RUNS.filter(({ tape }) => wanted.length === 0 || wanted.includes(tape.name));
const unknown = wanted.filter((name) => !RUNS.some(({ tape }) => tape.name === name));
if (unknown.length > 0) {
  const names = [...new Set(RUNS.map(({ tape }) => tape.name))];
  console.error(`consensus: no tape ${unknown.join(", ")}; there are ${names.join(", ")}`);
  process.exit(2);
}
const begun = performance.now();
let toldAt = begun;
const agreeing = runs.filter(agrees).length;
console.log(`${agreeing} of ${runs.length} runs agree`);
process.exitCode = agreeing === runs.length ? 0 : 1;

function agrees({ tape, engine }: Run, index: number): boolean {
  const start = performance.now();
  const subject = engine();
  const onChunk = (seq: number) => tellTimeLeft((index + seq / MESSAGES) / runs.length);
  const played = play(tape.messages(), subject, { onChunk });
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  console.log(`${tape.name}, ${subject.name}: ${countsOf(played)}, ${seconds} s`);
  const isSame = played.sha256 === tape.reports;
  console.log(`  ${played.sha256} ${isSame ? "agrees" : `differs from ${tape.reports}`}`);
  if (!isSame) console.log(differenceOf({ tape, engine }));
  return isSame;
}

function countsOf({ messages, reports, trades }: TapeResult): string {
  return `${messages} messages, ${reports} reports, ${trades} trades`;
}

/** Where it begins, as another engine has it; looking for it may take minutes. */
function differenceOf({ tape, engine }: Run): string {
  const [one, other] = [engine(), new NodeOrderBook()];
  console.error(`consensus: looking for where ${one.name} and ${other.name} part`);
  const found = firstDifference(tape.messages(), one, other);
  if (found === null) return `  ${other.name} reports the same`;
  const { seq, message } = found;
  const sides = [`${one.name}: ${found.one.join(" ")}`, `${other.name}: ${found.other.join(" ")}`];
  return [`  from message ${seq} on, ${JSON.stringify(message)}`, ...sides].join("\n    ");
}

function tellTimeLeft(share: number): void {
  const now = performance.now();
  if (now - toldAt < TELL_EVERY_MS) return;
  toldAt = now;
  const leftMs = ((now - begun) / share) * (1 - share);
  console.error(`consensus: ${Math.floor(100 * share)}%, ${Math.ceil(leftMs / 1_000)} s left`);
}
