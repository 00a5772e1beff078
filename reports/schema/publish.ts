/** The schemas of report.json, one a kind of run, as the files published in docs/schemas. */
import type Type from "typebox";
import { LoadReportSchema } from "./load.ts";
import { ReplayReportSchema } from "./replay.ts";
import { ReportSchema } from "./report.ts";
import { SimulationReportSchema } from "./simulation.ts";

/** Text of each schema, by its file. */
export const REPORT_SCHEMAS: Record<string, () => string> = {
  "docs/schemas/report.schema.json": () => published("conformance", ReportSchema),
  "docs/schemas/load-report.schema.json": () => published("load", LoadReportSchema),
  "docs/schemas/replay-report.schema.json": () => published("replay", ReplayReportSchema),
  "docs/schemas/simulation-report.schema.json": () =>
    published("simulation", SimulationReportSchema),
};

function published(kind: string, described: Type.TSchema): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `Touchstone ${kind} report`,
    ...described,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
