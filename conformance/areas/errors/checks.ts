/** Error answers: their envelope, their arrays, their codes. Spec: Error envelope, Errors, Gaps. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { codeOf, objectOf } from "../../../scenarios/deployment/reading/order.ts";
import { routeOf } from "../../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check, Watch } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, odd, that } from "../../check/expectation.ts";
import { answerThat, http } from "../../expect/answers.ts";
import {
  detailItems,
  envelopeOrGateway,
  hasMember,
  httpStatusOf,
  isError,
  itemsComplete,
  itemsTyped,
  misusesDetail,
  no500,
  refusesMalformedOrder,
} from "../../expect/errors.ts";
import { isListed } from "../../expect/listed-routes.ts";
import {
  errorWatch,
  isGated,
  judgeAnswered,
  malformedOrder,
  malformedQuery,
  NOBODYS_ID,
  TOLERANT,
} from "../error-answers.ts";
import { queries } from "./checks-queries.ts";

/** Statuses whose answers other rules speak of: one defect is one failure. */
const OF_OTHER_RULES = [401, 403, 404, 429, 500, 502];

const envelopes = errorWatch({
  rule: "ERR-ENV-01",
  title: "every error of a listed route is a flat envelope, but for arrays of validation",
  selects: (exchange) =>
    httpStatusOf(exchange) >= 400 &&
    !OF_OTHER_RULES.includes(httpStatusOf(exchange)) &&
    isListed(exchange) &&
    detailItems(exchange) === null &&
    !misusesDetail(exchange) &&
    !isGated(exchange),
  demand: envelopeOrGateway,
  provoke: malformedOrder,
});

const detailsAreObjects = errorWatch({
  rule: "ERR-ENV-02",
  title: "details of an error, if present, is an object",
  selects: (exchange) =>
    httpStatusOf(exchange) >= 400 && isListed(exchange) && hasMember(exchange, "details"),
  demand: answerThat("details an object", ({ response }) => {
    const { details } = objectOf(response?.body);
    return typeof details === "object" && !Array.isArray(details);
  }),
  provoke: malformedOrder,
});

const noDetail = errorWatch({
  rule: "ERR-ENV-03",
  title: "no error but a 429 and refused input uses a detail member",
  selects: (exchange) =>
    httpStatusOf(exchange) >= 400 &&
    ![...statusesOf("D-013"), 429].includes(httpStatusOf(exchange)) &&
    isListed(exchange),
  demand: answerThat("no detail member", (exchange) => !misusesDetail(exchange)),
  provoke: ({ agent }) => agent.order(NOBODYS_ID),
});

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
  provoke: ({ agent }) => agent.order(NOBODYS_ID),
});

const never500: Watch = errorWatch({
  rule: "ERR-5XX-01",
  title: "no probe is answered 500",
  selects: ({ response }) => response !== null,
  demand: no500,
  provoke: ({ agent }) => agent.get("/account"),
});

/** Where an upstream reference feed may stand behind a route (D-115). */
const FED_ROUTE = /^GET \/(feed|series)\//;

const of502 = errorWatch({
  rule: "ERR-502-01",
  title: "every 502 is an error envelope",
  selects: (exchange) => isError(exchange, 502) && !misusesDetail(exchange),
  demand: anyOf(
    odd(
      answerThat("HTTP 502 where no upstream is needed", (exchange) => !isFed(exchange)),
      "a 502 from a route that needs no upstream reference data",
    ),
    envelopeOrGateway,
  ),
  provoke: ({ agent }) => agent.get("/feed/btc-spot/health"),
});

function isFed({ request }: Exchange): boolean {
  return FED_ROUTE.test(`${request.method} ${routeOf(request.path)}`);
}

const complete = errorWatch({
  rule: "ERR-VAL-01",
  title: "each item of a validation array has loc, msg and type",
  selects: hasDetailArray,
  demand: itemsComplete,
  provoke: malformedInput,
});

