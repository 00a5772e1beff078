/** A rule explained: what it asks, what is accepted, how to mend, what proves it. */
import { wrapped } from "../../reports/render/wrap.ts";
import { decision } from "../../scenarios/decisions/index.ts";
import { checkSource } from "../catalogue/check-source.ts";
import { CHECKS } from "../catalogue/checks.ts";
import { MUTANTS } from "../catalogue/mutants.ts";
import { scenarioChecks } from "../catalogue/scenario-checks.ts";
import type { Check } from "../check/check.ts";
import { NEEDS } from "../check/need.ts";
import type { Rule } from "../check/rule.ts";
import { sentencesOf } from "../spec/sentences-of.ts";

const LEVELS = {
  must: "must: the spec states it, and another behaviour is a failure",
  either: "either: the spec names several outcomes, and only what is outside of them is a failure",
  open: "open: the spec leaves it to the venue; what was seen is recorded, and nothing fails",
} as const;

const CONDITIONAL = "; judged only when the situation arises";

/** Where the text of a labelled line begins. Units: columns. */
const COLUMN = 12;

/** What is said of a rule. Shape: by label, in a reader's order; lines that begin with `- ` are lists. */
export function ruleParts(rule: Rule): [label: string, lines: readonly string[]][] {
  const checks = CHECKS.filter(({ proves }) => proves.includes(rule.id));
  const parts: [string, readonly string[]][] = [
    ["spec", spec(rule)],
    ["accepted", accepted(rule)],
    ["to mend", rule.fix === undefined ? [] : [rule.fix]],
    ["check", [checkSource(rule.id) ?? "none", ...checks.map(({ title }) => `- ${title}`)]],
    ["scenarios", scenarios(rule)],
    ["needs", needs(checks)],
    ["mutants", mutants(rule)],
    ["alone", [`touchstone conform --only ${rule.id}`]],
  ];
  return parts.filter(([, lines]) => lines.length > 0);
}

/** The rule as text, with a line break at its end. Units: `width` in columns. */
export function ruleText(rule: Rule, width: number): string {
  const head = `${rule.id}  ${wrapped(rule.statement, rule.id.length + 2, width)}\n`;
  return (
    head +
    ruleParts(rule)
      .map(([label, lines]) => labelled(label, lines, width))
      .join("")
  );
}

function labelled(label: string, lines: readonly string[], width: number): string {
  const text = lines.map((line) => wrapped(line, COLUMN, width)).join(`\n${" ".repeat(COLUMN)}`);
  return `  ${label.padEnd(COLUMN - 2)}${text}\n`;
}

function spec({ id, section, level, conditional, claim }: Rule): string[] {
  const where = section === "(silent)" ? "nothing: the spec is silent" : section;
  return [
    where,
    claim === undefined ? `${LEVELS[level]}${conditional ? CONDITIONAL : ""}` : claimedBy(claim),
    ...sentencesOf(id).map((said) => `- ${said}`),
  ];
}

function claimedBy(claim: string): string {
  return `claimed: a must where the profile has claims.${claim}; elsewhere what was seen is recorded`;
}

function accepted({ decisions }: Rule): string[] {
  if (decisions.length === 0) return ["nothing else: the spec leaves no room here"];
  return decisions.flatMap((id) => {
    const { question, accepts, reference } = decision(id);
    return [`${id}: ${question}.`, `- ${accepts}`, `- the reference: ${reference}`];
  });
}

function scenarios({ id }: Rule): string[] {
  const showing = scenarioChecks().filter(({ proves }) => proves.includes(id));
  return showing.map(({ scenario }) => `${scenario.file}: ${scenario.story}`);
}

function needs(checks: readonly Check[]): string[] {
  const asked = new Set(checks.flatMap((check) => check.needs));
  return [...asked].map((need) => `${NEEDS[need].means}; in the profile: ${NEEDS[need].supply}`);
}

function mutants({ id }: Rule): string[] {
  const broken = MUTANTS.filter(({ breaks }) => breaks.includes(id));
  return broken.map(({ name, defect }) => `${name}: ${defect}`);
}
