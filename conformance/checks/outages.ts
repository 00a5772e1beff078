/** What is answered when an operator cuts the feed or closes a gate. Spec: HTTP statuses 502 and 503. */
import { oddOf } from "../../scenarios/decisions/forms.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { envelopeOrGateway } from "../expect/errors.ts";

const feedCut: Check = {
  title: "with the feed cut off, a 502 is an error envelope",
  proves: ["ERR-502-01"],
  needs: ["agent", "feed-switch"],
  async body(t) {
    const answers = await whileCut(t, () => [
      t.agent.get("/feed/btc-spot/history", {}, TOLERANT),
      t.agent.get("/feed/btc-spot/candles", {}, TOLERANT),
    ]);
    judgeThose(t, { rule: "ERR-502-01", status: 502, answers });
  },
};

const gateClosed: Check = {
  title: "behind a closed gate, a 503 is an error envelope",
  proves: ["OPS-GATE-01"],
  needs: ["agent", "feature-gates"],
  async body(t) {
    const answers: Exchange[] = [];
    for (const gate of t.operator.gates) {
      answers.push(...(await whileClosed(t, gate, () => GATED.map((ask) => probe(t, ask)))));
    }
    judgeThose(t, { rule: "OPS-GATE-01", status: 503, answers });
  },
};

export const outages: readonly Check[] = [feedCut, gateClosed];

const TOLERANT = { tolerates: oddOf("D-115") };

/** Routes that a launch may hold back; an empty body does nothing where they are open. */
const GATED = ["/orders/replace-ladder", "/auth/signup"];

function probe({ agent }: CheckContext, path: string): Promise<Exchange> {
  return agent.request({ method: "POST", path, body: {}, ...TOLERANT });
}

/** Judges the answers with that status; the rule is conditional: there may be none. */
function judgeThose(
  t: CheckContext,
  { rule, status, answers }: { rule: string; status: number; answers: readonly Exchange[] },
): void {
  const met = answers.filter(({ response }) => response?.status === status);
  for (const answer of met) t.expect(rule, answer, envelopeOrGateway);
  if (met.length === 0) t.moot(rule, `nothing was answered ${status}`);
}

/** Acts with the feed cut off, and joins it again whatever happens. */
async function whileCut(t: CheckContext, act: () => Promise<Exchange>[]): Promise<Exchange[]> {
  await t.operator.reachFeed(false);
  try {
    return await Promise.all(act());
  } finally {
    await t.operator.reachFeed(true);
  }
}

/** Acts with one gate closed, and opens it again whatever happens. */
async function whileClosed(
  t: CheckContext,
  gate: string,
  act: () => Promise<Exchange>[],
): Promise<Exchange[]> {
  await t.operator.closeGate(gate, true);
  try {
    return await Promise.all(act());
  } finally {
    await t.operator.closeGate(gate, false);
  }
}
