/** The drawing itself: bars on the rows of their clients, the order found, where it ends. */
import {
  AXIS_HEIGHT,
  BAR_HEIGHT,
  LINE_MAX,
  type PlacedBar,
  type TimelineLayout,
} from "./timeline-layout.ts";
import { clipped, type Marked } from "./timeline-marks.ts";

const TOOLTIP_MAX = 400;
const BADGE = 10;
const TIME_DIGITS = 3;

/** A time as it is told: since the first call drawn. */
export type TimeText = (time: number) => string;

export function timeTextOf(marked: readonly Marked[], unit: string): TimeText {
  const start = Math.min(...marked.map(({ call }) => call));
  const suffix = unit === "" ? "" : ` ${unit}`;
  return (time) =>
    Number.isFinite(time) ? `${Number((time - start).toFixed(TIME_DIGITS))}${suffix}` : "never";
}

/** Shape: fixed in size, so that its texts can be read on any screen; wide ones are scrolled. */
export function timelineSvg(layout: TimelineLayout, timeText: TimeText): string {
  const { bars, rows, ticks, width, height } = layout;
  const size = `width="${fixed(width)}" height="${height}"`;
  const stripes = rows.map(({ top, height: tall }, at) => {
    const odd = at % 2 === 0 ? "stripe" : "stripe odd";
    return `<rect class="${odd}" y="${top}" width="100%" height="${tall}"/>`;
  });
  const marks = ticks.map(
    ({ x, time }) =>
      `<path class="tick" d="M${fixed(x)} ${AXIS_HEIGHT - 6}V${height}"/>` +
      `<text class="time" x="${fixed(x)}" y="16">${clipped(timeText(time), LINE_MAX)}</text>`,
  );
  return `<svg ${size} role="img" aria-label="Operations as bars, a row for each client; the table below says the same">
${stripes.join("")}${marks.join("")}${threadOf(bars)}
${bars.map((bar) => barOf(bar, { timeText, height })).join("\n")}
${bars.map(badgeOf).join("")}
</svg>`;
}

/** The order found as a line from number to number. */
function threadOf(bars: readonly PlacedBar[]): string {
  const placed = bars
    .filter(({ middle }) => middle !== null)
    .toSorted((one, two) => one.marked.number! - two.marked.number!);
  const points = placed.map(({ middle, top }) => `${fixed(middle!)},${top}`);
  return `<polyline class="thread" points="${points.join(" ")}"/>`;
}

function barOf(
  { marked, left, right, top }: PlacedBar,
  { timeText, height }: { timeText: TimeText; height: number },
): string {
  const { client, asked, answered, call, end, fate } = marked;
  const isOpen = end === Number.POSITIVE_INFINITY;
  const tip = `${client}: ${asked} → ${answered} (${timeText(call)} to ${timeText(end)})`;
  const size = `x="${fixed(left)}" y="${top}" width="${fixed(right - left)}" height="${BAR_HEIGHT}"`;
  const line = (text: string, y: number, name: string) =>
    `<text class="${name}" x="11" y="${y}">${clipped(text, LINE_MAX)}</text>`;
  const wall =
    fate === "stuck" && !isOpen
      ? `<path class="wall" d="M${fixed(right)} ${AXIS_HEIGHT}V${height}"/>`
      : "";
  return (
    `${wall}<svg ${size} class="${fate}${isOpen ? " open" : ""}"><title>${clipped(tip, TOOLTIP_MAX)}</title>` +
    `<rect class="bar" x="1" y="1" width="${fixed(right - left - 2)}" height="${BAR_HEIGHT - 2}" rx="6"/>` +
    `${line(asked, 21, "asked")}${line(`→ ${answered}`, 37, "answered")}</svg>`
  );
}

/** Its number in the order, or that there is none for it. */
function badgeOf({ marked: { fate, number }, middle, right, top }: PlacedBar): string {
  const [x, text] = fate === "stuck" ? [right - BADGE - 4, "✕"] : [middle, String(number)];
  if (x === null) return "";
  const half = Math.max(BADGE, 4 + text.length * 3.6);
  return (
    `<g class="badge ${fate}"><rect x="${fixed(x - half)}" y="${top - BADGE}" width="${fixed(half * 2)}" ` +
    `height="${BADGE * 2}" rx="${BADGE}"/><text x="${fixed(x)}" y="${top + 4}">${text}</text></g>`
  );
}

function fixed(place: number): string {
  return String(Number(place.toFixed(1)));
}
