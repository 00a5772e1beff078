/** The page of one rule in `docs/rules`: what it asks, how to fix it, what is accepted, proof. */

import { decision } from "../../scenarios/decisions/index.ts";
import type { Scenario } from "../../scenarios/scenario/format.ts";
import { CHECKS } from "../catalogue/checks.ts";
import { MUTANTS } from "../catalogue/mutants.ts";
import { scenarioChecks } from "../catalogue/scenario-checks.ts";
import { NEEDS, type Need } from "../check/need.ts";
import type { Rule } from "../check/rule.ts";
import { DIALECTS } from "../dialects/index.ts";
import { SENTENCES } from "../spec/index.ts";

const LEVELS = {
  must: "must: the spec states it, and another behaviour is a failure",
  either: "either: the spec names several outcomes, and only what is outside of them is a failure",
  open: "open: the spec leaves it to the venue; what was seen is recorded, and nothing fails",
} as const;

const VARIANTS = "What counts as a legitimate variant, and why";

const CONDITIONAL = "; judged only when the situation arises";

/** The page's text. */
export function rulePage(rule: Rule): string {
  const parts = [
    heading(rule),
    mending(rule),
    spoken(rule),
    checked(rule),
    accepted(rule),
    proof(rule),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** Where a rule's page is, as seen from another page of `docs/rules`. */
export function linkTo(ruleId: string): string {
  return `[${ruleId}](${ruleId}.md)`;
}

function heading({ id, statement, section, level, conditional }: Rule): string {
  return [
    `# ${id}`,
    `**${plain(statement)}.**`,
    `- Section of the spec: ${section === "(silent)" ? "none, the spec is silent" : section}\n` +
      `- Level: ${LEVELS[level]}${conditional ? CONDITIONAL : ""}`,
  ].join("\n\n");
}

function mending({ fix }: Rule): string {
  return fix === undefined ? "" : `## When your venue fails it\n\n${fix}`;
}

function spoken({ id }: Rule): string {
  const said = SENTENCES.filter(({ rules }) => rules.includes(id));
  return section(
    "What the spec says, in our words",
    said.map(({ part, says }) => `- ${plain(says)} (*${part}*)`),
  );
}

function checked({ id }: Rule): string {
  const checks = CHECKS.filter(({ proves }) => proves.includes(id));
  const asked = [...new Set(checks.flatMap(({ needs }) => needs))];
  const alone = `Alone: \`touchstone conform --profile venue.yaml --only ${id}\``;
  return [
    section("How it is checked", [
      ...checks.map(({ title }) => `- ${plain(title)}`),
      ...storiesOf(id).map(({ story, file }) => `- as a story: [${plain(story)}](../../${file})`),
    ]),
    section("What that takes", asked.map(needLine), "###"),
    alone,
  ]
    .filter(Boolean)
    .join("\n\n");
}

function storiesOf(id: string): Scenario[] {
  const told = scenarioChecks().filter(({ proves }) => proves.includes(id));
  return told.map(({ scenario: story }) => story);
}

function needLine(need: Need): string {
  const { means, supply } = NEEDS[need];
  return `- ${means}; in the profile: ${supply}`;
}

function accepted({ decisions }: Rule): string {
  if (decisions.length === 0) return section(VARIANTS, ["None: the spec leaves no room here."]);
  return section(
    VARIANTS,
    decisions.flatMap((id) => {
      const { question, accepts, reference } = decision(id);
      return [
        `- **${question}** ([${id}](decisions.md#${id.toLowerCase()})). ${accepts}`,
        `  - The reference: ${reference}.`,
        ...dialectLines(id),
      ];
    }),
  );
}

function dialectLines(decision: string): string[] {
  return DIALECTS.filter((dialect) => dialect.decision === decision).map(
    ({ name, variant }) =>
      `  - Passes, as the dialect [${name}](../tables/dialects.md): ${variant}`,
  );
}

function proof({ id }: Rule): string {
  const broken = MUTANTS.filter(({ breaks }) => breaks.includes(id));
  return section(
    "What proves that the check can fail",
    broken.map(({ name, defect }) => `- [${name}](../tables/mutants.md): ${plain(defect)}`),
  );
}

function section(title: string, lines: readonly string[], mark = "##"): string {
  return lines.length === 0 ? "" : `${mark} ${title}\n\n${lines.join("\n")}`;
}

/** Keeps what markdown would take for emphasis or a numbered list as it is. */
function plain(text: string): string {
  return text.replaceAll("*", "\\*").replace(/^(\d+)\./, "$1\\.");
}
