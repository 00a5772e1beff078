/** The schema of load reports as the file published in docs/schemas. */
import { LoadReportSchema } from "./load.ts";

/** Text of docs/schemas/load-report.schema.json. */
export function loadReportSchemaText(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Touchstone load report",
    ...LoadReportSchema,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
