/** The pages of `docs/rules`: one a rule, a list of them by area, and the decision register. */
import { DECISIONS, type Decision } from "../../scenarios/decisions/index.ts";
import { AREAS, type Area, areaOf } from "../catalogue/areas.ts";
import { RULES } from "../catalogue/rules.ts";
import { linkTo, rulePage } from "../explain/rule-page.ts";

const FOLDER = "docs/rules";

const INDEX_HEAD = `# Rules, a page each

What each rule asks for, how it is checked, what counts as a legitimate variant, which known-bad
venue proves the check, and how to fix a venue that fails it. Level: *must* is stated by the spec,
*either* has several stated outcomes, *open* is left open and never fails. What is accepted where
the spec leaves room is the [decision register](decisions.md). Made by \`npm run tables\`.
`;

const DECISIONS_HEAD = `# Decisions

Where the spec leaves room, what never fails a venue and why, and what the reference does. Rules
and dialects refer to these by their permanent ids. Made by \`npm run tables\`.
`;

/** Every page of the folder, by path. */
export function rulePages(): Record<string, () => string> {
  const pages = RULES.map((rule) => [`${FOLDER}/${rule.id}.md`, () => rulePage(rule)] as const);
  return {
    [`${FOLDER}/index.md`]: indexPage,
    [`${FOLDER}/decisions.md`]: decisionsPage,
    ...Object.fromEntries(pages),
  };
}

function indexPage(): string {
  return INDEX_HEAD + AREAS.map(areaTable).join("");
}

function areaTable(area: Area): string {
  const rules = RULES.filter(({ id }) => areaOf(id) === area);
  const rows = rules.map(
    ({ id, level, statement }) =>
      `| ${linkTo(id)} | ${level} | ${statement.replaceAll("|", "\\|")} |\n`,
  );
  return `\n## ${area.title}\n\n| rule | level | statement |\n| --- | --- | --- |\n${rows.join("")}`;
}

function decisionsPage(): string {
  return DECISIONS_HEAD + DECISIONS.map(decisionText).join("");
}

function decisionText({ id, question, accepts, reference }: Decision): string {
  const users = RULES.filter(({ decisions }) => decisions.includes(id)).map((rule) =>
    linkTo(rule.id),
  );
  return `
## ${id}

**${question}.**

- Never fails: ${accepts}
- The reference: ${reference}.
${users.length === 0 ? "" : `- Rules: ${users.join(", ")}\n`}`;
}
