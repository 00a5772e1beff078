/** What carries each sentence of the spec: its routes, rules, checks and mutants. */

import type { Check } from "../check/check.ts";
import type { Rule } from "../check/rule.ts";
import type { Mutant } from "../interposer/mutant.ts";
import type { Sentence } from "../spec/sentence.ts";

/** Everything a sentence can be carried by. */
export interface Carriers {
  rules: readonly Rule[];
  checks: readonly Check[];
  mutants: readonly Mutant[];
}

/**
 * A sentence and what carries it.
 * Shape: titles and names without repeats; `gaps` say why a cell is not full.
 */
export interface SentenceCoverage {
  sentence: Sentence;
  checks: readonly string[];
  mutants: readonly string[];
  /** Whether nothing here can fail, so that no mutant can be killed. */
  allOpen: boolean;
  gaps: readonly string[];
}

/** Looks up what carries each sentence. Errors: throws for a rule the catalogue does not hold. */
export function coverageOf(sentences: readonly Sentence[], carriers: Carriers): SentenceCoverage[] {
  const byId = new Map(carriers.rules.map((rule) => [rule.id, rule]));
  const checks = namesByRule(carriers.checks, ({ title, proves }) => [title, proves]);
  const mutants = namesByRule(carriers.mutants, ({ name, breaks }) => [name, breaks]);
  return sentences.map((sentence) => {
    const rules = sentence.rules.map((id) => known(byId, id));
    const canFail = rules.filter(({ level }) => level !== "open");
    const unchecked = without(rules, checks);
    const unbroken = without(canFail, mutants);
    return {
      sentence,
      checks: gathered(rules, checks),
      mutants: gathered(rules, mutants),
      allOpen: rules.length > 0 && canFail.length === 0,
      gaps: gapsOf(sentence, unchecked, unbroken),
    };
  });
}

/** Rules that no sentence leads to, though the spec is not silent on them. */
export function uncarried(sentences: readonly Sentence[], rules: readonly Rule[]): string[] {
  const carried = new Set(sentences.flatMap((sentence) => sentence.rules));
  return rules.filter((rule) => !carried.has(rule.id) && !isSilent(rule)).map(({ id }) => id);
}

/** Whether the spec never mentions what the rule is about. */
export const isSilent = ({ section }: Rule): boolean => section === "(silent)";

function gapsOf(sentence: Sentence, unchecked: readonly string[], unbroken: readonly string[]) {
  const gaps = [
    ...(sentence.routes.length === 0 ? ["no route"] : []),
    ...(sentence.rules.length === 0 ? ["no rule"] : []),
    ...(unchecked.length > 0 ? [`no check of ${unchecked.join(", ")}`] : []),
    ...(unbroken.length > 0 ? [`no mutant of ${unbroken.join(", ")}`] : []),
  ];
  if (sentence.none === undefined) return gaps;
  return gaps.length === 0 ? [`nothing is missing, yet it says: ${sentence.none}`] : [];
}

function namesByRule<T>(items: readonly T[], read: (item: T) => [string, readonly string[]]) {
  const names = new Map<string, string[]>();
  for (const item of items) {
    const [name, ids] = read(item);
    for (const id of ids) names.set(id, [...(names.get(id) ?? []), name]);
  }
  return names;
}

const gathered = (rules: readonly Rule[], names: Map<string, string[]>): string[] => [
  ...new Set(rules.flatMap(({ id }) => names.get(id) ?? [])),
];

const without = (rules: readonly Rule[], names: Map<string, string[]>): string[] =>
  rules.filter(({ id }) => !names.has(id)).map(({ id }) => id);

function known(byId: Map<string, Rule>, id: string): Rule {
  const rule = byId.get(id);
  if (!rule) throw new Error(`a sentence of the spec names ${id}, which is no rule`);
  return rule;
}
