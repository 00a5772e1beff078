/** A finished replay as report.json, junit.xml and a page. */
import { type JunitCase, junitText } from "../../reports/render/junit-text.ts";
import { renderReplayHtml } from "../../reports/render/replay-html.ts";
import type { ReplayFileResult, ReplayReport } from "../../reports/schema/replay.ts";
import { TOOL } from "../../reports/schema/tool.ts";
import type { RunFiles } from "../../reports/write.ts";
import { isScenario, type Played } from "./play-file.ts";
import { renderReplay } from "./render.ts";

/** What a run says beside its files. */
export interface ReplayFacts {
  target: ReplayReport["target"];
  seed: number;
  startedAt: Date;
  durationMs: number;
}

/** The report of these files. */
export function replayReport(played: readonly Played[], facts: ReplayFacts): ReplayReport {
  const files = played.map(({ result, session }, index) =>
    session === null ? result : { ...result, session: sessionFile(result, index) },
  );
  const count = (result: ReplayFileResult["result"]) =>
    files.filter((file) => file.result === result).length;
  const summary = {
    ...{ pass: count("pass"), fail: count("fail") },
    ...{ skipped: count("skipped"), inconclusive: count("inconclusive") },
  };
  return {
    ...{ schema: "touchstone-report/1", kind: "replay" },
    tool: TOOL,
    ...{ target: facts.target, seed: facts.seed },
    started_at: facts.startedAt.toISOString(),
    duration_ms: Math.round(facts.durationMs),
    ...{ verdict: verdictOf(summary), summary, files },
  };
}

function verdictOf(summary: ReplayReport["summary"]): ReplayReport["verdict"] {
  const { pass, fail, skipped, inconclusive } = summary;
  const rest = `${skipped} skipped, ${inconclusive} inconclusive`;
  if (fail > 0)
    return { word: "FAIL", sentence: `${fail} went another way; ${pass} passed, ${rest}` };
  if (pass === 0) return { word: "NOTHING SHOWN", sentence: rest };
  return { word: "PASS", sentence: `${pass} passed, ${rest}` };
}

/** The files of a report directory. */
export function replayFiles(report: ReplayReport, played: readonly Played[]): RunFiles {
  const text = renderReplay(report, { color: false });
  return {
    json: `${JSON.stringify(report, null, 2)}\n`,
    junit: junitOf(report),
    markdown: `# Touchstone replay\n\n~~~text\n${text.replaceAll("~~~", "~ ~ ~")}~~~\n`,
    html: renderReplayHtml(report),
    sessions: played.flatMap(({ result, session }, index) =>
      session === null ? [] : [{ file: sessionFile(result, index), text: session }],
    ),
  };
}

/** Shape: numbered, as two folders may hold files of one name. */
function sessionFile({ file }: ReplayFileResult, index: number): string {
  const name = file.replace(/^.*\//, "").replace(/\.ya?ml$|(\.session)?\.jsonl$/, "");
  return `failures/${index + 1}-${name.replaceAll(/[^\w.-]/g, "_")}.session.jsonl`;
}

function junitOf(report: ReplayReport): string {
  const head = {
    name: `touchstone replay ${report.target.name}`,
    ...{ startedAt: report.started_at, durationMs: report.duration_ms },
  };
  return junitText(head, report.files.map(caseOf));
}

function caseOf(file: ReplayFileResult): JunitCase {
  const { result, detail, title } = file;
  const outcome = ({ pass: "pass", fail: "failure" } as const)[result as "pass"] ?? "skipped";
  return {
    suite: isScenario(file.file) ? "scenarios" : "sessions",
    name: `${file.file} ${title}`,
    outcome,
    ...(outcome !== "pass" && { message: detail ?? result }),
    text: file.findings.map(({ n, what, why }) => `${n}: ${what}: ${why}`).join("\n"),
  };
}
