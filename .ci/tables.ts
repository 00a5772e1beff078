/** Writes the generated files; `--check` fails when a committed one is not current. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rulesTable } from "../conformance/checks/table.ts";
import { costsText } from "../conformance/run/costs.ts";
import { profileSchemaText } from "../conformance/target/profile-schema.ts";
import { reportSchemaText } from "../reports/schema/publish.ts";

const GENERATED: Record<string, () => string | Promise<string>> = {
  "docs/tables/rules.md": rulesTable,
  "conformance/checks/costs.json": costsText,
  "docs/schemas/report.schema.json": reportSchemaText,
  "docs/schemas/profile.schema.json": profileSchemaText,
};

let stale = 0;
for (const [file, make] of Object.entries(GENERATED)) {
  const text = await make();
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  if (process.argv.includes("--check")) {
    console.error(`${file} is not current: npm run tables`);
    stale += 1;
  } else {
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}
process.exit(stale === 0 ? 0 : 1);
