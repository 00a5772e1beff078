/** What became of the mutants of single cells, as `docs/tables/cell-mutants.md`. */

import { nameOf } from "./cell-mutants.ts";
import type { CellRow } from "./prove-cells.ts";

const HEAD = `# Mutants in one cell

Each mutant of a rule that ranges over kinds, sides, prefixes and the like is made again in single
cells: the venue is wrong there and right everywhere else. A kill is a failure of its own rule that
names that cell; of a side it may name the other one, as who breaks a rule of the taker is often the
maker opposite. What is not on the wire of requests is confined by hand, in the mutants themselves.
Made by \`npm run prove\`: a sample of them, drawn by the commit, or with \`--all\` every one.

`;

/** The page: how many, then those that were not killed, each with its reason. */
export function cellMutantsPage(rows: readonly CellRow[], all: number): string {
  const of = (outcome: CellRow["outcome"]) => rows.filter((row) => row.outcome === outcome);
  const judged = of("killed").length + of("survived").length;
  const counts = [
    `Of ${all} mutants of single cells ${rows.length} were run and ${judged} judged: ` +
      `${of("killed").length} were killed there.`,
    `${of("changes nothing").length} more change no answer of their cell, such as one of FOK orders ` +
      `where only GTC orders are sent, and ${of("not confined").length} are not on the wire of requests.`,
  ];
  return `${HEAD}${counts.join("\n")}\n\n## Not killed\n\n${survivors(of("survived"))}`;
}

function survivors(rows: readonly CellRow[]): string {
  if (rows.length === 0) return "None.\n";
  const lines = rows.map(
    (row) => `| ${row.mutant.breaks.join(" ")} | ${nameOf(row)} | ${cellSafe(row.why)} |`,
  );
  return `| rule | mutant | why |\n| --- | --- | --- |\n${lines.join("\n")}\n`;
}

function cellSafe(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
