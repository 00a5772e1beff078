/** Health and the kill switch. Spec: Health, Reject codes; D-170, D-173. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { noMoreOpenThan, openCount } from "../areas/rejection.ts";
import type { Check } from "../check/check.ts";
import type { CheckContext } from "../check/check-context.ts";
import { answerGist, contains, http } from "../expect/answers.ts";
import { accepted, placedThat } from "../expect/placed.ts";

const frozen = placedThat(
  "HTTP 503 with EXCHANGE_FROZEN",
  (placed) => placed.httpStatus === 503 && placed.reason === "EXCHANGE_FROZEN",
);

/** One route of health; a passing trouble of a gateway is polled away. */
function health(path: string, rule: string, statuses: readonly number[]): Check {
  return {
    title: `${path} answers without credentials`,
    proves: [rule],
    needs: [],
    body: (t) =>
      t.eventually(
        rule,
        () => t.anonymously({ method: "GET", path, tolerates: [503] }),
        http(...statuses),
      ),
  };
}

const refusesOrders: Check = {
  title: "a frozen venue refuses a new order with EXCHANGE_FROZEN and places nothing",
  proves: ["OPS-KILL-01"],
  needs: ["agent", "market", "kill-switch"],
  async body(t) {
    const { agent, market } = t;
    const before = openCount(await agent.openOrders(market.id));
    const placed = await whileFrozen(t, () =>
      agent.placeOnce(market.resting(), { tolerates: [503] }),
    );
    t.expect("OPS-KILL-01", placed, frozen);
    await t.settle();
    t.expect("OPS-KILL-01", await agent.openOrders(market.id), noMoreOpenThan(before));
  },
};

const othersWhileFrozen: Check = {
  title: "what a cancel, a read and a replay meet on a frozen venue",
  proves: ["OPS-KILL-02"],
  needs: ["agent", "market", "kill-switch"],
  async body(t) {
    const { agent, market } = t;
    const how = { tolerates: [503] };
    const kept = await agent.rests(market.resting());
    const dropped = await agent.rests(market.resting());
    const met = await whileFrozen(t, async () => ({
      cancel: await agent.cancel(dropped.orderId, how),
      read: await agent.order(kept.orderId, how),
      replay: (await agent.placeOnce(kept.sent, how)).exchange,
    }));
    const seen = Object.entries(met).map(([what, answer]) => `${what}: ${answerGist(answer)}`);
    const unusual = Object.values(met).some((answer) => !isServedOrFrozen(answer));
    t.observe("OPS-KILL-02", seen, unusual ? "neither served nor 503" : undefined);
  },
};

const restingDoesNotTrade: Check = {
  title: "a resting order does not trade while the venue is frozen",
  proves: ["OPS-KILL-03"],
  needs: ["two-owners", "binary", "kill-switch"],
  async body(t) {
    const { agent: taker, other: maker, market } = t;
    const [price = 0] = await market.inside();
    const resting = await maker.rests(market.limit("SELL", price));
    await whileFrozen(t, () => taker.placeOnce(market.limit("BUY", price), { tolerates: [503] }));
    await t.settle();
    t.expect("OPS-KILL-03", await maker.openOrders(market.id), contains(resting.orderId));
  },
};

const acceptsAgain: Check = {
  title: "a released venue accepts orders again",
  proves: ["OPS-KILL-04"],
  needs: ["agent", "market", "kill-switch"],
  async body(t) {
    const { agent, market } = t;
    const place = () => agent.placeOnce(market.resting(), { tolerates: [503] });
    await whileFrozen(t, place);
    t.expect("OPS-KILL-04", await place(), accepted);
  },
};

export const operations: readonly Check[] = [
  health("/health", "OPS-HEALTH-01", [200]),
  health("/live", "OPS-HEALTH-02", [200]),
  health("/ready", "OPS-HEALTH-03", statusesOf("D-173")),
  refusesOrders,
  othersWhileFrozen,
  restingDoesNotTrade,
  acceptsAgain,
];

function isServedOrFrozen({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status === 503 || (status >= 200 && status < 300);
}

/** Acts with the kill switch on, and releases it whatever happens. */
async function whileFrozen<T>(t: CheckContext, act: () => Promise<T>): Promise<T> {
  await t.operator.freeze(true);
  try {
    return await act();
  } finally {
    await t.operator.freeze(false);
  }
}
