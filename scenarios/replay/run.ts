/** One replay from flags and files to exit code. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { statusLine } from "../../reports/render/status-line.ts";
import type { Report } from "../../reports/schema/report.ts";
import { prepareReportDir, writeRun } from "../../reports/write.ts";
import { targetOf } from "../deployment/connect.ts";
import { UsageError } from "../deployment/usage-error.ts";
import type { IsRule } from "../scenario/read.ts";
import { deploymentNamed } from "./deployment.ts";
import { learned } from "./learn.ts";
import { readMatchers } from "./matchers.ts";
import { type Played, type PlayOptions, playFile } from "./play-file.ts";
import { renderReplay } from "./render.ts";
import { replayFiles, replayReport } from "./report.ts";

/** The flags of `touchstone replay`. */
export interface ReplayFlags {
  target?: string;
  profile?: string;
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
  if (flags.report !== undefined) await usable(flags.report);
  const startedAt = new Date();
  const start = performance.now();
  let at = "opening";
  const options: PlayOptions = {
    open: await deploymentNamed(flags),
    ...{ seed: flags.seed, strict: flags.strict ?? false, speed: flags.speed },
    isRule: flags.isRule,
    ignore: flags.ignore === undefined ? [] : await readMatchers(flags.ignore),
    progress: (file, lines) => {
      at = `${file}: ${lines} lines`;
    },
  };
  const played: Played[] = [];
  const endLine = statusLine(process.stderr, (seconds) => `${at}, ${seconds} s`);
  try {
    if (flags.learn !== undefined) return await learned(files, flags.learn, options);
    for (const file of files) played.push(await playFile(file, options));
  } finally {
    endLine();
  }
  const report = replayReport(played, {
    target: await target(options),
    ...{ seed: flags.seed, startedAt, durationMs: performance.now() - start },
  });
  const color = process.stdout.isTTY === true && process.env["NO_COLOR"] === undefined;
  process.stdout.write(renderReplay(report, { color }));
  if (flags.report !== undefined) await writeRun(flags.report, replayFiles(report, played));
  return { PASS: 0, FAIL: 1, "NOTHING SHOWN": 2 }[report.verdict.word];
}

async function target({ open, seed }: PlayOptions): Promise<Report["target"]> {
  const deployment = await open(seed);
  await deployment.close();
  return targetOf(deployment);
}

async function usable(dir: string): Promise<void> {
  await prepareReportDir(dir).catch((error: Error) => {
    throw new UsageError(`--report: ${error.message}`);
  });
}

const PLAYABLE = /\.(ya?ml|jsonl)$/;

/** Every file, folders in the order of names. Errors: UsageError where nothing is there. */
export function filesNamed(paths: readonly string[]): string[] {
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
