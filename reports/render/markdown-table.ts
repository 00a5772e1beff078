/** Rows as a table of a generated page, and text in it. */

/** One line a row, with a line break at its end; bars in a cell are escaped. */
export function markdownTable(head: readonly string[], rows: readonly string[][]): string {
  return [head, head.map(() => "---"), ...rows].map(markdownRow).join("");
}

/** One line of a table. */
export function markdownRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |\n`;
}

/** Plain text in a page: what would begin a tag or an entity is shown as it is. */
export function markdownText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
