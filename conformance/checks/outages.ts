/** What is answered when an operator cuts the feed or closes a gate. Spec: HTTP statuses 502, 503. */

import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { judgeAnswered, TOLERANT } from "./errors-watch.ts";

const feedCut: Check = {
  title: "with the feed cut off, a 502 is an error envelope",
  proves: ["ERR-502-01"],
  needs: ["agent", "feed-switch"],
  async body(t) {
    const answers = await whileCut(t, () => [
      t.agent.get("/feed/btc-spot/history", {}, TOLERANT),
      t.agent.get("/feed/btc-spot/candles", {}, TOLERANT),
    ]);
    judgeAnswered(t, { rule: "ERR-502-01", status: 502, answers });
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
    judgeAnswered(t, { rule: "OPS-GATE-01", status: 503, answers });
  },
};

export const outages: readonly Check[] = [feedCut, gateClosed];

/** Routes that a launch may hold back; an empty body does nothing where they are open. */
const GATED = ["/orders/replace-ladder", "/auth/signup"];

function probe({ agent }: CheckContext, path: string): Promise<Exchange> {
  return agent.request({ method: "POST", path, body: {}, ...TOLERANT });
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
