/** What a run would send. */
import type { Selection } from "./selection.ts";
export async function planText(selection: Selection, _options: unknown): Promise<string> {
  return `${selection.checks.length} checks\n`;
}
