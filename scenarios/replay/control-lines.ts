/** Plays the operator's part of a session, as far as the target offers it. */
import type { SessionControl } from "../session/format.ts";
import { handedIn } from "./bindings.ts";
import { idsIn } from "./compare.ts";
import { different, type ReplayJudgement } from "./judgement.ts";
import type { ReplayRun } from "./replay-run.ts";
import { type Vocabulary, value } from "./rewrite.ts";

/** What an operator's command came to. Shape: `opinion` is of the two answers, strictly. */
export type Operated = { opinion: ReplayJudgement | null } | { blind: string };

const COMPARED = ["sha256", "commands", "market_id", "agent_id", "now_ms"];

/** Gives the command, and binds what it made. */
export async function operate(line: SessionControl, scene: ReplayRun): Promise<Operated> {
  const { method, path, body } = line.control;
  const words = scene.words();
  const live = { method, path: rewrittenPath(path, words), body: value(body, "", words) };
  const { operator, fresh } = scene.ground;
  if (operator === null || !operator.offers(live) || (path === "/reset" && !fresh)) {
    return { blind: `the target cannot follow ${method} ${path} of line ${line.n}` };
  }
  const { response } = await operator.send(live);
  const [recorded, told] = [line.response?.body, response?.body];
  if (typeof Object(told).now_ms === "number") scene.clocks.moved(Object(told).now_ms);
  const ids = idsIn(told);
  for (const [index, id] of idsIn(recorded).entries()) {
    if (ids[index] !== undefined) scene.bindings.bind(id, ids[index]);
  }
  scene.learn(handedIn(recorded, told));
  return { opinion: line.response ? sameControl(recorded, told) : null };
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
