/** Judges a planted venue by `conform` of the working tree. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../../reports/schema/report.ts";
import type { Copy } from "../../../scenarios/proof/copy.ts";
import { CONTROLLED, serve } from "../../../scenarios/proof/served-venue.ts";
import type { HeldOutDefect } from "./defect.ts";
import { plantAll } from "./plant.ts";
import type { DefectVerdict } from "./verdict.ts";

/** Longest run on a busy machine. Units: ms. */
const RUN_MS_MAX = 600_000;

/** What is to be judged: defects planted together, under one name. */
export interface Planting {
  id: string;
  defects: readonly HeldOutDefect[];
}

/** Rules by how they came out on the unchanged venue. */
export interface Unchanged {
  passed: ReadonlySet<string>;
  failed: ReadonlySet<string>;
}

/** What a run says of each rule, or why it says nothing. */
type JudgedDefect = Report["rules"] | Exclude<DefectVerdict["came"], "judged">;

/** Judges one planting; what fails on the unchanged venue too does not count. */
export async function judge(
  copy: Copy,
  { id, defects }: Planting,
  unchanged: Unchanged,
): Promise<DefectVerdict> {
  const rules = await judged(copy, defects);
  if (typeof rules === "string") return { id, came: rules, failed: [], unshown: 0 };
  const failed = idsOf(rules, ["fail"]).filter((rule) => !unchanged.failed.has(rule));
  const shown = new Set(idsOf(rules, ["pass", "warn", "observed", "fail"]));
  const unshown = [...unchanged.passed].filter((rule) => !shown.has(rule)).length;
  return { id, came: "judged", failed, unshown };
}

/** How the rules come out where nothing is planted. Errors: throws where they do not come out. */
export async function judgeUnchanged(copy: Copy): Promise<Unchanged> {
  const rules = await judged(copy, []);
  if (typeof rules === "string") throw new Error(`the unchanged venue: ${rules}`);
  return { passed: new Set(idsOf(rules, ["pass"])), failed: new Set(idsOf(rules, ["fail"])) };
}

const idsOf = (rules: Report["rules"], results: readonly string[]): string[] =>
  rules.filter(({ result }) => results.includes(result)).map(({ id }) => id);

async function judged(copy: Copy, defects: readonly HeldOutDefect[]): Promise<JudgedDefect> {
  const takeOut = plantAll(copy, defects);
  const profile = join(copy.folder, "profile.yaml");
  const venue = await serve(copy.folder, profile, CONTROLLED);
  try {
    if (venue === null) return "does not start";
    return await conform(profile, join(copy.folder, "report"));
  } finally {
    await venue?.end();
    takeOut();
  }
}

/** The harness of the working tree; an earlier report in the folder would enter its verdict. */
async function conform(profile: string, report: string): Promise<JudgedDefect> {
  rmSync(report, { recursive: true, force: true });
  const files = ["--profile", profile, "--report", report];
  const args = ["touchstone.mjs", "conform", ...files];
  const run = spawn(process.execPath, args, { stdio: "ignore" });
  const timer = setTimeout(() => run.kill("SIGKILL"), RUN_MS_MAX);
  const [code] = (await once(run, "exit")) as [number | null];
  clearTimeout(timer);
  if (code === null) return "no end";
  const file = join(report, "report.json");
  if (code > 1 || !existsSync(file)) return "nothing judged";
  return (JSON.parse(readFileSync(file, "utf8")) as Report).rules;
}
