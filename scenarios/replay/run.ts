/** One replay from flags and files to exit code. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { isPainted, sayPainted } from "../../reports/render/say.ts";
import { barText, statusLine } from "../../reports/render/status-line.ts";
import type { Report } from "../../reports/schema/report.ts";
import { writeRun } from "../../reports/write.ts";
import { targetOf } from "../deployment/connect.ts";
import { usableReportDir } from "../deployment/report-dir.ts";
import { Inconclusive } from "../deployment/stops.ts";
import { UsageError } from "../deployment/usage-error.ts";
import type { IsRule } from "../scenario/read.ts";
import type { CutFlags } from "./cut.ts";
import { deploymentNamed, type PlayFlags } from "./deployment.ts";
import { Interruptible } from "./interruptible.ts";
import { learned } from "./learn.ts";
import { readMatchers } from "./matchers.ts";
import { type Played, type PlayOptions, playFile } from "./play-file.ts";
import { renderReplay } from "./render.ts";
import { replayFiles, replayReport } from "./report.ts";

/** The flags of `touchstone replay`. */
export interface ReplayFlags extends PlayFlags, CutFlags {
  seed: number;
  strict?: boolean;
  speed: number | "max";
  ignore?: string;
  learn?: string;
  report?: string;
  /** Whether a scenario may show this rule. */
  isRule: IsRule;
}

/** Plays and prints. Returns the exit code. Errors: UsageError for what the user can mend. */
export async function runReplay(paths: readonly string[], flags: ReplayFlags): Promise<number> {
  const files = filesNamed(paths);
  const embedded = flags.target === undefined && flags.profile === undefined;
  if (flags.strict && !embedded) {
    throw new UsageError(
      "--strict is for the embedded reference: leave --target and --profile out",
    );
  }
  const cut = cutOf(flags);
  if (flags.report !== undefined) await usableReportDir(flags.report);
  const startedAt = new Date();
  const start = performance.now();
  let at: PlayedSoFar | null = null;
  const interruptible = new Interruptible(await deploymentNamed(flags));
  let target: Report["target"] | null = null;
  const options: PlayOptions = {
    open: async (seed, header) => {
      const deployment = await interruptible.open(seed, header);
      target ??= targetOf(deployment);
      return deployment;
    },
    ...{ seed: flags.seed, strict: flags.strict ?? false, speed: flags.speed },
    ...{ isRule: flags.isRule, cut },
    ignore: flags.ignore === undefined ? [] : await readMatchers(flags.ignore),
    progress: (file, lines, share) => {
      if (at?.file !== file || share < at.share) at = { file, lines, share, startedMs: now() };
      Object.assign(at, { lines, share });
    },
  };
  const played: Played[] = [];
  const endLine = statusLine(process.stderr, (seconds) => progressText(at, seconds, now()));
  try {
    if (flags.learn !== undefined) return await learned(files, flags.learn, options);
    for (const file of files) {
      if (!interruptible.isOver) played.push(await playFile(file, options));
    }
  } catch (error) {
    throw error instanceof Inconclusive ? new UsageError(error.message) : error;
  } finally {
    endLine();
    interruptible.close();
  }
  const report = replayReport(played, {
    target: target ?? (await unplayedTarget(options)),
    ...{ seed: flags.seed, startedAt, durationMs: performance.now() - start },
  });
  sayPainted(renderReplay(report, { color: isPainted() }).trimEnd());
  if (flags.report !== undefined) await writeRun(flags.report, replayFiles(report, played));
  if (interruptible.isOver) return 2;
  return { PASS: 0, FAIL: 1, "NOTHING SHOWN": 2 }[report.verdict.word];
}

/** How far the file under way is. */
interface PlayedSoFar {
  file: string;
  lines: number;
  /** Of the file, from 0 to 1. */
  share: number;
  startedMs: number;
}

const now = () => performance.now();
/** Less of a file says nothing of how long the rest takes. */
const SHARE_MIN = 0.01;

/** "a.session.jsonl: 41000 lines [###-----]  41%, 20 s, about 29 s left". */
export function progressText(at: PlayedSoFar | null, seconds: number, nowMs: number): string {
  if (at === null) return `opening, ${seconds} s`;
  const { file, lines, share, startedMs } = at;
  const leftS = Math.ceil(((nowMs - startedMs) * (1 - share)) / share / 1_000);
  const left = share < SHARE_MIN ? "" : `, about ${leftS} s left`;
  return `${file}: ${lines} lines ${barText(share)}, ${seconds} s${left}`;
}

/** Errors: UsageError where what is asked of a strict replay cannot be. */
function cutOf({ from, until, actor, market, strict }: ReplayFlags): CutFlags {
  const one = from ? "--from" : actor ? "--actor" : market ? "--market" : null;
  if (strict && one !== null) {
    throw new UsageError(
      `--strict needs every line before: ${one} leaves some out, --until does not`,
    );
  }
  return {
    ...(from && { from }),
    ...(until && { until }),
    ...(actor && { actor }),
    ...(market && { market }),
  };
}

/** Of a run that played nothing. */
async function unplayedTarget({ open, seed }: PlayOptions): Promise<Report["target"]> {
  const deployment = await open(seed);
  await deployment.close();
  return targetOf(deployment);
}

const PLAYABLE = /\.(ya?ml|jsonl)$/;

/** Every file, folders in the order of names. Errors: UsageError where nothing is there. */
function filesNamed(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw new UsageError(`${path}: no such file or folder`);
    if (!stat.isDirectory()) return [path];
    const found = readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((file) => PLAYABLE.test(file))
      .sort()
      .map((file) => join(path, file));
    if (found.length > 0) return found;
    throw new UsageError(`${path}: holds no scenario (.yaml) and no session (.jsonl)`);
  });
}
