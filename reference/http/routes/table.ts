/** The route table as a page of `docs/tables`. */
import { CALLERS } from "../openapi/security.ts";
import { ROUTES } from "./index.ts";
import type { Route } from "./route.ts";

const HEAD = `# Routes

Every route of the reference venue, served under four equivalent prefixes: none, \`/v1\`, \`/api\` and
\`/api/v1\`. The scope is what an API key needs. All of it with bodies, answers and errors is in the
venue's own \`/openapi.json\`. Made by \`npm run tables\`.

| method | path | caller | scope | query | answers | rules | section |
| --- | --- | --- | --- | --- | --- | --- | --- |
`;

/** The page's text. */
export const routesTable = (): string => HEAD + ROUTES.map(row).join("");

function row({ method, path, auth, scope, query, responses, rules = [], section }: Route): string {
  const cells = [
    method,
    `\`${path}\``,
    CALLERS[auth],
    auth === "agent" ? scope : "",
    Object.keys(query?.properties ?? {}).join(", "),
    Object.entries(responses)
      .map(([status, { means }]) => `${status} ${means}`)
      .join("; "),
    rules.map((rule) => `\`${rule}\``).join(", "),
    section,
  ];
  return `| ${cells.join(" | ")} |\n`;
}
