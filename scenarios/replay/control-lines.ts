/** Plays the operator's part of a session, as far as the target offers it. */
import { bodyValue } from "../session/body-value.ts";
import type { SessionControl } from "../session/format.ts";
import { handedIn } from "./bindings.ts";
import { idsIn } from "./compare.ts";
import { different, type ReplayJudgement } from "./judgement.ts";
import type { ReplayRun } from "./replay-run.ts";
import { type Vocabulary, value } from "./rewrite.ts";

/** What an operator's command came to. Shape: `judgement` is of the two answers, strictly. */
export type Operated = { judgement: ReplayJudgement | null } | { blind: string };

const COMPARED = ["sha256", "commands", "market_id", "agent_id", "now_ms"];

/** Gives the command, and binds what it made. */
export async function operate(line: SessionControl, run: ReplayRun): Promise<Operated> {
  const { method, path, body } = line.control;
  const words = run.words();
  const call = { method, path: rewrittenPath(path, words), body: value(body, "", words) };
  const { control, fresh, allowsControl } = run.deployment;
  const said = `${method} ${path} of line ${line.n}`;
  if (control === null || !control.offers(call) || (path === "/reset" && !fresh)) {
    return { blind: `the target cannot follow ${said}` };
  }
  if (!allowsControl) return { blind: `the operator's ${said} plays with --allow-control alone` };
  if (!run.switches.note(call)) return { blind: `too many switches: ${said} was left out` };
  const { response } = await control.send(call);
  const [recorded, live] = [line.response && bodyValue(line.response), response?.body];
  const { now_ms: nowMs } = Object(live);
  if (typeof nowMs === "number") run.clocks.moved(nowMs, Number(Object(body).advance_ms) || 0);
  const ids = idsIn(live);
  for (const [index, id] of idsIn(recorded).entries()) {
    if (ids[index] !== undefined) run.bindings.bind(id, ids[index]);
  }
  run.learn(handedIn(recorded, live));
  return { judgement: line.response ? sameControl(recorded, live) : null };
}

function rewrittenPath(path: string, words: Vocabulary): string {
  return path
    .split("/")
    .map((segment) => String(value(segment, "", words)))
    .join("/");
}

function sameControl(recorded: unknown, live: unknown): ReplayJudgement {
  const wrong = COMPARED.find((name) => Object(recorded)[name] !== Object(live)[name]);
  if (wrong !== undefined) return different(`${wrong} differs`);
  return { verdict: "same", why: null, differences: [], isTurn: false };
}
