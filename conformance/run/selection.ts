/** Which rules a run is about: globs over rule ids, as `--only` and `--skip` give them. */
import picomatch from "picomatch";
import { type Check, isWatch, type Watch } from "../check.ts";
import { CHECKS } from "../checks/index.ts";
import { RULES, type Rule } from "../rules/index.ts";
import { UsageError } from "../usage-error.ts";

/** The rules a run reports on, and the checks that judge them. */
export interface Selection {
  rules: readonly Rule[];
  checks: readonly Check[];
  /** Watches of rules outside the selection that are reported if they fail. */
  guards?: readonly Watch[];
}

/** Checks give way to this rule when it is broken: a run that left it out would look clean. */
const GUARDED = "ERR-5XX-01";

/** Applies the filters. Errors: UsageError naming a glob that matches no rule. */
export function select(only: readonly string[], skip: readonly string[]): Selection {
  for (const glob of [...only, ...skip]) {
    if (matching([glob]).length === 0) throw new UsageError(noMatch(glob));
  }
  const wanted = only.length === 0 ? RULES : matching(only);
  const skipped = new Set(skip.length === 0 ? [] : matching(skip));
  const rules = wanted.filter((rule) => !skipped.has(rule));
  if (rules.length === 0) throw new UsageError("--only and --skip together leave no rule to run");
  const ids = new Set(rules.map(({ id }) => id));
  const checks = CHECKS.filter(({ proves }) => proves.some((id) => ids.has(id)));
  const dismissed = [...skipped].some(({ id }) => id === GUARDED);
  return { rules, checks, guards: ids.has(GUARDED) || dismissed ? [] : guards() };
}

function guards(): Watch[] {
  return CHECKS.filter(isWatch).filter(({ proves }) => proves.includes(GUARDED));
}

function matching(globs: readonly string[]): Rule[] {
  const match = picomatch([...globs], { nocase: true });
  return RULES.filter(({ id }) => match(id));
}

function noMatch(glob: string): string {
  return `no rule matches '${glob}': ids look like TIF-GTC-01, see touchstone conform --list`;
}
