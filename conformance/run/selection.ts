/** Which rules a run is about: globs over rule ids, as `--only` and `--skip` give them. */

import picomatch from "picomatch";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { allChecks, CHECKS } from "../catalogue/checks.ts";
import { RULES } from "../catalogue/rules.ts";
import { type Check, isWatch, type Watch } from "../check/check.ts";
import type { Rule } from "../check/rule.ts";

/** The rules a run reports on, and the checks that judge them. */
export interface Selection {
  rules: readonly Rule[];
  checks: readonly Check[];
  /** Watches of rules outside the selection that are reported if they fail. */
  guards?: readonly Watch[];
  /** Rules beside the catalogue's that these checks judge. */
  own?: readonly Rule[];
}

/** Checks give way to this rule when it is broken: a run that left it out would look clean. */
const GUARDED = "ERR-5XX-01";

/** Rules of a deployment's owner, beside the spec's, and the checks that prove them. */
export interface OwnRules {
  rules: readonly Rule[];
  checks: readonly Check[];
}

/**
 * Applies the filters. Errors: UsageError naming a glob that matches no rule, or an id of an own
 * rule that the catalogue has.
 */
export function select(
  only: readonly string[],
  skip: readonly string[],
  own: OwnRules = { rules: [], checks: [] },
): Selection {
  const taken = own.rules.find(({ id }) => RULES.some((rule) => rule.id === id));
  if (taken !== undefined) throw new UsageError(`${taken.id} is a rule of the catalogue already`);
  const all = [...RULES, ...own.rules];
  for (const glob of [...only, ...skip]) {
    if (matching(all, [glob]).length === 0) throw new UsageError(noMatch(glob));
  }
  const wanted = only.length === 0 ? all : matching(all, only);
  const skipped = new Set(skip.length === 0 ? [] : matching(all, skip));
  const rules = wanted.filter((rule) => !skipped.has(rule));
  if (rules.length === 0) throw new UsageError("--only and --skip together leave no rule to run");
  const ids = new Set(rules.map(({ id }) => id));
  const checks = [...allChecks(), ...own.checks].filter(({ proves }) =>
    proves.some((id) => ids.has(id)),
  );
  const dismissed = [...skipped].some(({ id }) => id === GUARDED);
  const watched = ids.has(GUARDED) || dismissed ? [] : guards();
  return { rules, checks, guards: watched, own: own.rules };
}

function guards(): Watch[] {
  return CHECKS.filter(isWatch).filter(({ proves }) => proves.includes(GUARDED));
}

function matching(rules: readonly Rule[], globs: readonly string[]): Rule[] {
  const match = picomatch([...globs], { nocase: true });
  return rules.filter(({ id }) => match(id));
}

function noMatch(glob: string): string {
  return `no rule matches '${glob}': ids look like TIF-GTC-01, see touchstone conform --list`;
}
