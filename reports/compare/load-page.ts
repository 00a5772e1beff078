/** Load runs of one plan as one page, and as a terminal shows them. */
import { pageText } from "../render/page.ts";
import { tableSection } from "../render/table.ts";
import { markup, printable } from "../render/text.ts";
import type { LoadReport } from "../schema/load.ts";
import { counted } from "../schema/summary.ts";
import { LOAD_CAVEAT, loadTables } from "./load.ts";

/** Text of the page. Errors: as `loadTables`. */
export function loadComparisonPage(reports: readonly LoadReport[]): string {
  const plan = reports[0]?.plan.name ?? "";
  const title = `${counted(reports.length, "load run")} of plan ${plan}`;
  const sections = loadTables(reports).map(({ title: of, head, rows }) =>
    tableSection(of, head, rows),
  );
  return pageText({
    title,
    header: `<h1>${markup(title)}</h1><p class="note">${LOAD_CAVEAT}</p>`,
    main: sections.join("\n"),
  });
}

/** Text for the terminal. Errors: as `loadTables`. */
export function loadComparisonText(reports: readonly LoadReport[]): string {
  const blocks = loadTables(reports).map(({ title, head, rows }) =>
    [title, ...aligned([head, ...rows])].join("\n"),
  );
  return `${[...blocks, LOAD_CAVEAT].join("\n\n")}\n`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => printable(cell).padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
