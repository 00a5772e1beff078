/** The catalogue with its checks as a page of `docs/tables`. */

import { markdownRow } from "../../reports/render/markdown-table.ts";
import { CHECKS } from "../catalogue/checks.ts";
import { RULES } from "../catalogue/rules.ts";

const HEAD = `# Rules and their checks

Every rule of the spec, by permanent id. Level: *must* is stated by the spec, *either* has several
stated outcomes, *open* is left open and never fails; *claimed* is a must where the profile claims
it, and open elsewhere. Made by \`npm run tables\`.

| rule | level | section | statement | checks |
| --- | --- | --- | --- | --- |
`;

/** The page's text. */
export function rulesTable(): string {
  const rows = RULES.map(({ id, level: said, claim, section, statement }) => {
    const level = claim === undefined ? said : `claimed: ${claim}`;
    const titles = CHECKS.filter(({ proves }) => proves.includes(id)).map(({ title }) => title);
    const checks = titles.length === 0 ? "no check yet" : titles.join("; ");
    return markdownRow([id, level, section, statement, checks]);
  });
  return HEAD + rows.join("");
}
