/** Charts as still SVG: lines and stacked bars; the numbers stand in a table beside them. */
import type { Scale } from "./scale.ts";
import { markup } from "./text.ts";

/** A named row of points. Shape: `tone` is a colour of the style sheet; null leaves a gap. */
export interface ChartLine {
  name: string;
  tone: string;
  points: readonly (readonly [x: number, y: number | null])[];
}

/** What a chart shows. Shape: `marks` are upright lines with a word; `labels` replace x ticks. */
export interface Chart {
  title: string;
  xLabel: string;
  x: Scale;
  y: Scale;
  series: readonly ChartLine[];
  marks?: readonly { x: number; text: string }[];
  labels?: readonly string[];
}

/** Colours for rows that have none by their meaning. */
export const TONES = [
  "--observed",
  "--pass",
  "--warn",
  "--inconclusive",
  "--error",
  "--fail",
  "--dim",
] as const;

const WIDTH = 560;
const HEIGHT = 240;
const LEFT = 46;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 34;

/** One line a row. */
export function lineChart(chart: Chart): string {
  const lines = chart.series.map(({ tone, points }) => {
    const path = pathOf(chart, points);
    return `<path d="${path}" fill="none" stroke="var(${tone})" stroke-width="1.8"/>`;
  });
  return figure(chart, lines.join(""));
}

/** Bars of all rows on top of each other. Units: `width` is that of a bar, in x. */
export function stackedChart(chart: Chart, width: number): string {
  const heights = new Map<number, number>();
  const bars = chart.series.flatMap(({ tone, points }) =>
    points.flatMap(([x, y]) => {
      if (y === null || y === 0) return [];
      const below = heights.get(x) ?? 0;
      heights.set(x, below + y);
      return [bar(chart, { x, width, from: below, to: below + y }, tone)];
    }),
  );
  return figure(chart, bars.join(""));
}

interface Bar {
  x: number;
  width: number;
  from: number;
  to: number;
}

function bar(chart: Chart, { x, width, from, to }: Bar, tone: string): string {
  const left = across(chart, x);
  const top = up(chart, to);
  const size = `width="${fixed(Math.max(0.5, across(chart, x + width) - left))}"`;
  const height = fixed(up(chart, from) - top);
  return `<rect x="${fixed(left)}" y="${fixed(top)}" ${size} height="${height}" fill="var(${tone})"/>`;
}

function pathOf(chart: Chart, points: ChartLine["points"]): string {
  let pen = "M";
  return points
    .map(([x, y]) => {
      if (y === null) {
        pen = "M";
        return "";
      }
      const step = `${pen}${fixed(across(chart, x))} ${fixed(up(chart, y))}`;
      pen = "L";
      return step;
    })
    .join("");
}

function figure(chart: Chart, content: string): string {
  const { title, xLabel, series, marks = [] } = chart;
  const name = markup(title);
  return `<figure><figcaption>${name}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">
${grid(chart)}${content}${marks.map((mark) => markLine(chart, mark)).join("")}
<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 4}" text-anchor="middle">${markup(xLabel)}</text>
</svg>
<div class="legend">${series.map(legend).join("")}</div></figure>`;
}

function legend({ name, tone }: ChartLine): string {
  return `<span><i style="background:var(${tone})"></i>${markup(name)}</span>`;
}

function grid(chart: Chart): string {
  const rows = chart.y.ticks.map((tick) => {
    const y = fixed(up(chart, tick));
    return (
      `<path d="M${LEFT} ${y}H${WIDTH - RIGHT}" stroke="var(--line)"/>` +
      `<text x="${LEFT - 5}" y="${y}" dy="4" text-anchor="end">${tick}</text>`
    );
  });
  const columns = chart.x.ticks.map((tick, at) => {
    const label = chart.labels === undefined ? String(tick) : (chart.labels[at] ?? "");
    const y = HEIGHT - BOTTOM + 14;
    return `<text x="${fixed(across(chart, tick))}" y="${y}" text-anchor="middle">${markup(label)}</text>`;
  });
  return rows.join("") + columns.join("");
}

function markLine(chart: Chart, { x, text }: { x: number; text: string }): string {
  const at = across(chart, x);
  const end = at > WIDTH / 2;
  const anchor = end ? "end" : "start";
  return (
    `<path d="M${fixed(at)} ${TOP}V${HEIGHT - BOTTOM}" stroke="var(--fail)" stroke-dasharray="4 3"/>` +
    `<text x="${fixed(at + (end ? -4 : 4))}" y="${TOP}" text-anchor="${anchor}">${markup(text)}</text>`
  );
}

function across({ x }: Chart, value: number): number {
  return LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
}

function up({ y }: Chart, value: number): number {
  return HEIGHT - BOTTOM - y.place(value) * (HEIGHT - TOP - BOTTOM);
}

function fixed(place: number): string {
  return String(Number(place.toFixed(1)));
}
