/** A workload played on an engine, and what came of it. */
import { createHash } from "node:crypto";
import type { ReportingEngine, Reports } from "./reports.ts";
import type { WireMessage } from "./workload.ts";

/** Lines that are hashed at a time, and messages between two looks at the clock. */
const CHUNK = 4_096;

/** What an engine was told and told in turn. Shape: `sha256` is of the lines, joined, in hex. */
export interface TapeResult {
  messages: number;
  reports: number;
  trades: number;
  sha256: string;
}

/** Plays all messages, or so many; `onChunk` learns now and then how many were played. */
export function play(
  messages: Iterable<WireMessage>,
  engine: ReportingEngine,
  { limit = Number.POSITIVE_INFINITY, onChunk = (_seq: number): void => {} } = {},
): TapeResult {
  const transcript = new Transcript();
  let seq = 0;
  for (const message of messages) {
    if (seq === limit) break;
    transcript.add(engine.take(message, seq));
    seq += 1;
    if (seq % CHUNK === 0) onChunk(seq);
  }
  return { messages: seq, ...transcript.end() };
}

/** Hashes lines with line feeds between, none at the end. */
export class Transcript {
  private readonly hash = createHash("sha256");
  private readonly lines: string[] = [];
  private reports = 0;
  private trades = 0;

  add(lines: Reports): void {
    for (const line of lines) {
      if (line.startsWith("1,")) this.trades += 1;
      this.lines.push(line);
    }
    if (this.lines.length >= CHUNK) this.flush();
  }

  end(): Omit<TapeResult, "messages"> {
    this.flush();
    return { reports: this.reports, trades: this.trades, sha256: this.hash.digest("hex") };
  }

  private flush(): void {
    if (this.lines.length === 0) return;
    this.hash.update(`${this.reports === 0 ? "" : "\n"}${this.lines.join("\n")}`);
    this.reports += this.lines.length;
    this.lines.length = 0;
  }
}

/** The first message that two engines report on differently. */
export interface EngineDifference {
  seq: number;
  message: WireMessage;
  one: Reports;
  other: Reports;
}

/** Plays both side by side until they differ; null when they agree over all messages. */
export function firstDifference(
  messages: Iterable<WireMessage>,
  one: ReportingEngine,
  other: ReportingEngine,
): EngineDifference | null {
  let seq = 0;
  for (const message of messages) {
    const [ours, theirs] = [one.take(message, seq), other.take(message, seq)];
    if (ours.join() !== theirs.join()) return { seq, message, one: ours, other: theirs };
    seq += 1;
  }
  return null;
}
