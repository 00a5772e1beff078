/** What a proof showed, as the pages of `docs/tables`. */

import { markdownRow as row } from "../../reports/render/markdown-table.ts";
import type { Mutant } from "../interposer/mutant.ts";

/** A mutant and what its two runs came to. */
export interface MutantRow {
  mutant: Mutant;
  withControl: string;
  withoutControl: string;
}

/** A legal venue and what the suite came to on it. */
export interface DialectRow {
  name: string;
  decision: string;
  variant: string;
  result: string;
}

const MUTANTS_HEAD = `# Mutants

Each mutant is a venue with one known defect, and the checks of the rule it breaks must fail on it,
for that rule and no other. With control every check has agents and markets of its own; without it
all share what a profile names. *needs control* is a rule that only an operator can show, or that
takes a minute of real time. Made by \`npm run prove\`.

`;

const DIALECTS_HEAD = `# Dialects

Each dialect is a venue that reads an open place of the spec in another legal way: the whole suite
runs on it, and no rule may fail. The independent venue, in the rows \`stranger\`, shares
no code with the reference and is run without control. Made by \`npm run prove\`.

`;

/** The page of known-bad venues. `noOp` is what the suite came to where nothing was changed. */
export function mutantsPage(rows: readonly MutantRow[], noOp: string): string {
  const lines = rows.flatMap(({ mutant, withControl, withoutControl }) =>
    mutant.breaks.map((rule) =>
      row([rule, mutant.name, mutant.defect, withControl, withoutControl]),
    ),
  );
  const head = row(["rule", "mutant", "defect", "with control", "without control"]);
  const survivor = `The no-op, which changes nothing: ${noOp}.\n`;
  return `${MUTANTS_HEAD}${head}${divider(5)}${lines.join("")}\n${survivor}`;
}

/** The page of legal variants. */
export function dialectsPage(rows: readonly DialectRow[]): string {
  const lines = rows.map(({ name, decision, variant, result }) =>
    row([name, decision, variant, result]),
  );
  return `${DIALECTS_HEAD}${row(["dialect", "decision", "variant", "result"])}${divider(4)}${lines.join("")}`;
}

function divider(columns: number): string {
  return `|${" --- |".repeat(columns)}\n`;
}
