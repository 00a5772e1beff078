/** How far a run is, shown while it goes on: also while a check waits for a window to pass. */
import { statusLine } from "../../reports/render/status-line.ts";
import type { Progress } from "./run.ts";

/** A progress printer for a stream, and the call that wipes its line at the end. */
export function progressOn(stream: NodeJS.WriteStream): { show: Progress; end(): void } {
  let latest: Parameters<Progress>[0] | undefined;
  const end = statusLine(stream, (seconds) => {
    if (latest === undefined) return `${seconds} s`;
    const { done, total, failed, check } = latest;
    const failures = failed > 0 ? `, ${failed} ${failed === 1 ? "rule" : "rules"} failed` : "";
    return `${done}/${total} checks, ${seconds} s${failures}  ended last: ${check.title}`;
  });
  const show: Progress = (progress) => {
    latest = progress;
  };
  return { show, end };
}
