/** The catalogue as pages of the documentation's site: one a rule, and one that lists them by area. */
import { markdownTable, markdownText } from "../../reports/render/markdown-table.ts";
import { AREAS } from "../catalogue/areas.ts";
import { RULES } from "../catalogue/rules.ts";
import type { Rule } from "../check/rule.ts";
import { ruleParts } from "../explain/rule-text.ts";

/** The rules of one prefix, under the name of what they are about. */
export interface RuleGroup {
  prefix: string;
  name: string;
  rules: readonly Rule[];
}

/** All rules, in the catalogue's order. */
export function ruleGroups(): RuleGroup[] {
  const named = AREAS.flatMap(({ prefixes, names }) =>
    prefixes.map((prefix, at) => ({ prefix, name: names[at]! })),
  );
  return named.map((one) => ({
    ...one,
    rules: RULES.filter(({ id }) => id.startsWith(`${one.prefix}-`)),
  }));
}

const LIST_HEAD = `# Rules

Every rule of the spec by permanent id, and what \`touchstone explain RULE\` says of it. *must* is
stated by the spec, *either* has several stated outcomes, *open* is left open and never fails;
*claimed* is a must where the profile claims it, and open elsewhere.
`;

/** The page that leads to all others. */
export function ruleListPage(): string {
  const sections = ruleGroups().map(({ name, rules }) => {
    const rows = rules.map(({ id, level, claim, statement }) => [
      id,
      claim === undefined ? level : "claimed",
      escaped(statement),
    ]);
    return `\n## ${name}\n\n${markdownTable(["rule", "level", "statement"], rows)}`;
  });
  return LIST_HEAD + sections.join("");
}

const HEADINGS: Record<string, string> = {
  spec: "Spec",
  accepted: "What is accepted",
  "to mend": "How to mend a venue",
  check: "Check",
  scenarios: "Scenarios",
  needs: "What the check needs",
  mutants: "Venues that fail it",
  alone: "Run it alone",
};

/** What `touchstone explain` prints, as a page. */
export function rulePage(rule: Rule): string {
  const sections = ruleParts(rule).map(([label, lines]) => {
    const body = label === "alone" ? fenced(lines) : lines.map((line) => said(label, line));
    return `\n## ${HEADINGS[label]}\n\n${body.join("")}`;
  });
  const page = `# ${rule.id}: ${escaped(rule.statement)}\n${sections.join("")}`;
  return page.replace(/\n{3,}/g, "\n\n");
}

const fenced = (lines: readonly string[]): string[] => ["```sh\n", ...lines, "\n```\n"];

/** Lines of these name something each: all of them are a list. */
const LISTS = new Set(["scenarios", "needs", "mutants"]);

function said(label: string, line: string): string {
  const text = line.replace(/^- /, "");
  const [, name, rest] = /^([\w./-]+(?::\d+)?)(?=$|: )(.*)$/.exec(text) ?? [];
  const isNamed = name !== undefined && (label === "check" ? rest === "" : LISTS.has(label));
  const shown = isNamed ? `\`${name}\`${escaped(rest!)}` : escaped(text);
  return line !== text || LISTS.has(label) ? `- ${shown}\n` : `\n${shown}\n\n`;
}

/** Plain text as markdown that shows it: signs that would begin something are escaped. */
function escaped(text: string): string {
  return markdownText(text).replace(/[\\`*_[\]~#]/g, "\\$&");
}
