/** What is answered when an operator cuts the feed or closes a gate. Spec: HTTP statuses 502, 503. */

import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../check/check.ts";
import type { Trial } from "../check/check-context.ts";
import { envelopeOrGateway } from "../expect/errors.ts";

const feedCut: Check = {
  title: "with the feed cut off, a 502 is an error envelope",
  proves: ["ERR-502-01"],
  needs: ["agent", "feed-switch"],
  async body(trial) {
    const answers = await whileCut(trial, () => [
      trial.agent.get("/feed/btc-spot/history", {}, TOLERANT),
      trial.agent.get("/feed/btc-spot/candles", {}, TOLERANT),
    ]);
    judgeThose(trial, { rule: "ERR-502-01", status: 502, answers });
  },
};

const gateClosed: Check = {
  title: "behind a closed gate, a 503 is an error envelope",
  proves: ["OPS-GATE-01"],
  needs: ["agent", "feature-gates"],
  async body(trial) {
    const answers: Exchange[] = [];
    for (const gate of trial.operator.gates) {
      answers.push(
        ...(await whileClosed(trial, gate, () => GATED.map((ask) => probe(trial, ask)))),
      );
    }
    judgeThose(trial, { rule: "OPS-GATE-01", status: 503, answers });
  },
};

export const outages: readonly Check[] = [feedCut, gateClosed];

const TOLERANT = { tolerates: [502, 503] };

/** Routes that a launch may hold back; an empty body does nothing where they are open. */
const GATED = ["/orders/replace-ladder", "/auth/signup"];

function probe({ agent }: Trial, path: string): Promise<Exchange> {
  return agent.request({ method: "POST", path, body: {}, ...TOLERANT });
}

/** Judges the answers with that status; the rule is conditional: there may be none. */
function judgeThose(
  trial: Trial,
  { rule, status, answers }: { rule: string; status: number; answers: readonly Exchange[] },
): void {
  const met = answers.filter(({ response }) => response?.status === status);
  for (const answer of met) trial.expect(rule, answer, envelopeOrGateway);
  if (met.length === 0) trial.moot(rule, `nothing was answered ${status}`);
}

/** Acts with the feed cut off, and joins it again whatever happens. */
async function whileCut(trial: Trial, act: () => Promise<Exchange>[]): Promise<Exchange[]> {
  await trial.operator.reachFeed(false);
  try {
    return await Promise.all(act());
  } finally {
    await trial.operator.reachFeed(true);
  }
}

/** Acts with one gate closed, and opens it again whatever happens. */
async function whileClosed(
  trial: Trial,
  gate: string,
  act: () => Promise<Exchange>[],
): Promise<Exchange[]> {
  await trial.operator.closeGate(gate, true);
  try {
    return await Promise.all(act());
  } finally {
    await trial.operator.closeGate(gate, false);
  }
}
