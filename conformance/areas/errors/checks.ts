/** Error answers: their envelope, their arrays, their codes. Spec: Error envelope, Errors, Gaps. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { codeOf, objectOf } from "../../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check, Watch } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, odd } from "../../check/expectation.ts";
import { answerThat, http, httpStatusOf } from "../../expect/answers.ts";
import {
  detailItems,
  envelopeOrGateway,
  hasMember,
  isError,
  itemsComplete,
  itemsTyped,
  misusesDetail,
  no500,
} from "../../expect/errors.ts";
import { isListed, routeIn } from "../../expect/listed-routes.ts";
import { requestIn } from "../../expect/route-request.ts";
import { READ_ROUTES } from "../../spec/route-table.ts";
import { contextPath, namedSeries, readData } from "../data-route.ts";
import {
  errorWatch,
  isGated,
  judgeAnswered,
  malformedOrder,
  malformedQuery,
  TOLERANT,
} from "../error-answers.ts";
import { whileCut } from "../feed-cut.ts";
import { queries } from "./checks-queries.ts";
import { requestIds, routes } from "./checks-routes.ts";

/** Statuses whose answers other rules speak of: one defect is one failure. */
const OF_OTHER_RULES = [401, 403, 404, 429, 500, 502];

/** What is told of an error; who tells all of it elsewhere does so as here. */
const MEMBERS = ["code", "message", "request_id"];

/** A 405 may be a gateway's, with whatever members (D-161). */
const isEnveloped = (exchange: Exchange): boolean =>
  httpStatusOf(exchange) !== 405 && MEMBERS.every((name) => hasMember(exchange, name));

const envelopes = errorWatch({
  rule: "ERR-ENV-01",
  title: "every error of a listed route is a flat envelope, but for arrays of validation",
  selects: (exchange) =>
    httpStatusOf(exchange) >= 400 &&
    !OF_OTHER_RULES.includes(httpStatusOf(exchange)) &&
    (isListed(exchange) || isEnveloped(exchange)) &&
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
  provoke: ({ agent }) => agent.order(UNKNOWN_UUID),
});

const never500: Watch = errorWatch({
  rule: "ERR-5XX-01",
  title: "no probe is answered 500",
  selects: ({ response }) => response !== null,
  demand: no500,
  provoke: ({ agent }) => agent.get("/account"),
});

const badlyEncoded: Check = {
  title:
    "a query with a percent sign that encodes nothing is answered on every route without a 500",
  proves: ["ERR-5XX-01"],
  needs: ["agent"],
  over: { route: READ_ROUTES },
  each: true,
  async body(t) {
    const { path, ...ask } = requestIn(t);
    const answer = await t.agent.request({ ...ask, ...TOLERANT, path: `${path}?load=90%` });
    t.expect("ERR-5XX-01", answer, no500);
  },
};

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

function isFed(exchange: Exchange): boolean {
  return FED_ROUTE.test(routeIn(exchange));
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

function hasDetailArray(exchange: Exchange): boolean {
  return detailItems(exchange) !== null && isListed(exchange);
}

async function malformedInput(t: CheckContext): Promise<void> {
  await malformedQuery(t);
  await malformedOrder(t);
}

const CODES_LEFT_OPEN = [401, 403, 404, 409];

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
    await t.agent.order(UNKNOWN_UUID);
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
    const answers = await whileCut(t, () => readAll(t, FED));
    judgeAnswered(t, { rule: "ERR-502-01", status: 502, answers });
  },
};

/** Routes of the feed, and the context of a series where a market names one. */
async function fedPaths(t: CheckContext): Promise<string[]> {
  const [series] = await namedSeries(t);
  return [...FED.slice(0, -1), ...(series === undefined ? [] : [contextPath(series)])];
}

const readsOfFeed: Check = {
  title: "with the feed cut off, its data and the context of a series are answered 200 or 502",
  proves: ["ERR-502-02"],
  needs: ["agent", "feed-switch"],
  each: true,
  async body(t) {
    const paths = await fedPaths(t);
    // What is closed or refused anyway says nothing of the feed.
    for (const path of paths) servedPlainly(await readData(t, path));
    for (const answer of await whileCut(t, () => readAll(t, paths)))
      t.expect("ERR-502-02", answer, anyOf(http(200), http(502)));
  },
};

const readAll = ({ agent }: CheckContext, paths: string[]): Promise<Exchange[]> =>
  Promise.all(paths.map((path) => agent.get(path, {}, TOLERANT)));

/** Errors: StandsOn where a feed that can be reached is not read. */
function servedPlainly({ response }: Exchange): void {
  if (response?.status === 200) return;
  throw new StandsOn("SPOT-HIST-01", `with its feed it was answered ${response?.status}`);
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  envelopes,
  detailsAreObjects,
  noDetail,
  never500,
  badlyEncoded,
  of502,
  complete,
  typed,
  requestIds,
  ...routes,
  codes,
  feedCut,
  readsOfFeed,
  ...queries,
];