const typed = errorWatch({
  rule: "ERR-VAL-02",
  title: "loc, msg and type of a validation array have their types",
  selects: (exchange) => detailItems(exchange)?.length !== 0 && hasDetailArray(exchange),
  demand: itemsTyped,
  provoke: malformedInput,
});

const codeOfMalformed = errorWatch({
  rule: "ERR-VAL-03",
  title: "a flat envelope for a malformed order has the code VALIDATION_ERROR",
  selects: refusesMalformedOrder,
  demand: answerThat(
    "code VALIDATION_ERROR",
    ({ response }) => codeOf(response?.body) === "VALIDATION_ERROR",
  ),
  provoke: malformedOrder,
});

function hasDetailArray(exchange: Exchange): boolean {
  return detailItems(exchange) !== null && isListed(exchange);
}

async function malformedInput(t: CheckContext): Promise<void> {
  await malformedQuery(t);
  await malformedOrder(t);
}

const CODES_LEFT_OPEN = [401, 403, 404, 409];

const distinct = that<readonly unknown[]>(
  "a request_id of its own for each answer",
  (ids) => new Set(ids).size === ids.length,
  (ids) => `${new Set(ids).size} different values in ${ids.length} answers`,
);

const requestIds: Check = {
  title: "each error answer has a request_id of its own",
  proves: ["ERR-ENV-04"],
  needs: ["agent"],
  async body(t) {
    const answers = [];
    for (let n = 0; n < 3; n += 1) answers.push(await t.agent.order(NOBODYS_ID));
    const ids = answers.map(({ response }) => objectOf(response?.body)["request_id"]);
    t.expect("ERR-ENV-04", ids, distinct);
  },
};

const unknownRoutes: Check = {
  title: "an unknown route and a wrong method are answered 404 or 405 with an envelope",
  proves: ["ERR-404-02"],
  needs: [],
  async body(t) {
    const demand = allOf(http(...statusesOf("D-161")), envelopeOrGateway);
    for (const ask of [
      { method: "GET", path: "/no-such-route" },
      { method: "PUT", path: "/markets" },
    ]) {
      t.expect("ERR-404-02", await t.anonymously({ ...ask, tolerates: [501] }), demand);
    }
  },
};

const codes: Watch = {
  title: "which codes 401, 403, 404 and 409 carry",
  proves: ["ERR-CODE-01"],
  needs: ["agent"],
  selects: (exchange) => CODES_LEFT_OPEN.includes(httpStatusOf(exchange)),
  expects: {
    says: "any code",
    judge: (exchange) => ({ ok: true, seen: codeLine(exchange) }),
  },
  async body(t) {
    await t.anonymously({ method: "GET", path: "/account" });
    await t.agent.order(NOBODYS_ID);
  },
};

function codeLine(exchange: Exchange): string {
  return `${httpStatusOf(exchange)} ${codeOf(exchange.response?.body) ?? "without a code"}`;
}

const FED = ["/feed/btc-spot/history", "/feed/btc-spot/candles", "/feed/btc-spot/health"];

const feedCut: Check = {
  title: "with the feed cut off, a 502 is an error envelope, under every prefix",
  proves: ["ERR-502-01"],
  needs: ["agent", "feed-switch"],
  each: true,
  async body(t) {
    const answers = await whileCut(t, () => FED.map((path) => t.agent.get(path, {}, TOLERANT)));
    judgeAnswered(t, { rule: "ERR-502-01", status: 502, answers });
  },
};

/** Acts with the feed cut off, and joins it again whatever happens. */
async function whileCut(t: CheckContext, act: () => Promise<Exchange>[]): Promise<Exchange[]> {
  await t.control.reachFeed(false);
  try {
    return await Promise.all(act());
  } finally {
    await t.control.reachFeed(true);
  }
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  envelopes,
  detailsAreObjects,
  noDetail,
  of403,
  of404,
  never500,
  of502,
  complete,
  typed,
  codeOfMalformed,
  requestIds,
  unknownRoutes,
  codes,
  feedCut,
  ...queries,
];
