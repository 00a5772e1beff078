/** The strict judgement: the same status, media type and bytes, or different. */
import type { Exchange } from "../../conformance/target/exchange.ts";
import type { SessionExchange } from "../session/format.ts";
import { bodyText } from "../session/writer.ts";
import { different, inconclusive, type Opinion } from "./opinion.ts";

const HEADERS = ["content-type", "retry-after", "idempotent-replayed"];
/** Unnamed secrets are numbered by each run for itself. */
const UNNAMED = /\{\{[^{}]+\}\}/g;

/** Compares what is written down of both, secrets as placeholders. */
export function strictOpinion(line: SessionExchange, live: Exchange): Opinion {
  const { response: recorded } = line;
  const { response } = live;
  if (recorded === undefined || response === null) {
    return inconclusive(`no answer ${response === null ? `now: ${live.failure}` : "recorded"}`);
  }
  if (recorded.status !== response.status) {
    return different(`HTTP ${response.status} instead of ${recorded.status}`);
  }
  const header = HEADERS.find((name) => recorded.headers[name] !== response.headers[name]);
  if (header !== undefined) return different(`header ${header} differs`);
  const [then, now] = [bodyText(recorded) ?? "", response.bodyText];
  if (masked(then) === masked(now)) {
    return { verdict: "same", why: null, differences: [], isTurn: false };
  }
  const difference = { at: "", recorded: then, live: now, weight: "hard" } as const;
  return different("the bytes of the body differ", [difference]);
}

function masked(text: string): string {
  return text.replace(UNNAMED, "{{}}");
}
