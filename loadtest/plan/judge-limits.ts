/** Judges where 429 begins: any window algorithm that keeps to the documented limit passes. */
import type { LoadJudgement, LoadReport } from "../../reports/schema/load.ts";
import { BUDGETS_MOST } from "../../scenarios/decisions/errors-and-limits.ts";

type Limit = LoadReport["limits"][number];

const RECOVERY_LATE_MS_MAX = 1_500;

/** What the limits plan demands of each class. */
export function judgeLimits(limits: readonly Limit[]): LoadJudgement[] {
  return limits.flatMap((limit) => [begins(limit), ...(limit.limited ? [honest(limit)] : [])]);
}

function begins(limit: Limit): LoadJudgement {
  const { class: kind, documented, passed, limited, strange } = limit;
  // What was answered otherwise, or not at all, may have counted too.
  const fits = limited && passed + strange >= documented && passed <= documented * BUDGETS_MOST;
  return {
    subject: `where 429 begins for ${kind}s`,
    expected: `after ${documented} within 60 s, by any window algorithm`,
    actual: `${beginsText(limit)}${strange > 0 ? `; ${strange} answers were neither` : ""}`,
    passed: fits,
  };
}

/** The sentence a reader wants: exact, or what it looks like. */
function beginsText({ documented, passed, span_ms: spanMs, limited }: Limit): string {
  const seconds = `${(spanMs / 1_000).toFixed(1)} s`;
  if (!limited) return `${passed} passed in ${seconds} and no 429 came`;
  if (passed === documented) return `exactly ${passed} passed in ${seconds}, then 429`;
  const like = passed > documented ? ": a bucket that refills, or a window that ended" : "";
  return `${passed} passed in ${seconds}, then 429${like}`;
}

function honest({
  class: kind,
  retry_after_s: retryAfterS,
  recovered_late_ms: late,
}: Limit): LoadJudgement {
  const recovered = late === null ? "not passed after it" : `passed ${late.toFixed(0)} ms after it`;
  return {
    subject: `Retry-After of ${kind}s`,
    expected: "seconds after which a request passes",
    actual: retryAfterS === null ? "none was told" : `${retryAfterS} s, ${recovered}`,
    passed: retryAfterS !== null && late !== null && late <= RECOVERY_LATE_MS_MAX,
  };
}
