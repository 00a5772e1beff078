/** Coverage as pages of `docs/tables`, and what keeps them from being full. */

import { markdownRow as row } from "../../reports/render/markdown-table.ts";
import { CHECKS } from "../catalogue/checks.ts";
import { MUTANTS } from "../catalogue/mutants.ts";
import { RULES } from "../catalogue/rules.ts";
import { SENTENCES } from "../spec/index.ts";
import { REJECT_CODES } from "../spec/reject-codes.ts";
import { coverageOf, isSilent, type SentenceCoverage, uncarried } from "./coverage.ts";

const COVERAGE_HEAD = `# The spec, sentence by sentence

Every sentence of the spec in our words, with what carries it: routes, rules, checks, and the
mutants that show that the checks can fail. *left open* is a place the spec leaves to the venue,
where nothing can fail. Made by \`npm run tables\`, whose \`--check\` fails when a cell is empty.

| part | sentence | routes | rules | checks | mutants |
| --- | --- | --- | --- | --- | --- |
`;

const SILENT_HEAD = `
## Where the spec is silent

These rules come from no sentence: they apply a general rule of the spec, or observe.

| rule | statement |
| --- | --- |
`;

const REJECTS_HEAD = `# Order reject codes

Every code of the spec's table, with the gate of the reference that decides it; the gates are in
\`reference/core/gates/\`, their order is the precedence of the codes. Made by \`npm run tables\`.

| code | HTTP | when | gate | rules | mutants |
| --- | --- | --- | --- | --- | --- |
`;

const carried = coverageOf(SENTENCES, { rules: RULES, checks: CHECKS, mutants: MUTANTS });

/** The page of every sentence. */
export function coverageTable(): string {
  const spoken = new Set(SENTENCES.flatMap(({ rules }) => rules));
  const silent = RULES.filter((rule) => isSilent(rule) && !spoken.has(rule.id)).map(
    ({ id, statement }) => row([id, statement]),
  );
  return COVERAGE_HEAD + carried.map(coverageRow).join("") + SILENT_HEAD + silent.join("");
}

/** The page of reject codes. */
export function rejectCodesTable(): string {
  const rows = REJECT_CODES.map(({ code, http, when, gate, rules }) => {
    const ids = rules.split(" ");
    const broken = MUTANTS.filter(({ breaks }) => breaks.some((id) => ids.includes(id)));
    return row([code, http, when, gate, ids.join(", "), broken.map(({ name }) => name).join(", ")]);
  });
  return REJECTS_HEAD + rows.join("");
}

/** Why the page is not full, one line each; none when every cell is. */
export function emptyCells(): string[] {
  const missing = uncarried(SENTENCES, RULES).map((id) => `${id}: no sentence leads to it`);
  return [...carried.flatMap(complaints), ...missing];
}

function coverageRow({ sentence, checks, mutants, allOpen }: SentenceCoverage): string {
  const { part, says, routes, rules, none = "**nothing**" } = sentence;
  const full = (cells: readonly string[], separator: string) => cells.join(separator) || none;
  return row([
    part,
    says,
    full(routes, ", "),
    full(rules, ", "),
    full(checks, "; "),
    allOpen ? "left open" : full(mutants, ", "),
  ]);
}

const complaints = ({ sentence: { part, says }, gaps }: SentenceCoverage): string[] =>
  gaps.map((gap) => `${part} | ${says}: ${gap}`);
