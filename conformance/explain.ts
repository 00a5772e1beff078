/** The `explain` command: prints a rule, from the package alone. */
import { Command } from "commander";
import { sayData } from "../reports/render/say.ts";
import { ruleText } from "./explain/rule-text.ts";
import { select } from "./run/selection.ts";

const EXAMPLES = `
Examples:
  touchstone explain TIF-IOC-03       one rule: what is asked, accepted, and how to mend a venue
  touchstone explain 'IDEM-*'         an area`;

/** Widest text that is still read with ease. Units: columns. */
const WIDTH_MAX = 100;

/** The command as the front door lists it. */
export function explainCommand(): Command {
  return new Command("explain")
    .argument("<rule...>", "ids of rules, or globs")
    .addHelpText("after", EXAMPLES)
    .action((globs: string[]) => {
      const width = Math.min(process.stdout.columns ?? WIDTH_MAX, WIDTH_MAX);
      sayData(explained(globs, width));
    });
}

/** The rules as text, in the order of the catalogue. Errors: UsageError naming a glob of none. */
export function explained(globs: readonly string[], width: number): string {
  const { rules } = select(globs, []);
  return rules.map((rule) => ruleText(rule, width)).join("\n");
}
