/** Where everything of a drawing stands: time runs to the right, as far apart as the texts need. */
import type { Marked } from "./timeline-marks.ts";

/** Units: pixels, here and below. */
export const BAR_HEIGHT = 46;
export const AXIS_HEIGHT = 30;
/** Characters of a line in a bar. */
export const LINE_MAX = 26;

const LANE_HEIGHT = 64;
const CLIENT_GAP = 8;
const EDGE = 16;
const CHAR_WIDTH = 7.3;
const BAR_PADDING = 22;
const TICK_GAP = 72;
/** What is left free before a call, a place in the order, a return. */
const GAPS = [12, 24, 12] as const;

/** A bar. Shape: `middle` is where its number stands, null without one. */
export interface PlacedBar {
  marked: Marked;
  left: number;
  right: number;
  top: number;
  middle: number | null;
}

/** The row of a client; several of its operations may be under way at once. */
export interface ClientRow {
  client: string;
  top: number;
  height: number;
}

export interface TimelineLayout {
  bars: readonly PlacedBar[];
  rows: readonly ClientRow[];
  ticks: readonly { x: number; time: number }[];
  width: number;
  height: number;
}

/** Something at a time: `rank` 0 is a call, 1 a place in the order, 2 a return. */
interface Happening {
  marked: Marked;
  time: number;
  rank: 0 | 1 | 2;
}

export function layoutOf(marked: readonly Marked[]): TimelineLayout {
  const { places, ticks, width } = across(marked);
  const { rows, tops, height } = down(marked);
  const bars = marked.map((one): PlacedBar => {
    const [left, middle, right] = places.get(one)!;
    const ends = { left: left!, right: right ?? width, middle: middle ?? null };
    return { marked: one, ...ends, top: tops.get(one)! };
  });
  return { bars, rows, ticks, width, height };
}

/** Places from left to right. Shape: those of an operation by rank. */
function across(marked: readonly Marked[]) {
  const places = new Map<Marked, (number | undefined)[]>(marked.map((one) => [one, []]));
  const ticks: { x: number; time: number }[] = [];
  let x = EDGE - GAPS[0];
  for (const { marked: one, time, rank } of happenings(marked)) {
    const own = places.get(one)!;
    x += GAPS[rank];
    if (rank === 2) x = Math.max(x, own[0]! + widthOf(one));
    own[rank] = x;
    const last = ticks.at(-1) ?? { x: -TICK_GAP, time: null };
    if (x - last.x >= TICK_GAP && time !== last.time) ticks.push({ x, time });
  }
  const open = marked.filter(({ end }) => end === Number.POSITIVE_INFINITY);
  const ends = open.map((one) => places.get(one)![0]! + widthOf(one));
  const width = Math.max(x, ...ends) + EDGE;
  return { places, ticks: ticks.filter((tick) => tick.x + TICK_GAP <= width), width };
}

function happenings(marked: readonly Marked[]): Happening[] {
  const all = marked.flatMap((one): Happening[] => [
    { marked: one, time: one.call, rank: 0 },
    ...(one.moment === null ? [] : [{ marked: one, time: one.moment, rank: 1 as const }]),
    ...(one.end === Number.POSITIVE_INFINITY
      ? []
      : [{ marked: one, time: one.end, rank: 2 as const }]),
  ]);
  return all.sort(
    (one, two) =>
      one.time - two.time ||
      one.rank - two.rank ||
      (one.marked.number ?? 0) - (two.marked.number ?? 0),
  );
}

function widthOf({ asked, answered }: Marked): number {
  const longest = Math.max([...asked].length, [...answered].length + 2);
  return Math.min(LINE_MAX, longest) * CHAR_WIDTH + BAR_PADDING;
}

const BY_NAME = new Intl.Collator("en", { numeric: true }).compare;

/** Rows from top to bottom: a client each. */
function down(marked: readonly Marked[]) {
  const rows: ClientRow[] = [];
  const tops = new Map<Marked, number>();
  let top = AXIS_HEIGHT;
  for (const client of [...new Set(marked.map((one) => one.client))].sort(BY_NAME)) {
    const lanes: number[] = [];
    for (const one of marked.filter((other) => other.client === client)) {
      const free = lanes.findIndex((end) => end < one.call);
      const lane = free < 0 ? lanes.length : free;
      lanes[lane] = one.end;
      tops.set(one, top + lane * LANE_HEIGHT + (LANE_HEIGHT - BAR_HEIGHT) / 2 + CLIENT_GAP / 2);
    }
    const height = lanes.length * LANE_HEIGHT + CLIENT_GAP;
    rows.push({ client, top, height });
    top += height;
  }
  return { rows, tops, height: top + EDGE };
}
