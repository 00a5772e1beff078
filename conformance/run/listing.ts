/** The catalogue as text: every selected rule with its level, its checks, where they are written, and needs. */
import { counted } from "../../reports/schema/summary.ts";
import { checkSource } from "../catalogue/check-source.ts";
import { NEEDS } from "../check/need.ts";
import type { Selection } from "./selection.ts";

/** One block a rule; a rule without a check says so. */
export function listing({ rules, checks }: Selection): string {
  const blocks = rules.map((rule) => {
    const proving = checks.filter(({ proves }) => proves.includes(rule.id));
    const titles =
      proving.length === 0
        ? ["  no check yet"]
        : proving.map(({ title, needs }) => `  - ${title}${needsText(needs)}`);
    const source = checkSource(rule.id);
    const level = rule.claim === undefined ? rule.level : `claims.${rule.claim}`;
    const head = `${rule.id}  ${level}  ${rule.statement}`;
    return [head, ...(source === null ? [] : [`  ${source}`]), ...titles].join("\n");
  });
  const unproven = rules.filter(({ id }) => !checks.some(({ proves }) => proves.includes(id)));
  const total = `${counted(rules.length, "rule")}, ${counted(checks.length, "check")}`;
  return `${blocks.join("\n")}\n\n${total}, ${counted(unproven.length, "rule")} without a check yet\n`;
}

function needsText(needs: readonly (keyof typeof NEEDS)[]): string {
  return needs.length === 0 ? "" : ` (needs ${needs.map((need) => NEEDS[need].means).join("; ")})`;
}
