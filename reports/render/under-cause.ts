/** What follows from a cause: the rules that failed beside it, and those that it left open. */
import type { Cause, RuleResult } from "../schema/report.ts";
import { counted } from "../schema/summary.ts";
import { markup } from "./text.ts";

/** The rules that failed beside a cause and those that it left open, folded, as links. */
export function underCause({ also, stands }: Cause, rules: ReadonlyMap<string, RuleResult>) {
  return (
    linked(`${counted(also.length, "rule")} failed beside it`, also, rules) +
    linked(
      `${counted(stands.length, "rule")} ${stands.length === 1 ? "stands" : "stand"} on it`,
      stands,
      rules,
    )
  );
}

function linked(title: string, ids: readonly string[], rules: ReadonlyMap<string, RuleResult>) {
  if (ids.length === 0) return "";
  const items = ids.map(
    (id) => `<li><a href="#${id}">${id}</a> ${markup(rules.get(id)?.statement ?? "")}</li>`,
  );
  return `<details class="under"><summary>${title}</summary><ul>${items.join("")}</ul></details>`;
}
