/** A history drawn as a time line: one page of HTML, no script, nothing loaded. */
import { markup, valueText } from "../../reports/render/text.ts";
import type { Operation } from "./history.ts";
import { type ClientRow, layoutOf } from "./timeline-layout.ts";
import {
  clipped,
  type Marked,
  type Selected,
  selected,
  type TimelineOptions,
} from "./timeline-marks.ts";
import { TIMELINE_STYLE } from "./timeline-style.ts";
import { type TimeText, timelineSvg, timeTextOf } from "./timeline-svg.ts";
import type { Verdict } from "./verdict.ts";

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
const VALUE_MAX = 240;
const CELL_MAX = 120;

/**
 * Draws a checked history: clients as rows, operations as bars from call to return, the order found as
 * numbers, and what has no place in it.
 * Shape: of a contradiction the shortest beginning that shows it; of a long history the end of what is
 * explained. Returns: an HTML document; foreign text in it is escaped.
 */
export function timeline<State, Op, Result>(
  history: readonly Operation<Op, Result>[],
  verdict: Verdict<State, Op, Result>,
  options: TimelineOptions<State, Op, Result> = {},
): string {
  const shown = selected(history, verdict, options);
  const layout = layoutOf(shown.marked);
  const timeText = timeTextOf(shown.marked, options.unit ?? "");
  const { title = "A history, drawn" } = options;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${clipped(title, CELL_MAX)}</title>
<style>${TIMELINE_STYLE}</style>
</head>
<body>
<header>
<h1><span class="verdict ${verdict.verdict}">${verdict.verdict}</span> ${clipped(title, CELL_MAX)}</h1>
${sentences(verdict, shown, options)}
</header>
<main>
<figure>
<div class="clients" aria-hidden="true">${layout.rows.map(clientOf).join("")}</div>
<div class="scroll${verdict.verdict === "linear" ? "" : " end"}" tabindex="0" role="region" aria-label="Time line">
<div>${timelineSvg(layout, timeText)}</div>
</div>
</figure>
${LEGEND}
${tableOf(shown.marked, timeText)}
</main>
</body>
</html>
`;
}

const LEGEND = `<ul class="legend">
<li><i>1</i> explained: its place in the order found</li>
<li class="stuck"><i>✕</i> has no place in any order</li>
<li class="unplaced"><i></i> under way, without a place so far, or never answered</li>
</ul>
<p class="note">Time runs to the right and is stretched where texts need room.</p>`;

function sentences<State, Op, Result>(
  verdict: Verdict<State, Op, Result>,
  { before, total }: Selected,
  options: TimelineOptions<State, Op, Result>,
): string {
  const left = before === 0 ? "" : ` The first ${before}, all explained, are not drawn.`;
  return `<p>${saidOf(verdict, total, options)}${left}</p>`;
}

function saidOf<State, Op, Result>(
  verdict: Verdict<State, Op, Result>,
  total: number,
  {
    asked = valueText,
    answered = valueText,
    stateText = valueText,
  }: TimelineOptions<State, Op, Result>,
): string {
  if (verdict.verdict === "linear") {
    return `An order of ${verdict.order.length} operations explains every answer.`;
  }
  const explained = `${verdict.explained.length} of ${total} operations`;
  const of = verdict.part === "" ? "" : ` of <code>${clipped(verdict.part, CELL_MAX)}</code>`;
  if (verdict.verdict === "unknown") {
    const why = verdict.because === "deadline" ? "the time given" : "the memory given";
    return `Nobody knows: ${why} was used up. An order of ${explained}${of} was found.`;
  }
  const { client, op, answer } = verdict.stuck;
  const says = answer === undefined ? "no answer" : answered(answer.result);
  const code = (text: string) => `<code>${clipped(text, VALUE_MAX)}</code>`;
  return (
    `No order explains these operations${of}. The longest order explains ${explained} and leads to ` +
    `${code(stateText(verdict.state))}. ${markup(client.slice(0, CELL_MAX))}, which asked ${code(asked(op))} and was ` +
    `told ${code(says)}, has no place there, nor in any other order.`
  );
}

function clientOf({ client, top, height }: ClientRow, at: number): string {
  const style = `height:${height}px${at === 0 ? `;margin-top:${top}px` : ""}`;
  const odd = at % 2 === 0 ? "" : ' class="odd"';
  return `<div${odd} style="${style}"><span>${clipped(client, CELL_MAX)}</span></div>`;
}

function tableOf(marked: readonly Marked[], timeText: TimeText): string {
  const last = Number.POSITIVE_INFINITY;
  const rows = marked
    .toSorted((one, two) => (one.number ?? last) - (two.number ?? last))
    .map(({ client, asked, answered, call, end, fate, number }) => {
      const place = fate === "stuck" ? "✕" : (number ?? "–");
      const cells = [client, asked, answered].map((text) => clipped(text, CELL_MAX));
      const times = `${timeText(call)} – ${timeText(end)}`;
      return `<tr class="${fate}">${[place, ...cells, clipped(times, CELL_MAX)].map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
    });
  return `<div class="table"><table>
<caption>The order found, and what has no place in it</caption>
<thead><tr><th>place</th><th>client</th><th>asked</th><th>answered</th><th>from – to</th></tr></thead>
<tbody>
${rows.join("\n")}
</tbody>
</table></div>`;
}
