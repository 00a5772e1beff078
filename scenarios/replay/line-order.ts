/** Puts lines in the order in which their answers came, and says which overlapped. */
import type { SessionExchange, SessionLine } from "../session/format.ts";

/** A line in its place. Shape: `overlaps` are the numbers of exchanges under way beside it. */
export interface PlacedLine {
  line: SessionLine;
  overlaps: readonly number[];
}

/** Moves a line right before another, by number: another order that may be the true one. */
export type Reordering = ReadonlyMap<number, number>;

/** One way in which it may have happened. Shape: `left` are lines that never reached the venue. */
export interface Course {
  moves: Reordering;
  left: ReadonlySet<number>;
}

/** As it was written down. */
export const AS_RECORDED: Course = { moves: new Map(), left: new Set() };

interface Waiting {
  line: SessionLine;
  start: number;
  end: number;
  key: number;
}

/** Less than any two answers are apart. */
const MOMENT_MS = 1e-6;
/** Both times of a line are rounded: what began right after it must not end before it. */
const ROUNDING_MS = 0.2;
/** How many finished exchanges are remembered for overlaps, however many there are. */
const REMEMBERED_MAX = 256;

/**
 * The order of sending is not the order the venue worked in; that of answers comes closer.
 * Shape: holds back only what others may still overtake.
 */
export async function* inOrderOfAnswers(
  lines: AsyncIterable<SessionLine>,
  moves: Reordering,
): AsyncGenerator<PlacedLine, void> {
  const waiting: Waiting[] = [];
  let recent: Waiting[] = [];
  const keys = new Map<number, number>();
  const release = (item: Waiting): PlacedLine => {
    const overlaps = [...recent, ...waiting].filter((other) => overlap(item, other));
    if (isExchange(item.line)) recent.push(item);
    if (recent.length > REMEMBERED_MAX) recent.shift();
    return { line: item.line, overlaps: overlaps.map(({ line }) => line.n) };
  };
  const heard = new Map<string, number>();
  for await (const line of lines) {
    const item = waitingOf(line, moves, keys);
    if ("stream" in line) item.key = placeOnStream(line, item.key, { waiting, heard });
    while (waiting[0] !== undefined && waiting[0].key <= line.at) yield release(waiting.shift()!);
    for (const other of waiting) {
      if (moves.get(other.line.n) === line.n) other.key = item.key - MOMENT_MS;
    }
    waiting.push(item);
    // Nothing still to come began before this: what ended earlier overlaps no more.
    const since = Math.min(...waiting.map(({ start }) => start));
    recent = recent.filter(({ end }) => end > since);
    waiting.sort((a, b) => a.key - b.key);
  }
  for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) yield release(item);
}

/** A moved line ends a moment before the one it is moved to, be that read before or after it. */
function waitingOf(line: SessionLine, moves: Reordering, keys: Map<number, number>): Waiting {
  const end = line.at + (("took" in line && line.took) || 0);
  const place = Math.max(line.at, end - ROUNDING_MS);
  if (moves.size > 0) keys.set(line.n, place);
  const target = keys.get(moves.get(line.n) ?? 0);
  return { line, start: line.at, end, key: target === undefined ? place : target - MOMENT_MS };
}

/** What was heard while others were being answered may be their doing: it is listened for after. */
function placeOnStream(
  line: Extract<SessionLine, { stream: string }>,
  place: number,
  { waiting, heard }: { waiting: readonly Waiting[]; heard: Map<string, number> },
): number {
  const others = "receive" in line ? waiting.map(({ key }) => key) : [];
  const key = Math.max(place, heard.get(line.stream) ?? 0, ...others);
  if ("close" in line) heard.delete(line.stream);
  else heard.set(line.stream, key);
  return key;
}

function overlap(one: Waiting, other: Waiting): boolean {
  if (one === other || !isExchange(one.line) || !isExchange(other.line)) return false;
  return one.start < other.end - ROUNDING_MS && other.start < one.end - ROUNDING_MS;
}

function isExchange(line: SessionLine): line is SessionExchange {
  return "request" in line;
}
