/** Baselines and finished runs from elsewhere, drawn by lot: one line, and a page without their markup. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Value } from "typebox/value";
import { report } from "../../reports/report.ts";
import { LoadReportSchema } from "../../reports/schema/load.ts";
import { type Report, ReportSchema } from "../../reports/schema/report.ts";
import {
  type AttackOutcome,
  type AttackSize,
  attackFiles,
  type FileKind,
} from "../../scenarios/proof/attack-files.ts";
import { pageFaults } from "../../scenarios/proof/files-read.ts";
import { applyBaseline, loadBaseline } from "../run/baseline.ts";
import { earlierReport, markUnstable } from "../run/unstable.ts";

const BASELINE = JSON.stringify([
  { rule: "TIF-IOC-01", reason: "known since spring", expires: "2030-01-31" },
  { rule: "GEN-JSON-01", reason: "known", expires: "2030-02-28" },
]);

/** A run with a rule that failed, and one that passed. */
function conformanceRun(): Report {
  const run = Value.Create(ReportSchema) as Report;
  const rule = Value.Create(ReportSchema.properties.rules.items) as Report["rules"][number];
  const text = { expected: "a", actual: "b", curl: "curl", session: "failures/a.session.jsonl" };
  const failure = { ...text, exchanges: [{ method: "GET", path: "/v1/x", status: 200 }] };
  const rules: Report["rules"] = [
    { ...rule, id: "TIF-IOC-01", result: "fail", observed: null, failure },
    { ...rule, id: "GEN-JSON-01", level: "either", result: "pass", observed: { http: 200 } },
  ];
  return { ...run, schema: "touchstone-report/1", kind: "conformance", rules };
}

/** Reads a run as `touchstone report` does; null where nothing of it shows where it should not. */
async function sideBySide(file: string, folder: string): Promise<string | null> {
  const out = join(folder, "page.html");
  await report([file], { out, badge: join(folder, "badge.svg") });
  await report([dirname(file), file], { out });
  const page = await readFile(out, "utf8").catch(() => "");
  return pageFaults(page)[0] ?? null;
}

/** What reads each kind. */
export const REPORT_KINDS: readonly FileKind[] = [
  {
    ...{ name: "a baseline", file: "baseline.yaml", examples: [BASELINE] },
    async read(file) {
      applyBaseline([], await loadBaseline(file), "2026-01-01");
      return null;
    },
  },
  {
    name: "a finished run",
    file: "report.json",
    examples: [
      JSON.stringify(conformanceRun()),
      JSON.stringify({ ...(Value.Create(LoadReportSchema) as object), kind: "load" }),
    ],
    read: sideBySide,
  },
  {
    ...{
      name: "an earlier run",
      file: "report.json",
      examples: [JSON.stringify(conformanceRun())],
    },
    async read(_file, folder) {
      const earlier = await earlierReport(folder);
      const rule = conformanceRun().rules[1]!;
      markUnstable([{ rule, evidence: null }], earlier, earlier?.target.url ?? "");
      return null;
    },
  },
];

/** Baselines, reports of other runs, and the report of the run before. */
export function attack(size: AttackSize): Promise<AttackOutcome> {
  return attackFiles(REPORT_KINDS, size);
}
