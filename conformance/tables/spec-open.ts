/** What the spec leaves open, as the last part of `docs/spec.md`. */

import { markdownTable } from "../../reports/render/markdown-table.ts";
import { DECISIONS } from "../../scenarios/decisions/index.ts";
import { RULES } from "../catalogue/rules.ts";
import type { Rule } from "../check/rule.ts";

const HEAD = `## What is open

The spec says *not shown* in many places, is silent in some, and says two things in a few. Nobody fails
there: the harness accepts every legitimate reading and tells which one it saw.
`;

/** The text, from its heading on. */
export function leftOpenText(): string {
  const open = RULES.filter(({ level }) => level === "open");
  const either = RULES.filter(({ level }) => level === "either");
  const claimed = RULES.filter(({ claim }) => claim !== undefined);
  return `${HEAD}
### Recorded, never failed

${markdownTable(["rule", "what is recorded", "decisions"], open.map(openRow))}
### Several outcomes, any of which passes

${markdownTable(["rule", "what holds", "decisions"], either.map(openRow))}
### Held to it who claims it

A venue may say in its [profile](guides/profile.md) what it does where the spec says nothing. Then these
rules are demanded of it; of any other venue what was seen is recorded.

${markdownTable(["claim", "rule", "what holds"], claimed.map(claimRow))}
### Decisions

Each place where the spec leaves room, and what never fails there: [the register](tables/decisions.md).

${DECISIONS.map(({ id, question }) => `- [${id}](tables/decisions.md#${id.toLowerCase()}): ${question}\n`).join("")}`;
}

const openRow = ({ id, statement, decisions }: Rule): string[] => [
  ...[id, statement, decisions.join(", ")],
];

const claimRow = ({ id, statement, claim }: Rule): string[] => [claim ?? "", id, statement];
