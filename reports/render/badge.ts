/** A run as a badge: two words in an SVG that a README shows. */
import type { LoadReport } from "../schema/load.ts";
import type { Report } from "../schema/report.ts";
import { percentOfPromise, type Tone, toneOf, verdictOf } from "../schema/summary.ts";
import { markup } from "./text.ts";

const COLORS: Record<Tone, string> = { good: "#2f7d51", part: "#8f5a00", bad: "#b92a2a" };

/** A badge of a conformance run: rules shown of all, how much was shown, or how many failed. */
export function conformanceBadge(report: Report): string {
  const { word, sentence } = verdictOf(report);
  const said = {
    PASS: `${report.shown}/${report.total}`,
    PARTIAL: `partial ${percentOfPromise(report)}%`,
    FAIL: sentence,
  };
  return badge(word in said ? said[word as keyof typeof said] : word.toLowerCase(), word);
}

/** A badge of a load run: its plan and its verdict. */
export function loadBadge({ plan, verdict: { word } }: LoadReport): string {
  return badge(`${plan.name} ${word.toLowerCase()}`, word);
}

/** Text of the SVG, in the colour of the verdict. */
function badge(message: string, verdict: string): string {
  const color = COLORS[toneOf(verdict)];
  const label = "touchstone";
  const left = widthOf(label);
  const right = widthOf(message);
  const text = (x: number, words: string) => `<text x="${x}" y="14">${markup(words)}</text>`;
  const title = markup(`${label}: ${message}`);
  const size = `width="${left + right}" height="20"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${title}">
<title>${title}</title>
<clipPath id="r"><rect ${size} rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#444"/>
<rect x="${left}" width="${right}" height="20" fill="${color}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
${text(left / 2, label)}
${text(left + right / 2, message)}
</g></svg>
`;
}

/** Near enough for Verdana at 11 pixels; there is no font to ask. */
function widthOf(text: string): number {
  return Math.round(text.length * 6.8 + 12);
}
