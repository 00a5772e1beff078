/** What a conformance run leaves behind: its report, the sessions of its failures, what each check took. */
import type { Report } from "./report.ts";

/** A recorded session. Shape: `file` is the path a rule's `failure.session` names. */
export interface FailureSession {
  file: string;
  text: string;
}

/** How long a check took. Units: ms; requests are those it sent. */
export interface Timing {
  check: string;
  requests: number;
  tookMs: number;
}

/** A finished conformance run. Timings stand on its page alone: equal runs have equal report.json. */
export interface FinishedRun {
  report: Report;
  sessions: readonly FailureSession[];
  timings: readonly Timing[];
}
