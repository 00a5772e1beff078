/** The error envelope in every answer of a run. Spec: Error envelope, Errors, HTTP statuses. */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { codeOf, objectOf } from "../../scenarios/deployment/reading/order.ts";
import { routeOf } from "../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { Check, Watch } from "../check/check.ts";
import { anyOf, odd } from "../check/expectation.ts";
import { answerThat } from "../expect/answers.ts";
import {
  detailItems,
  envelopeOrGateway,
  hasMember,
  httpStatusOf,
  isError,
  misusesDetail,
  no500,
} from "../expect/errors.ts";
import { isListed } from "../expect/listed-routes.ts";
import { errorWatch, malformedOrder, NOBODYS_ID } from "./errors-watch.ts";

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

const ofGates = errorWatch({
  rule: "OPS-GATE-01",
  title: "every 503 that is not the kill switch is an error envelope",
  needs: [],
  selects: (exchange) => isGated(exchange) && !misusesDetail(exchange),
  demand: envelopeOrGateway,
});

export const errors: readonly Check[] = [
  envelopes,
  detailsAreObjects,
  noDetail,
  of403,
  of404,
  never500,
  of502,
  ofGates,
];

function isGated(exchange: Exchange): boolean {
  return isError(exchange, 503) && codeOf(exchange.response?.body) !== "EXCHANGE_FROZEN";
}

function isFed({ request }: Exchange): boolean {
  return FED_ROUTE.test(`${request.method} ${routeOf(request.path)}`);
}
