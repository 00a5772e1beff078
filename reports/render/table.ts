/** Tables of a page: plain texts in, one scrolling table out. */
import { markup } from "./text.ts";

/** A titled table; nothing at all without rows. Shape: cells are plain text. */
export function tableSection(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  if (rows.length === 0) return "";
  return `<section><h2>${markup(title)}</h2>${table(title, head, rows)}</section>`;
}

/** The table alone; columns of numbers stand to the right. */
function table(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const kinds = head.map((_, at) => (rows.every((row) => isNumber(row[at] ?? "")) ? "n" : ""));
  const titles = head.map(
    (text, at) => `<th scope="col" class="${kinds[at]}">${markup(text)}</th>`,
  );
  const cells = (row: readonly string[]) => row.map((text, at) => cell(text, kinds[at] ?? ""));
  return `<div class="table" tabindex="0" role="region" aria-label="${markup(title)}"><table>
<thead><tr>${titles.join("")}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${cells(row).join("")}</tr>`).join("\n")}
</tbody></table></div>`;
}

function isNumber(text: string): boolean {
  return /^([-+]?[\d.,]+( ?(ms|s|%))?|-)$/.test(text);
}

function cell(text: string, kind: string): string {
  const isBad = text === "FAILED" || text === "fail";
  return `<td class="${isBad ? "bad" : kind}">${markup(text)}</td>`;
}

/** Counts by name as a table with bars, the largest first; nothing at all without any. */
export function countSection(title: string, counts: Readonly<Record<string, number>>): string {
  const entries = Object.entries(counts).sort(([, a], [, b]) => b - a);
  if (entries.length === 0) return "";
  const most = Math.max(1, ...entries.map(([, n]) => n));
  const rows = entries.map(
    ([name, n]) =>
      `<tr><th scope="row">${markup(name)}</th><td class="n">${n}</td>` +
      `<td class="share"><i style="width:${((100 * n) / most).toFixed(1)}%"></i></td></tr>`,
  );
  return `<section><h2>${markup(title)} <span>${entries.length}</span></h2>
<table class="counts"><tbody>
${rows.join("\n")}
</tbody></table></section>`;
}
