/** How far a run is, shown while it goes on: also while a check waits for a window to pass. */
import { barText, statusLine } from "../../reports/render/status-line.ts";
import type { RunClock } from "../../scenarios/deployment/run-clock.ts";
import type { Check } from "../check/check.ts";
import type { Progress, RunProgress } from "./checks-under-way.ts";
import { knownCost, readsIn, writesIn } from "./costs.ts";

/** A write takes ten times as much of its minute as a read, where limits are kept. Spec: Limits. */
const READS_A_WRITE = 10;

/** Before this much is done, nobody knows how fast the target is. */
const SHARE_LEAST = 0.05;

/** Shorter waits are no news. */
const WAIT_LEAST_MS = 2_000;

/**
 * A progress printer for a stream, and the call that wipes its line at the end. Units: `msARead` is
 * what a read takes at the pace that the run keeps; null where it goes as fast as it is answered, as
 * all agents are its own.
 */
export function progressOn(
  stream: NodeJS.WriteStream,
  clock: Pick<RunClock, "now" | "longestWait">,
  msARead: number | null,
): { show: Progress; end(): void } {
  let latest: RunProgress | undefined;
  let doneWork = 0;
  let doneSeconds = 0;
  const startMs = performance.now();
  const end = statusLine(stream, (seconds) => {
    const wait = clock.longestWait;
    const waitMs = wait === null ? 0 : wait.until - clock.now();
    const waits = waitMs >= WAIT_LEAST_MS ? `waits ${inSeconds(waitMs)} ${wait?.why}` : null;
    return progressText({ seconds, doneSeconds, doneWork, latest, waits, waitMs, msARead });
  });
  const show: Progress = (progress) => {
    latest = progress;
    doneWork += workOf(progress.check, msARead);
    doneSeconds = (performance.now() - startMs) / 1_000;
  };
  return { show, end };
}

/** What a line says. Units: `doneWork` in reads; `doneSeconds` is when the last check ended. */
interface ProgressMoment {
  seconds: number;
  doneSeconds: number;
  doneWork: number;
  latest: RunProgress | undefined;
  waits: string | null;
  waitMs: number;
  msARead: number | null;
}

/**
 * "[###-----]  41%; ~52 s left; 3 failing so far; waits 41 s until the write limit leaves room; 9/20 checks":
 * a narrow terminal cuts the end.
 */
export function progressText(moment: ProgressMoment): string {
  const { seconds, doneWork, latest, waits, msARead } = moment;
  if (latest === undefined) return [`${seconds} s`, ...(waits ? [waits] : [])].join("; ");
  const { done, total, failed, ahead, running } = latest;
  const leftWork = [...ahead].reduce((sum, check) => sum + workOf(check, msARead), 0);
  const share = doneWork / Math.max(doneWork + leftWork, 1);
  const leftMs = timeLeft(moment, share, leftWork);
  const [now] = running;
  return [
    barText(share),
    leftMs === null ? `${seconds} s` : `~${inSeconds(leftMs)} left`,
    ...(failed > 0 ? [`${failed} failing so far`] : []),
    ...(waits === null ? [] : [waits]),
    `${done}/${total} checks`,
    ...(now === undefined ? [] : [`now: ${now.title}`]),
  ].join("; ");
}

/**
 * After the pace until a check last ended, or what is planned as long as that says little; null where
 * nobody knows, as when it takes longer than that. It shrinks while nothing ends.
 */
function timeLeft(moment: ProgressMoment, share: number, leftWork: number): number | null {
  const { seconds, doneSeconds, doneWork, waitMs, msARead } = moment;
  const isEarly = share < SHARE_LEAST;
  const msOfWork = isEarly ? msARead : (1_000 * doneSeconds) / Math.max(doneWork, 1);
  if (msOfWork === null) return null;
  const sinceMs = isEarly ? 0 : 1_000 * Math.max(seconds - doneSeconds, 0);
  const leftMs = Math.max(msOfWork * leftWork - sinceMs, waitMs);
  return leftMs > 0 ? leftMs : null;
}

/** What a check takes of a target, as far as it was measured. Units: reads. */
function workOf({ title }: Check, msARead: ProgressMoment["msARead"]): number {
  const cost = knownCost(title, msARead === null)?.requests ?? {};
  return Math.max(readsIn(cost) + READS_A_WRITE * writesIn(cost), 1);
}

function inSeconds(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
