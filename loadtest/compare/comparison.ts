/** Two targets under the same load: outcomes first, then latency within an outcome, paired. */
import type { LoadPercentiles, LoadReport } from "../../reports/schema/load.ts";
import { differs, type Interval, medianInterval, mixDistance, noiseFactor } from "./statistics.ts";

/** One run of the interleaving. */
export interface Turn {
  side: "A" | "B";
  report: LoadReport;
}

/** One percentile of one endpoint's outcome. Shape: `ratio` is B over A. */
export interface Line {
  endpoint: string;
  outcome: string;
  percentile: "p50" | "p95" | "p99";
  ratio: Interval;
  noise: number;
  verdict: "no difference" | "B slower" | "B faster";
}

/** An endpoint whose answers are of different kinds: its latencies are not compared. */
export interface Mixed {
  endpoint: string;
  distance: number;
  a: Record<string, number>;
  b: Record<string, number>;
}

/** What a comparison found. */
export interface LoadComparison {
  lines: Line[];
  mixed: Mixed[];
}

const PERCENTILES = ["p50", "p95", "p99"] as const;
/** Fewer samples say nothing of a percentile. */
const SAMPLES_MIN = 20;
const MIX_DISTANCE_MIN = 0.02;

/** The order of the runs: each pair the other way round than the one before. */
export function interleaving(pairs: number): ("A" | "B")[] {
  return Array.from({ length: pairs }, (_, pair) => (pair % 2 === 0 ? "AB" : "BA"))
    .join("")
    .split("") as ("A" | "B")[];
}

/**
 * Compares. The pairs are turns 1 and 2, 3 and 4, …; between them stand turns of one target, 2 and
 * 3, 4 and 5, …: what these differ by is noise.
 */
export function compare(turns: readonly Turn[], seed: number): LoadComparison {
  const pairs = chunks(turns, 0).map(([one, two]) => (one.side === "A" ? [one, two] : [two, one]));
  const same = chunks(turns, 1);
  const names = commonEndpoints(turns);
  const mixed = names.flatMap((name) => mixOf(name, pairs as [Turn, Turn][], same) ?? []);
  const alike = names.filter((name) => !mixed.some(({ endpoint }) => endpoint === name));
  const lines = alike.flatMap((name) => {
    const outcomes = commonOutcomes(name, turns);
    return outcomes.flatMap((outcome) =>
      PERCENTILES.map((percentile): Line => {
        const ratioOf = ([a, b]: readonly Turn[]) =>
          latency(b!, { name, outcome })[percentile] / latency(a!, { name, outcome })[percentile];
        const ratio = medianInterval(pairs.map(ratioOf), seed);
        const noise = noiseFactor(same.map(ratioOf));
        const verdict = word(ratio, noise);
        return { endpoint: name, outcome, percentile, ratio, noise, verdict };
      }),
    );
  });
  return { lines, mixed };
}

function word(ratio: Interval, noise: number): Line["verdict"] {
  if (!differs(ratio, noise)) return "no difference";
  return ratio.median > 1 ? "B slower" : "B faster";
}

function chunks(turns: readonly Turn[], from: number): [Turn, Turn][] {
  const count = Math.floor((turns.length - from) / 2);
  return Array.from({ length: count }, (_, pair) => {
    return [turns[from + 2 * pair]!, turns[from + 2 * pair + 1]!];
  });
}

function endpointIn({ report }: Turn, name: string) {
  return report.endpoints.find((endpoint) => endpoint.name === name);
}

function commonEndpoints(turns: readonly Turn[]): string[] {
  const names = turns[0]?.report.endpoints.map(({ name }) => name) ?? [];
  return names.filter((name) => turns.every((turn) => endpointIn(turn, name) !== undefined));
}

function commonOutcomes(name: string, turns: readonly Turn[]): string[] {
  return ["accepted", "declined"].filter((outcome) =>
    turns.every((turn) => {
      return (endpointIn(turn, name)?.latency[outcome]?.count ?? 0) >= SAMPLES_MIN;
    }),
  );
}

function latency(turn: Turn, { name, outcome }: { name: string; outcome: string }) {
  return endpointIn(turn, name)?.latency[outcome] as LoadPercentiles;
}

/** Null where the targets answer alike: no further apart than one target is from itself. */
function mixOf(
  name: string,
  pairs: readonly [Turn, Turn][],
  same: readonly [Turn, Turn][],
): Mixed | null {
  const mix = (turns: readonly Turn[]) => summed(turns.map((turn) => outcomesOf(turn, name)));
  const apart = ([one, two]: readonly Turn[]) => mixDistance(mix([one!]), mix([two!]));
  const a = mix(pairs.map(([turn]) => turn));
  const b = mix(pairs.map(([, turn]) => turn));
  const distance = mixDistance(a, b);
  const usual = Math.max(MIX_DISTANCE_MIN, ...same.map(apart));
  return distance > usual ? { endpoint: name, distance, a, b } : null;
}

function outcomesOf(turn: Turn, name: string): Record<string, number> {
  return endpointIn(turn, name)?.outcomes ?? {};
}

function summed(mixes: readonly Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const mix of mixes) {
    for (const [name, n] of Object.entries(mix)) sum[name] = (sum[name] ?? 0) + n;
  }
  return sum;
}
