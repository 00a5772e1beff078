/** A recorded session, whole in every iteration: its ids bound anew, its order keys its own. */

import { formOf, type LoadStep } from "../../plan/session-step.ts";
import { LoadBindings } from "../../session/bindings.ts";
import { agentOf } from "../lib/agents.ts";
import { call } from "../lib/call.ts";
import { type IterationTime, moment } from "../lib/moment.ts";
import { settings } from "../lib/settings.ts";

const { steps, agents, markets } = settings.session ?? { steps: [], agents: 1, markets: {} };

/** Each iteration has as many agents as the session has, none of them twice. */
export function session(): void {
  const at = moment("session");
  const bindings = new LoadBindings(markets);
  const keys = new Map<unknown, string>();
  for (const step of steps) {
    const agent = step.actor === null ? null : agentOf(at.turn * agents + step.actor);
    const { endpoint, method, outcome, ids } = step;
    const { body } = call(at, {
      ...{ endpoint, method, agent },
      path: bindings.text(step.path),
      form: formOf(endpoint),
      wants: [outcome],
      ...(step.body !== null && { body: bodyOf(step, { at, bindings, keys }) as object }),
    });
    bindings.learn(ids, body);
  }
}

interface FlowContext {
  at: IterationTime;
  bindings: LoadBindings;
  /** Recorded client_order_ids, and those of this iteration. */
  keys: Map<unknown, string>;
}

/** A replayed key stays a replay, a stale order stays stale, and no iteration repeats another's. */
function bodyOf(step: LoadStep, { at, bindings, keys }: FlowContext): unknown {
  const body = bindings.body(step.body);
  if (typeof body !== "object" || body === null) return body;
  const { client_order_id: recorded } = body as Record<string, unknown>;
  if (typeof recorded === "string" && !keys.has(recorded)) {
    keys.set(recorded, `${settings.runId}-ses-${at.index}-${keys.size}`);
  }
  return {
    ...body,
    ...(typeof recorded === "string" && { client_order_id: keys.get(recorded) }),
    ...(step.stampOffsetMs !== null && {
      timestamp_ms: Math.round(Date.now() + step.stampOffsetMs),
    }),
  };
}
