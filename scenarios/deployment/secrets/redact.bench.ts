/** How long hiding secrets takes in a large text, whatever is in it. */
import { type BenchRow, median } from "../../../reports/schema/bench.ts";
import { HARD_TEXTS } from "./hard-texts.fixture.ts";
import { Redactor } from "./redact.ts";

const BYTES = 8_000_000;
const ROUNDS = 5;
/** What it may take. Units: ms of CPU time. */
const AIM_MS = 1_000;

/** One row: the text that takes longest. */
export async function bench(): Promise<BenchRow[]> {
  const redactor = new Redactor();
  const taken = Object.entries(HARD_TEXTS).map(([title, textOf]) => {
    const text = textOf(BYTES);
    redactor.text(text);
    return { title, ms: median(Array.from({ length: ROUNDS }, () => cpuMs(redactor, text))) };
  });
  const worst = taken.reduce((one, other) => (other.ms > one.ms ? other : one));
  const all = taken.map(({ title, ms }) => `${title} ${ms.toFixed(0)}`);
  return [
    {
      name: `redaction of 8 MB, the slowest of ${taken.length} texts`,
      ...{ measured: worst.ms, unit: "ms of CPU", aim: AIM_MS, isAtMost: true },
      note: all.join(", "),
    },
  ];
}

function cpuMs(redactor: Redactor, text: string): number {
  const began = process.cpuUsage();
  redactor.text(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
