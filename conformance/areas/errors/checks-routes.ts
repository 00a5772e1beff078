/** Error answers route by route, under every prefix, and what tells them apart. Spec: Errors. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { objectOf } from "../../../scenarios/deployment/reading/order.ts";
import { isRepeat } from "../../../scenarios/deployment/reading/repeats.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check, Watch, Watchful } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, type Expectation, that } from "../../check/expectation.ts";
import type { Need } from "../../check/need.ts";
import { oncePerLease } from "../../check/once.ts";
import { givesNothing } from "../../expect/access.ts";
import { answerThat, http, httpStatusOf } from "../../expect/answers.ts";
import {
  detailItems,
  envelopeOrGateway,
  isError,
  misusesDetail,
  refusesMalformedOrder,
} from "../../expect/errors.ts";
import { MAY_BE_CLOSED, mayBeAbsent, requestIn } from "../../expect/route-request.ts";
import { BODY_ROUTES, KEY_ROUTES } from "../../spec/route-table.ts";
import { errorWatch, malformedOrder } from "../error-answers.ts";

/** The id of an error; null where there is none, or the answer may be that to an earlier request. */
function requestIdOf(exchange: Exchange): string | null {
  const { request_id: id } = objectOf(exchange.response?.body);
  const isError = httpStatusOf(exchange) >= 400 && !isRepeat(exchange);
  return isError && typeof id === "string" && id !== "" ? id : null;
}

/** Ids of errors, each of which no earlier one had. */
function idsSoFar(): Watchful {
  const met = new Map<string, Exchange["request"]>();
  const first = (exchange: Exchange) => met.get(requestIdOf(exchange) ?? "");
  return {
    selects(exchange) {
      const id = requestIdOf(exchange);
      if (id !== null && !met.has(id)) met.set(id, exchange.request);
      return id !== null;
    },
    expects: that(
      "a request_id that no other request had",
      (exchange) => first(exchange) === exchange.request,
      (exchange) => `that of ${first(exchange)?.method} ${first(exchange)?.path}`,
    ),
  };
}

/** No two requests of a run share an id. */
export const requestIds: Watch = {
  title: "no two errors of a run have the same request_id",
  proves: ["ERR-ENV-05"],
  needs: ["agent"],
  ...idsSoFar(),
  remembering: idsSoFar,
  async body({ agent }) {
    for (let n = 0; n < 3; n += 1) await agent.order(UNKNOWN_UUID);
  },
};

/** Errors: StandsOn a rule of that status; Missing where a gate keeps the route closed. */
function demandStatus(answer: Exchange, status: number, rule: string): void {
  const { method, path } = answer.request;
  const seen = httpStatusOf(answer);
  if (seen === 503) throw new Missing(`needs the route ${method} ${path}, which is closed`);
  if (seen !== status) throw new StandsOn(rule, `${method} ${path} was answered ${seen}`);
}

const of403 = errorWatch({
  rule: "ERR-403-01",
  title: "every 403 is an error envelope",
  needs: ["two-owners", "market"],
  selects: (exchange) => isError(exchange, 403) && !misusesDetail(exchange),
  demand: envelopeOrGateway,
  provoke: async ({ agent, other, market }) =>
    agent.order((await other.rests(market.resting())).orderId),
});

const of404 = errorWatch({
  rule: "ERR-404-01",
  title: "every 404 of a listed route is an error envelope",
  selects: (exchange) => isError(exchange, 404) && !misusesDetail(exchange),
  demand: envelopeOrGateway,
  provoke: ({ agent }) => agent.order(UNKNOWN_UUID),
});

const unknownIds: Check = {
  title: "an id that nothing has is answered with an envelope on every route of ids",
  proves: ["ERR-404-01"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const answer = await t.agent.request({ ...requestIn(t), tolerates: MAY_BE_CLOSED });
    demandStatus(answer, 404, "OAPI-GET-03");
    t.expect("ERR-404-01", answer, envelopeOrGateway);
  },
};

const agentsOrder = oncePerLease(({ agent, market }) => agent.rests(market.resting()));

const ofOthers: Check = {
  title: "what another agent has is refused with an envelope",
  proves: ["ERR-403-01"],
  needs: ["two-owners", "market"],
  each: true,
  async body(t) {
    const { orderId } = await agentsOrder(t);
    const ask = requestIn(t, { order_id: orderId });
    const answer = await t.other.request(
      ask.method === "POST" ? { ...ask, body: { agent_id: t.agent.agentId } } : ask,
    );
    demandStatus(answer, 403, "OAPI-GET-02");
    t.expect("ERR-403-01", answer, envelopeOrGateway);
  },
};

