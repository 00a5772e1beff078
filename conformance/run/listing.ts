/** The catalogue as text: every selected rule with its level, needs and checks. */
import { NEEDS } from "../rules/needs.ts";
import type { Selection } from "./selection.ts";

/** One block a rule; a rule without a check says so. */
export function listing({ rules, checks }: Selection): string {
  const blocks = rules.map((rule) => {
    const proving = checks.filter(({ proves }) => proves.includes(rule.id));
    const titles =
      proving.length === 0
        ? ["  no check yet"]
        : proving.map(({ title, needs }) => `  - ${title}${needsText(needs)}`);
    return [`${rule.id}  ${rule.level}  ${rule.statement}`, ...titles].join("\n");
  });
  const unproven = rules.filter(({ id }) => !checks.some(({ proves }) => proves.includes(id)));
  const total = `${rules.length} rules, ${checks.length} checks, ${unproven.length} rules without a check yet`;
  return `${blocks.join("\n")}\n\n${total}\n`;
}

function needsText(needs: readonly (keyof typeof NEEDS)[]): string {
  return needs.length === 0 ? "" : ` (needs ${needs.map((need) => NEEDS[need].means).join("; ")})`;
}
