/** A load report as Markdown: what the terminal shows, kept in columns. */
import type { LoadReport } from "../schema/load.ts";
import { renderLoad } from "./load-terminal.ts";

/** Text of summary.md. Shape: no text of a target can end the fence. */
export function loadMarkdown(report: LoadReport): string {
  const text = renderLoad(report, { color: false }).replaceAll("```", "'''");
  return `## ${report.verdict.word}: load\n\n\`\`\`text\n${text}\`\`\`\n`;
}
