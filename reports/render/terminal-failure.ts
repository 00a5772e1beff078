/** A failed rule on a terminal, with everything that repeats it. */
import type { RuleResult } from "../schema/report.ts";
import { exchangeText } from "./cause-text.ts";
import { cellsText } from "./cells-text.ts";
import { LABELLED, labelled, type TerminalPage } from "./terminal-lines.ts";
import { printable } from "./text.ts";
import { indented, wrapped } from "./wrap.ts";

/** Prose is wrapped; what is copied stays whole. */
export function failureText(rule: RuleResult, page: TerminalPage): string {
  const { colors, width } = page;
  const { id, failure, cells, about } = rule;
  const line = (label: string, text: string) =>
    labelled(label, indented(printable(text), LABELLED), page);
  const evidence = failure
    ? [
        ...(failure.narrowed ? [line("narrowed", failure.narrowed)] : []),
        line("expected", failure.expected),
        line("actual", failure.actual),
        ...(failure.answered ? [line("answered", failure.answered)] : []),
        line("exchange", failure.exchanges.map(exchangeText).join("\n")),
        line("curl", failure.curl),
        line("session", failure.session),
      ]
    : [line("reason", rule.detail ?? "no evidence recorded")];
  return [
    `${colors.red(colors.bold(id))}  ${wrapped(rule.statement, id.length + 2, width)}`,
    line("spec", `${rule.section} (${rule.level}${rule.conditional ? ", conditional" : ""})`),
    ...(cells ? [line("where", cellsText(cells))] : []),
    ...evidence,
    ...(about?.fix ? [labelled("fix", wrapped(about.fix, LABELLED, width), page)] : []),
    ...(about?.source ? [line("check", about.source)] : []),
  ].join("\n");
}
