/** Writes the generated files; `--check` fails when one is not current, or has an empty cell. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { costsText, unlikeCosts } from "../conformance/run/measure-costs.ts";
import {
  coverageTable,
  emptyCells,
  rejectCodesTable,
} from "../conformance/tables/coverage-table.ts";
import { decisionsTable } from "../conformance/tables/decisions-table.ts";
import { rulesTable } from "../conformance/tables/rules-table.ts";
import { specPage } from "../conformance/tables/spec-page.ts";
import { clientTypes } from "../reference/http/openapi/client-types.ts";
import { routesTable } from "../reference/http/routes/table.ts";
import { historyPage } from "../reference/store/history/table-page.ts";
import { REPORT_SCHEMAS } from "../reports/schema/publish.ts";
import { profileSchemaText } from "../scenarios/deployment/profile/profile-schema.ts";
import { scenarioSchemaText } from "../scenarios/scenario/format.ts";
import { sessionSchemaText } from "../scenarios/session/format.ts";
import { benchPage } from "./bench-page.ts";
import { clientsPage } from "./clients-page.ts";
import { boundsPage } from "./tidy/bounds-page.ts";
import { readTree } from "./tidy/tree.ts";

const GENERATED: Record<string, () => string | Promise<string>> = {
  "docs/spec.md": specPage,
  "docs/tables/rules.md": rulesTable,
  "docs/tables/coverage.md": coverageTable,
  "docs/tables/decisions.md": decisionsTable,
  "docs/tables/reject-codes.md": rejectCodesTable,
  "docs/tables/bounds.md": () => boundsPage(readTree()),
  "docs/tables/routes.md": routesTable,
  "docs/tables/history.md": historyPage,
  "docs/tables/bench.md": benchPage,
  "docs/tables/clients.md": clientsPage,
  "reference/client/routes.ts": () => laidOut("routes.ts", clientTypes()),
  "conformance/run/costs.json": costsText,
  "docs/schemas/profile.schema.json": profileSchemaText,
  "docs/schemas/session.schema.json": sessionSchemaText,
  "docs/schemas/scenario.schema.json": scenarioSchemaText,
  ...REPORT_SCHEMAS,
};

/** As the formatter would have it. */
function laidOut(name: string, source: string): string {
  const biome = ["biome", "format", `--stdin-file-path=${name}`];
  return String(execFileSync("npx", biome, { input: source }));
}

/** What is measured is never the same twice to the last request. */
const UNLIKE: Record<string, (committed: string, made: string) => string | null> = {
  "conformance/run/costs.json": unlikeCosts,
};

let stale = 0;
for (const [file, make] of Object.entries(GENERATED)) {
  const text = await make();
  const committed = existsSync(file) ? readFileSync(file, "utf8") : "";
  if (committed === text) continue;
  const unlike = UNLIKE[file]?.(committed, text);
  if (unlike === null) continue;
  if (unlike !== undefined) {
    // What others trade meanwhile is read again: two busy runs are no change of the checks, three are.
    console.error(`${file}: ${unlike}; measured again`);
    const isLike = async () => UNLIKE[file]!(committed, await make()) === null;
    if ((await isLike()) || (await isLike())) continue;
  }
  if (process.argv.includes("--check")) {
    console.error(`${file} is not current${unlike ? ` (${unlike})` : ""}: npm run tables`);
    stale += 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}

const empty = emptyCells();
for (const cell of empty) console.error(`docs/tables/coverage.md: ${cell}`);
const incomplete = process.argv.includes("--check") && empty.length > 0;
process.exit(stale === 0 && !incomplete ? 0 : 1);
