/** Runs a scenario on a target, step by step, until it ends or goes another way. */
import { TOO_MUCH_FOR_AGENT } from "../decisions/forms.ts";
import type { Deployment } from "../deployment/connect.ts";
import { ControlError } from "../deployment/control-endpoint.ts";
import { objectOf } from "../deployment/reading/order.ts";
import { interference } from "../deployment/send-policy.ts";
import { Inconclusive } from "../deployment/stops.ts";
import type { Exchange } from "../deployment/wire/exchange.ts";
import { Unplayable } from "../session/assign.ts";
import { sessionText } from "../session/writer.ts";
import { shortfall } from "./expect.ts";
import {
  type Action,
  type ActorVerb,
  type Scenario,
  type ScenarioStep,
  VENUE,
  type VenueVerb,
} from "./format.ts";
import { type RecordExchange, ScenarioRun } from "./scenario-run.ts";
import { expectsHttp, VENUE_VERBS, VERBS } from "./verbs.ts";

/** How a scenario went. Shape: `detail` and `step` are null when it passed. */
export interface ScenarioResult {
  result: "pass" | "fail" | "skipped" | "inconclusive";
  step: ScenarioStep | null;
  detail: string | null;
  /** The last exchange before it ended. */
  last: Exchange | null;
  /** The first step whose expectation nobody could hold against the answer, by its number. */
  unread: number | null;
  /** What happened, as a session; null when nothing did. */
  session: string | null;
}

const PATIENCE_MS = 3_000;
const PAUSE_MS = 50;
/** What may show only a moment later (D-098). */
const LATE: readonly string[] = ["read", "hear"];

/** Never throws for what a target does; `record` gets each exchange. @internal */
export async function runScenario(
  scenario: Scenario,
  deployment: Deployment,
  record?: RecordExchange,
): Promise<ScenarioResult> {
  const run = new ScenarioRun(scenario, deployment, record);
  let current: ScenarioStep | null = null;
  const end = (result: ScenarioResult["result"], detail: string | null): ScenarioResult => ({
    result,
    step: result === "pass" ? null : current,
    detail: detail === null ? null : deployment.redactor.text(detail),
    last: run.last,
    unread: run.unread,
    session: run.lines.length === 0 ? null : sessionText(run.header(), run.lines),
  });
  try {
    await run.open();
    for (const step of scenario.steps) {
      current = step;
      const wrong = await taken(step, run);
      if (wrong !== null) return end("fail", wrong);
    }
    return end("pass", null);
  } catch (error) {
    if (error instanceof Unplayable) return end("skipped", error.message);
    if (error instanceof Inconclusive || error instanceof ControlError) {
      return end("inconclusive", error.message);
    }
    throw error;
  } finally {
    await run.switches.undo(deployment.control);
    await leave(run);
  }
}

/** Takes a step; what is wrong with what came of it, or null. */
async function taken(step: ScenarioStep, run: ScenarioRun): Promise<string | null> {
  const { who, verb, action } = step;
  if (who === VENUE) {
    await VENUE_VERBS[verb as VenueVerb](run, action);
    return null;
  }
  const act = () => VERBS[verb as ActorVerb](run, who, action);
  for (let time = 1; time < (action.times ?? 1); time += 1) await act();
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const wrong = shortfall(step, await act(), run);
    const isOver = wrong === null || !LATE.includes(verb) || performance.now() > deadline;
    if (isOver) return wrong === null ? null : blamed(wrong, action, run);
    await run.deployment.clock.sleep(PAUSE_MS);
  }
}

/**
 * Trouble and limits of the venue's own say nothing of what a scenario shows.
 * Errors: Inconclusive, Unplayable.
 */
function blamed(wrong: string, action: Action, { last }: ScenarioRun): string {
  const { status = 0, body } = last?.response ?? {};
  if (last !== null && status >= 500 && !expectsHttp(action, status)) throw interference(last);
  if (TOO_MUCH_FOR_AGENT.includes(objectOf(body)["reject_reason"])) {
    throw new Unplayable(`the venue takes no order so large of this agent; ${wrong}`);
  }
  return wrong;
}

/** Leaves nothing behind that another scenario would meet. */
async function leave(run: ScenarioRun): Promise<void> {
  for (const socket of run.streams.values()) await socket.close();
  if (run.deployment.fresh) return;
  const placers = new Set(
    run.scenario.steps
      .filter(({ verb }) => verb === "place" || verb === "send")
      .map(({ who }) => who),
  );
  for (const who of placers) {
    if (!(who in run.scenario.actors)) continue;
    for (const market of run.assigned.markets.values()) {
      const ask = { method: "DELETE", path: "/orders", query: { market_id: market } };
      await run.send(who, ask).catch(() => {});
    }
  }
}
