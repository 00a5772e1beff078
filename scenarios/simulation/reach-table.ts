/** What a batch of seeds got to, as a table for people. */
import pc from "picocolors";
import { FAULT_NAMES } from "./faults.ts";
import type { SeedTotals } from "./run-seeds.ts";

const DAY_MS = 86_400_000;

/** Codes, order rules and faults with their counts, and the size of it all in a last line. */
export function reachTable(tally: SeedTotals): string {
  const { reach, struck } = tally;
  const faults = FAULT_NAMES.map((name) => [name, struck.get(name) ?? 0] as const);
  return [
    ...block("codes", [...reach.codes]),
    ...block("order rules", [...reach.rules]),
    ...block("faults", faults),
    sizeLine(tally),
  ].join("\n");
}

function block(title: string, counts: readonly (readonly [string, number])[]): string[] {
  const reached = counts.filter(([, count]) => count > 0).length;
  const lines = counts.map(([name, count]) => {
    const line = `  ${name.padEnd(26)} ${String(count).padStart(9)}`;
    return count === 0 ? pc.dim(line) : line;
  });
  return [`${title}: ${reached} of ${counts.length}`, ...lines];
}

/** Seeds, events, and how much faster than the clock on the wall. */
function sizeLine({ seeds, commands, events, virtualMs, tookMs }: SeedTotals): string {
  const number = (value: number): string => Math.round(value).toLocaleString("en");
  const rate = number(events / (tookMs / 1_000));
  const days = (virtualMs / DAY_MS).toFixed(2);
  return (
    `${number(seeds)} seeds, ${number(commands)} commands, ${number(events)} events in ` +
    `${(tookMs / 1_000).toFixed(1)} s: ${rate} events/s; ${days} days of virtual time, ` +
    `${number(virtualMs / tookMs)} times as fast as the clock`
  );
}
