/** The strict judgement: the same status, media type and bytes, or different. */
import type { Redactor } from "../deployment/secrets/redact.ts";
import type { RecordedResponse } from "./answer.ts";
import { different, inconclusive, type ReplayJudgement } from "./opinion.ts";

const HEADERS = ["content-type", "retry-after", "idempotent-replayed"];
/** Unnamed secrets are numbered by each run for itself. */
const UNNAMED = /\{\{[^{}]+\}\}/g;
/** Where a venue and its identity provider listen is the machine's affair. */
const ADDRESS = /127\.0\.0\.1(?::|%3A)\d+/g;
const SAME: ReplayJudgement = { verdict: "same", why: null, differences: [], isTurn: false };

/** Compares what is written down of both, secrets as placeholders. */
export function strictOpinion(
  recorded: RecordedResponse | null,
  live: RecordedResponse | null,
  redactor: Redactor,
): ReplayJudgement {
  if (recorded === null || live === null) {
    if (recorded === live) return SAME;
    return inconclusive(`no answer ${live === null ? "now" : "recorded"}`);
  }
  if (recorded.status !== live.status) {
    return different(`HTTP ${live.status} instead of ${recorded.status}`);
  }
  const header = HEADERS.find((name) => recorded.headers[name] !== live.headers[name]);
  if (header !== undefined) return different(`header ${header} differs`);
  if (recorded.tellsTheSame(live)) return SAME;
  const [then, now] = [recorded.text, redactor.text(live.text)];
  if (masked(then) === masked(now)) return SAME;
  const difference = { at: "", recorded: then, live: now, weight: "hard" } as const;
  return different("the bytes of the body differ", [difference]);
}

function masked(text: string): string {
  return text.replace(UNNAMED, "{{}}").replace(ADDRESS, "127.0.0.1");
}
