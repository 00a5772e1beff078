/** Health, feature gates, version. Spec: Health, Versioning; D-171, D-173, D-175. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { codeOf, objectOf } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { How } from "../../check/agent-client.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, is, odd } from "../../check/expectation.ts";
import { answerThat, http } from "../../expect/answers.ts";
import { envelopeOrGateway, misusesDetail } from "../../expect/errors.ts";
import { errorWatch, isGated, judgeAnswered, TOLERANT } from "../error-answers.ts";
import { whileCut } from "../feed-cut.ts";
import { FROZEN, whileFrozen } from "../kill-switch.ts";
import { killSwitch } from "./checks-kill.ts";
import { states } from "./checks-states.ts";

const ofGates = errorWatch({
  rule: "OPS-GATE-01",
  title: "every 503 that is not the kill switch is an error envelope",
  needs: [],
  selects: (exchange) => isGated(exchange) && !misusesDetail(exchange),
  demand: envelopeOrGateway,
});

const gateClosed: Check = {
  title: "behind a closed gate, a 503 is an error envelope, under this prefix as under others",
  proves: ["OPS-GATE-01"],
  needs: ["agent", "feature-gates"],
  each: true,
  async body(t) {
    const answers: Exchange[] = [];
    for (const gate of t.control.gates) {
      const met = await whileClosed(t, gate, () => GATED.map((path) => everywhere(t, path)));
      for (const { own, elsewhere } of met) {
        const closed = elsewhere.filter(isGated).length;
        if (closed > PREFIXES.length / 2) t.expect("OPS-GATE-01", own, closedToo);
        answers.push(own);
      }
    }
    judgeAnswered(t, { rule: "OPS-GATE-01", status: 503, answers });
  },
};

/** Routes that a launch may hold back; an empty body does nothing where they are open. */
const GATED = ["/orders/replace-ladder", "/auth/signup"];

function probe({ agent }: CheckContext, path: string, how: How = {}): Promise<Exchange> {
  return agent.request({ method: "POST", path, body: {}, ...TOLERANT, ...how });
}

const closedToo = answerThat(
  "closed as under other prefixes, or not there at all",
  (exchange) => isGated(exchange) || exchange.response?.status === 404,
);

/** What a route answers under each prefix, and then under that of the cell: a gate may take its time. */
async function everywhere(t: CheckContext, path: string) {
  const elsewhere = await Promise.all(PREFIXES.map((prefix) => probe(t, path, { prefix })));
  return { elsewhere, own: await probe(t, path) };
}

/** Acts with one gate closed, and opens it again whatever happens. */
async function whileClosed<T>(
  t: CheckContext,
  gate: string,
  act: () => Promise<T>[],
): Promise<T[]> {
  await t.control.closeGate(gate, true);
  try {
    return await Promise.all(act());
  } finally {
    await t.control.closeGate(gate, false);
  }
}

/** The routes of health, their rules and what they answer. */
const HEALTH = [
  ["/health", "OPS-HEALTH-01", [200]],
  ["/live", "OPS-HEALTH-02", [200]],
  ["/ready", "OPS-HEALTH-03", statusesOf("D-173")],
] as const;

/** One route of health; a passing trouble of a gateway is polled away. */
function health([path, rule, statuses]: (typeof HEALTH)[number]): Check {
  return {
    title: `${path} answers, under every prefix`,
    proves: [rule],
    needs: [],
    each: true,
    body: (t) => t.eventually(rule, probing(t, { path, tolerates: [503] }), http(...statuses)),
  };
}

/** The same asked for by an agent, whatever it holds and has resting. */
function healthForAgents([path, rule, statuses]: (typeof HEALTH)[number]): Check {
  return {
    title: `${path} answers an agent, under every prefix`,
    proves: [rule],
    needs: ["agent"],
    each: true,
    async body(t) {
      const asking = probing(t, { path, tolerates: [503] }, (ask) => t.agent.request(ask));
      await t.eventually(rule, asking, http(...statuses));
    },
  };
}

/**
 * Asks for the health of a venue, if nothing is said as who watches over it does, who has no key.
 * Errors: Missing where it is not told to everybody, which the spec leaves to a venue.
 */
