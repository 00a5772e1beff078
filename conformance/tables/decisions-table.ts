/** The decision register as a page of `docs/tables`. */
import { DECISIONS, type Decision } from "../../scenarios/decisions/index.ts";
import { RULES } from "../catalogue/rules.ts";
import { DIALECTS } from "../dialects/index.ts";

const HEAD = `# Decisions

Where the spec leaves room, what never fails a venue and why, and what the reference does. Rules
and dialects refer to these by their permanent ids. \`touchstone explain RULE\` prints those of a
rule. Made by \`npm run tables\`.
`;

/** The page's text. */
export function decisionsTable(): string {
  return HEAD + DECISIONS.map(decisionText).join("");
}

function decisionText({ id, question, accepts, reference, unshown }: Decision): string {
  const rules = RULES.filter(({ decisions }) => decisions.includes(id)).map((rule) => rule.id);
  const dialects = DIALECTS.filter((one) => one.decision === id || one.also?.includes(id));
  const spoken = dialects.map(({ name, variant }) => `  - [${name}](dialects.md): ${variant}\n`);
  return `
## ${id}

**${question}.**

- Never fails: ${accepts}
- The reference: ${reference}.
${rules.length === 0 ? "" : `- Rules: ${rules.join(", ")}\n`}${
  spoken.length === 0 ? "" : `- Shown to pass, as dialects:\n${spoken.join("")}`
}${unshown === undefined ? "" : `- No dialect speaks it: ${unshown}\n`}`;
}
