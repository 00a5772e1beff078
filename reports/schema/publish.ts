/** The result schema as the JSON Schema file published in docs/schemas. */
import { ReportSchema } from "./report.ts";

/** Text of docs/schemas/report.schema.json. */
export function reportSchemaText(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Touchstone conformance report",
    ...ReportSchema,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
