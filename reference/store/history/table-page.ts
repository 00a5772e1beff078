/** The tables of history as a page of `docs/tables`. */
import { EXAMPLES } from "./examples.ts";
import { type Column, FILLS_VIEW, HISTORY_TABLES, type Table } from "./tables.ts";

const HEAD = `# History in SQL

What has happened on a venue, in the store that \`touchstone serve --store\` names: SQLite or
PostgreSQL. Rows are written in the commit of the journal records that made them, so history holds
exactly what was acknowledged. Read it while the venue runs; never write it.

Times are epoch milliseconds unless a name ends in \`_s\`. Prices are in price units of the market:
cents, of a perpetual cents per BTC. Every number is an integer below 2^53, but for mids. Orders of
the house's own market maker are left out, its trades are not. Open a file with
\`sqlite3 touchstone.sqlite\`, a server with \`psql postgres://…\`. Made by \`npm run tables\`.
`;

/** The page's text. */
export function historyPage(): string {
  const tables = HISTORY_TABLES.map((table) => `${section(table)}\n${footnote(table)}`);
  const examples = EXAMPLES.map(({ asks, sql }) => `### ${asks}\n\n\`\`\`sql\n${sql};\n\`\`\`\n`);
  return [HEAD, ...tables, section(FILLS_VIEW), "## Examples\n", ...examples].join("\n");
}

function section({ name, means, columns }: Omit<Table, "key" | "indexes" | "isReplaced">): string {
  const head = `## ${name}\n\n${means}\n\n| column | type | what it holds |\n| --- | --- | --- |\n`;
  return head + columns.map(row).join("");
}

const row = ({ name, type, isNullable, means }: Column): string =>
  `| \`${name}\` | ${type}${isNullable ? ", or null" : ""} | ${means} |\n`;

function footnote({ key, indexes, isReplaced }: Table): string {
  const parts = [
    `Key: ${named(key)}.`,
    ...indexes.map(({ on, isUnique }) => `${isUnique ? "Unique" : "Indexed"}: ${named(on)}.`),
    ...(isReplaced ? ["A row goes on changing: the last commit that changed it replaced it."] : []),
  ];
  return `${parts.join(" ")}\n`;
}

const named = (columns: readonly string[]): string =>
  columns.map((column) => `\`${column}\``).join(", ");