function probing(
  t: CheckContext,
  ask: Omit<ApiRequest, "method">,
  send: (ask: ApiRequest) => Promise<Exchange> = (one) => t.anonymously(one),
): () => Promise<Exchange> {
  return async () => {
    const answer = await send({ method: "GET", ...ask });
    if (!statusesOf("D-130", "scopeRefusal").includes(answer.response?.status ?? 0)) return answer;
    throw new Missing(`needs ${ask.path} to be told to everybody`);
  };
}

const livesFrozen: Check = {
  title:
    "/health and /live answer while the venue is frozen where other reads do, under every prefix",
  proves: ["OPS-HEALTH-01", "OPS-HEALTH-02"],
  needs: ["shared-key", "kill-switch"],
  each: true,
  body: (t) =>
    whileFrozen(t, async () => {
      const read = await t.agent.get("/markets", {}, FROZEN);
      // A switch may be thrown in front of everything (D-170).
      if (read.response?.status === 503) throw new Missing("needs reads while it is frozen");
      await t.eventually("OPS-HEALTH-01", probing(t, { path: "/health", ...FROZEN }), healthFrozen);
      await t.eventually("OPS-HEALTH-02", probing(t, { path: "/live", ...FROZEN }), http(200));
    }),
};

/** So that load balancers look elsewhere: a read that is refused, as D-170 allows. */
const healthFrozen = anyOf(
  http(200),
  odd(
    answerThat(
      "HTTP 503 EXCHANGE_FROZEN",
      ({ response }) => response?.status === 503 && codeOf(response.body) === "EXCHANGE_FROZEN",
    ),
    "/health is 503 while the venue is frozen",
  ),
);

const livesCut: Check = {
  title: "/health and /live answer while the feed is cut off, under every prefix",
  proves: ["OPS-HEALTH-01", "OPS-HEALTH-02"],
  needs: ["feed-switch"],
  each: true,
  body: (t) =>
    whileCut(t, async () => {
      const probe = (path: string) => probing(t, { path, tolerates: [502, 503] });
      await t.eventually("OPS-HEALTH-01", probe("/health"), http(200));
      await t.eventually("OPS-HEALTH-02", probe("/live"), http(200));
    }),
};

const livesOn: Check = {
  title: "/health, /live and /ready answer when nobody has asked for hours",
  proves: ["OPS-HEALTH-01", "OPS-HEALTH-02", "OPS-HEALTH-03"],
  needs: ["hours"],
  over: {},
  async body(t) {
    await t.clock.passHours();
    for (const [path, rule, statuses] of HEALTH) {
      // The first answer is the one: what asks again has not been asked for hours any more.
      t.expect(rule, await probing(t, { path, tolerates: [503] })(), http(...statuses));
    }
  },
};

const VERSION = "0.1.0";

const describesItself: Check = {
  title: "a machine-readable description says version 0.1.0",
  proves: ["VER-DOC-01"],
  needs: [],
  async body(t) {
    const version = await describedVersion(t);
    if (version !== undefined) t.expect("VER-DOC-01", version, is(VERSION));
    else t.moot("VER-DOC-01", "no description at /openapi.json, under any prefix");
  },
};

/** A venue that fails, or what stands in front of it (D-169), describes nothing. */
const DOWN = [500, ...statusesOf("D-169")];

/** What `info.version` says, null for nothing; undefined where no description is found. */
async function describedVersion(t: CheckContext): Promise<unknown> {
  for (const prefix of PREFIXES) {
    const ask = { method: "GET", path: "/openapi.json", prefix, tolerates: DOWN };
    const { response } = await t.anonymously(ask);
    const { openapi, swagger, info } = objectOf(response?.body);
    if (response?.status !== 200 || (openapi ?? swagger) === undefined) continue;
    return objectOf(info)["version"] ?? null;
  }
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  ofGates,
  gateClosed,
  ...HEALTH.flatMap((route) => [health(route), healthForAgents(route)]),
  livesFrozen,
  livesCut,
  livesOn,
  ...killSwitch,
  describesItself,
  ...states,
];