/** What a body of another media type is refused with. */
const UNSUPPORTED = 415;

const TEXTS: Readonly<Record<string, string>> = { "no JSON": "{touchstone", "cut off": '{"a":' };

/** Whoever may send such a body at all sends this one. */
function sendText(t: CheckContext): Promise<Exchange> {
  const { route = "", value = "" } = t.cell;
  const { body: _, ...ask } = requestIn(t, { agent_id: ownAgentOf(t) });
  const headers = { "content-type": "application/json" };
  const sent = { ...ask, rawBody: TEXTS[value] ?? "", headers, tolerates: MAY_BE_CLOSED };
  if (/signup|login/.test(route)) return t.anonymously(sent);
  return route.includes("/me/agents/") ? t.human.request(sent) : t.agent.request(sent);
}

function ownAgentOf(t: CheckContext): string {
  return t.cell.route?.includes("/me/agents/") ? t.human.agentId : UNKNOWN_UUID;
}

/** Flat, or an array of validation. */
const envelopeOrArray: Expectation<Exchange> = anyOf(
  answerThat("an array of validation", (exchange) => detailItems(exchange) !== null),
  envelopeOrGateway,
);

const notJson = allOf(http(...statusesOf("D-002"), UNSUPPORTED), givesNothing, envelopeOrArray);

function refusesTexts(title: string, needs: readonly Need[], route: readonly string[]): Check {
  return {
    title,
    proves: ["ERR-VAL-05"],
    needs,
    over: { route, value: Object.keys(TEXTS), prefix: PREFIXES },
    each: true,
    async body(t) {
      const answer = await sendText(t);
      demandThere(t, answer);
      t.expect("ERR-VAL-05", answer, notJson);
    },
  };
}

const unreadable = refusesTexts(
  "a body that is not JSON is refused with an envelope or an array",
  ["agent"],
  BODY_ROUTES.filter((route) => !KEY_ROUTES.includes(route)),
);

const unreadableKeys = refusesTexts(
  "a request for a key that is not JSON is refused with an envelope or an array",
  ["browser"],
  BODY_ROUTES.filter((route) => KEY_ROUTES.includes(route)),
);

const FORBIDDEN = 403;
/** Sign-up may be switched off, and login with it. */
const MAY_BE_OFF = /signup|login|replace-ladder/;

/** Errors: Missing where the route is absent or switched off. */
function demandThere({ cell }: CheckContext, answer: Exchange): void {
  const { route = "" } = cell;
  const absent = mayBeAbsent(cell) ? [404] : [];
  const off = MAY_BE_OFF.test(route)
    ? [...statusesOf("D-161"), ...MAY_BE_CLOSED, FORBIDDEN]
    : MAY_BE_CLOSED;
  if (![...absent, ...off].includes(httpStatusOf(answer))) return;
  throw new Missing(`needs the route ${route}; it was answered ${httpStatusOf(answer)}`);
}

/** What a flat envelope for a malformed order says. */
const saysValidation = answerThat(
  "code VALIDATION_ERROR",
  ({ response }) => objectOf(response?.body)["code"] === "VALIDATION_ERROR",
);

const codeOfMalformed = errorWatch({
  rule: "ERR-VAL-03",
  title: "a flat envelope for a malformed order has the code VALIDATION_ERROR",
  selects: refusesMalformedOrder,
  demand: saysValidation,
  provoke: malformedOrder,
});

const codeUnderEach: Check = {
  title: "under each prefix the envelope of a malformed order has the code VALIDATION_ERROR",
  proves: ["ERR-VAL-03"],
  needs: ["agent"],
  each: true,
  async body(t) {
    const answer = await malformedOrder(t);
    if (refusesMalformedOrder(answer)) t.expect("ERR-VAL-03", answer, saysValidation);
    else t.moot("ERR-VAL-03", "no flat envelope came");
  },
};

const unknownRoutes: Check = {
  title: "an unknown route and a wrong method are answered 404 or 405 with an envelope",
  proves: ["ERR-404-02"],
  needs: [],
  each: true,
  async body(t) {
    const demand = allOf(http(...statusesOf("D-161")), envelopeOrGateway);
    const answer = await t.anonymously({ ...requestIn(t), tolerates: [501] });
    t.expect("ERR-404-02", answer, demand);
  },
};

/** Checks of errors route by route. */
export const routes: readonly Check[] = [
  of403,
  of404,
  unknownIds,
  ofOthers,
  unreadable,
  unreadableKeys,
  codeOfMalformed,
  codeUnderEach,
  unknownRoutes,
];
