/** What a soak found, tenth by tenth, and whether the venue wore. */
import type { Arrivals } from "./pace.ts";
import type { Usage } from "./run-venue.ts";

/** The venue at a moment of the soak. Units: ms from its beginning. */
export interface UsageSample extends Usage {
  atMs: number;
}

/** All that a soak measured. */
export interface SoakMeasures {
  lastsMs: number;
  /** Units: requests a second. */
  rate: number;
  arrivals: Arrivals;
  samples: UsageSample[];
  statuses: ReadonlyMap<number, number>;
  /** Of the venue at its end. */
  digest: { sha256?: string };
  /** Of its journal, applied from the first record on. */
  replayed: { sha256: string; records: number; seconds: number };
}

const TENTHS = 10;
/** Of the last tenth against the first. */
const P99_GROWTH_MAX = 1.2;
/** Of the last tenth against the third, when all is warm. */
const HEAP_GROWTH_MAX = 1.1;
const HEAP_SLACK_BYTES = 8 * 1024 * 1024;
/** A shorter one says nothing of how latency or memory develop. Units: ms. */
const REPORTED_MS = 300_000;
/** Answers that a venue in order gives to such a load; 404: the order was filled meanwhile. */
const EXPECTED = new Set([200, 201, 404, 409]);

/** Sentences about what should not be; none when all is well. */
export function judge(measured: SoakMeasures): string[] {
  const { statuses, arrivals, digest, replayed, lastsMs } = measured;
  const violations: string[] = [];
  const odd = [...statuses.keys()].filter((status) => !EXPECTED.has(status));
  if (odd.length > 0) violations.push(`answered ${odd.join(", ")}`);
  if (arrivals.failures > 0) violations.push(`${arrivals.failures} requests were not answered`);
  if (digest.sha256 !== replayed.sha256) violations.push("a replay gives another digest");
  if (lastsMs < REPORTED_MS) return violations;
  const tenths = tenthsOf(measured);
  const [first, last, warm] = [tenths[0]!, tenths.at(-1)!, tenths[2]!];
  if (last.p99Ms > P99_GROWTH_MAX * first.p99Ms) {
    violations.push(`p99 grew from ${first.p99Ms.toFixed(1)} to ${last.p99Ms.toFixed(1)} ms`);
  }
  if (last.heapBytes > HEAP_GROWTH_MAX * warm.heapBytes + HEAP_SLACK_BYTES) {
    violations.push(`the heap grew from ${mb(warm.heapBytes)} to ${mb(last.heapBytes)} MB`);
  }
  return violations;
}

/** A table of Markdown, with what does not fit into it below. */
export function tableOf(measured: SoakMeasures): string {
  const { lastsMs, rate, statuses, digest, replayed } = measured;
  const tenthMinutes = lastsMs / TENTHS / 60_000;
  const rows = tenthsOf(measured).map((tenth, index) => {
    const { answers, p50Ms, p99Ms, heapBytes, rssBytes, cpuShare } = tenth;
    const minutes = ((index + 1) * tenthMinutes).toFixed(1);
    const latencies = `${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)}`;
    const memory = `${mb(heapBytes)} | ${mb(rssBytes)}`;
    return `| ${minutes} | ${answers} | ${latencies} | ${memory} | ${cpuShare.toFixed(2)} |`;
  });
  const answered = [...statuses].map(([status, times]) => `${times} × ${status}`).join(", ");
  const isEqual = digest.sha256 === replayed.sha256;
  const pace = (replayed.records / replayed.seconds / 1_000).toFixed(0);
  return [
    "| minutes | answers | p50, ms | p99, ms | heap, MB | resident, MB | of a core |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    `${rate.toFixed(0)} requests a second were due; answered ${answered}.`,
    `The ledger sums to zero. A replay of all ${replayed.records} records (${pace},000 a second) ` +
      `gives ${isEqual ? "the same" : "another"} digest.`,
  ].join("\n");
}

interface Tenth {
  answers: number;
  p50Ms: number;
  p99Ms: number;
  /** The least that was seen: what a collection left. */
  heapBytes: number;
  rssBytes: number;
  cpuShare: number;
}

function tenthsOf({ lastsMs, arrivals, samples }: SoakMeasures): Tenth[] {
  const lengthMs = lastsMs / TENTHS;
  const tenthOf = (atMs: number) => Math.min(TENTHS - 1, Math.floor(atMs / lengthMs));
  const latencies: number[][] = Array.from({ length: TENTHS }, () => []);
  arrivals.sentMs.forEach((sentMs, index) => {
    latencies[tenthOf(sentMs)]!.push(arrivals.latenciesMs[index]!);
  });
  return latencies.map((ofTenth, tenth) => {
    const sorted = ofTenth.sort((one, two) => one - two);
    const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? Number.NaN;
    const seen = samples.filter(({ atMs }) => tenthOf(atMs) === tenth);
    const [first, last] = [seen[0], seen.at(-1)];
    const spent = first && last ? (last.cpuMicros - first.cpuMicros) / 1_000 : 0;
    return {
      answers: sorted.length,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      heapBytes: Math.min(...seen.map(({ heapUsed }) => heapUsed)),
      rssBytes: Math.max(...seen.map(({ rss }) => rss)),
      cpuShare: first && last ? spent / (last.atMs - first.atMs) : 0,
    };
  });
}

const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(0);
