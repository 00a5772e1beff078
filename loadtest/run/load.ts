/** One `load` from flags to exit code. */
import { renderLoadHtml } from "../../reports/render/load-html.ts";
import { loadJunit } from "../../reports/render/load-junit.ts";
import { loadMarkdown, renderLoad } from "../../reports/render/load-terminal.ts";
import { isPainted, say, sayPainted, tell } from "../../reports/render/say.ts";
import { statusLine } from "../../reports/render/status-line.ts";
import type { LoadReport } from "../../reports/schema/load.ts";
import { writeRun } from "../../reports/write.ts";
import { connect, type Deployment, freshRunId } from "../../scenarios/deployment/connect.ts";
import { usableReportDir } from "../../scenarios/deployment/report-dir.ts";
import { tellLeftBehind } from "../../scenarios/deployment/undo/left-behind.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { ENDPOINTS, FLOWS } from "../plan/flows.ts";
import type { PlanName } from "../plan/plans.ts";
import type { SessionLoad } from "../plan/session-step.ts";
import { type LoadSettings, settingsOf, wholeSeconds } from "../plan/settings.ts";
import type { Slo } from "../plan/slo.ts";
import { exitCodeOf } from "../plan/verdict.ts";
import { stepsOf } from "../session/steps.ts";
import { findK6 } from "./find-k6.ts";
import { loadOnce } from "./load-once.ts";

/** The flags of `touchstone load`. */
export interface LoadFlags {
  target?: string;
  profile?: string;
  plan: PlanName;
  rate?: number;
  duration?: number;
  slo?: Slo[];
  session?: string;
  compare?: string[];
  emit?: string[];
  seed: number;
  report?: string;
}

/** Runs and prints. Returns the exit code. Errors: UsageError for input the user can mend. */
export async function load(flags: LoadFlags): Promise<number> {
  await demandUsable(flags);
  const k6 = await findK6();
  const session = flags.session === undefined ? null : await stepsOf(flags.session);
  // Load is measured in real time, on the reference too.
  const target = await connect(flags, { clock: "system" });
  if (!target.fresh) tellLeftBehind(target.profile, flags);
  const wished = settingsFor(flags, target, session);
  let at = 0;
  const about = Math.ceil(wholeSeconds(wished));
  const endLine = statusLine(
    process.stderr,
    () => `loading: ${Math.floor(at)} of about ${about} s`,
  );
  try {
    const second = (reached: number) => {
      at = reached;
    };
    const listener = { notes: printNotes, second };
    const report = await loadOnce(target, { k6, wished }, listener).finally(endLine);
    await publish(report, flags.report);
    return exitCodeOf(report.verdict);
  } finally {
    await target.close();
  }
}

/** Before anything is started. Errors: UsageError for an objective or a folder that cannot be. */
export async function demandUsable({ slo = [], report }: LoadFlags): Promise<void> {
  for (const { subject } of slo) knownSubject(subject);
  if (report !== undefined) await usableReportDir(report);
}

/** What the flags ask of this target. */
export function settingsFor(
  flags: LoadFlags,
  { profile }: Pick<Deployment, "profile">,
  session: SessionLoad | null,
): LoadSettings {
  const { baseUrl, streamUrl, prefix, limits, stream } = profile;
  return settingsOf({
    target: { baseUrl, streamUrl, prefix },
    plan: flags.plan,
    seed: flags.seed,
    runId: freshRunId(),
    limits,
    subscribe: stream === null ? null : JSON.stringify(stream.subscribe),
    ...(flags.plan === "limits" && { flows: ["read"] }),
    ...(session !== null && { flows: ["session"], session, sockets: 0 }),
    ...(flags.rate !== undefined && { rate: flags.rate }),
    ...(flags.duration !== undefined && { seconds: flags.duration }),
    ...(flags.slo !== undefined && { slos: flags.slo }),
  });
}

/** Prints a report, and writes it where that was asked for. */
async function publish(report: LoadReport, dir: string | undefined): Promise<void> {
  sayPainted(renderLoad(report, { color: isPainted() }));
  if (dir === undefined) return;
  await writeRun(dir, {
    json: `${JSON.stringify(report, null, 2)}\n`,
    junit: loadJunit(report),
    html: renderLoadHtml(report),
    markdown: loadMarkdown(report),
    sessions: [],
  });
  say(`report: ${dir}/index.html`);
}

function printNotes(notes: readonly string[]): void {
  for (const note of notes) tell(note);
}

function knownSubject(subject: string): void {
  const known = [...Object.keys(ENDPOINTS), ...Object.keys(FLOWS)];
  if (known.includes(subject)) return;
  throw new UsageError(`--slo: ${subject} is none of ${[...new Set(known)].join(", ")}`);
}
