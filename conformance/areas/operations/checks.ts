/** Health, kill switch, feature gates, version. Spec: Health, Versioning; D-170, D-173, D-175. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { objectOf } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { is } from "../../check/expectation.ts";
import { answerGist, contains, http } from "../../expect/answers.ts";
import { envelopeOrGateway, misusesDetail } from "../../expect/errors.ts";
import { accepted, placedThat } from "../../expect/placed.ts";
import { errorWatch, isGated, judgeAnswered, TOLERANT } from "../error-answers.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import { states } from "./checks-states.ts";

const ofGates = errorWatch({
  rule: "OPS-GATE-01",
  title: "every 503 that is not the kill switch is an error envelope",
  needs: [],
  selects: (exchange) => isGated(exchange) && !misusesDetail(exchange),
  demand: envelopeOrGateway,
});

const gateClosed: Check = {
  title: "behind a closed gate, a 503 is an error envelope",
  proves: ["OPS-GATE-01"],
  needs: ["agent", "feature-gates"],
  async body(t) {
    const answers: Exchange[] = [];
    for (const gate of t.control.gates) {
      answers.push(...(await whileClosed(t, gate, () => GATED.map((ask) => probe(t, ask)))));
    }
    judgeAnswered(t, { rule: "OPS-GATE-01", status: 503, answers });
  },
};

/** Routes that a launch may hold back; an empty body does nothing where they are open. */
const GATED = ["/orders/replace-ladder", "/auth/signup"];

function probe({ agent }: CheckContext, path: string): Promise<Exchange> {
  return agent.request({ method: "POST", path, body: {}, ...TOLERANT });
}

/** Acts with one gate closed, and opens it again whatever happens. */
async function whileClosed(
  t: CheckContext,
  gate: string,
  act: () => Promise<Exchange>[],
): Promise<Exchange[]> {
  await t.control.closeGate(gate, true);
  try {
    return await Promise.all(act());
  } finally {
    await t.control.closeGate(gate, false);
  }
}

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

function isServedOrFrozen({ response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return status === 503 || (status >= 200 && status < 300);
}

/** Acts with the kill switch on, and releases it whatever happens. */
async function whileFrozen<T>(t: CheckContext, act: () => Promise<T>): Promise<T> {
  await t.control.freeze(true);
  try {
    return await act();
  } finally {
    await t.control.freeze(false);
  }
}

const VERSION = "0.1.0";
const PLACES = ["", "/v1", "/api", "/api/v1"];

const describesItself: Check = {
  title: "whether a machine-readable description says version 0.1.0",
  proves: ["VER-DOC-01"],
  needs: [],
  async body(t) {
    t.expect("VER-DOC-01", await describedVersion(t), is(VERSION));
  },
};

/** A venue that fails, or what stands in front of it (D-169), describes nothing. */
const DOWN = [500, ...statusesOf("D-169")];

/** What `info.version` says. Errors: Missing where no description is found. */
async function describedVersion(t: CheckContext): Promise<unknown> {
  for (const prefix of PLACES) {
    const ask = { method: "GET", path: "/openapi.json", prefix, tolerates: DOWN };
    const { response } = await t.anonymously(ask);
    const { openapi, swagger, info } = objectOf(response?.body);
    if (response?.status !== 200 || (openapi ?? swagger) === undefined) continue;
    return objectOf(info)["version"];
  }
  throw new Missing("needs a description at /openapi.json, under any prefix");
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  ofGates,
  gateClosed,
  health("/health", "OPS-HEALTH-01", [200]),
  health("/live", "OPS-HEALTH-02", [200]),
  health("/ready", "OPS-HEALTH-03", statusesOf("D-173")),
  refusesOrders,
  othersWhileFrozen,
  restingDoesNotTrade,
  acceptsAgain,
  describesItself,
  ...states,
];
