/** Query parameters that are no integers, on every route that takes one. Spec: Markets and data. */

import { Missing } from "../../../scenarios/deployment/stops.ts";
import { ENDED } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf } from "../../check/expectation.ts";
import { answerThat, http } from "../../expect/answers.ts";
import { detailItems } from "../../expect/errors.ts";
import { type PathIds, requestTo } from "../../expect/route-request.ts";
import { NUMERIC_PARAMETERS, parameterOf } from "../../spec/route-table.ts";
import { readData, someSeries } from "../data-route.ts";

/** 422 with an array; its items are the business of ERR-VAL-01 and ERR-VAL-02. */
const refusedInArray = allOf(
  http(422),
  answerThat("a detail array", (exchange) => detailItems(exchange) !== null),
);

/** What is asked for beside, and is well-formed: it changes nothing of what is not. */
const OTHERS: Readonly<Record<string, Record<string, string>>> = {
  "1.5": { status: "FILLED" },
  NaN: { status: "CANCELLED" },
  "": { status: "NEW" },
};

/** Numeric parameters of a route. */
function numbersOf(named: string): string[] {
  const { route } = parameterOf(named);
  return NUMERIC_PARAMETERS.filter((other) => parameterOf(other).route === route);
}

const noInteger: Check = {
  title: "what is no integer is refused as any numeric parameter, with 422 and an array",
  proves: ["ERR-VAL-04"],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    const { parameter: named = "", value = "" } = t.cell;
    const { route, parameter } = parameterOf(named);
    const others = route === "GET /orders" && OTHERS[value];
    const beside = others ? { ...others, market_id: t.market.id } : {};
    await judgeRefused(t, { route, query: { ...beside, [parameter.name]: value } });
  },
};

/** A word to every parameter, whichever value a few cells of the other check try of it. */
const noneIsInteger: Check = {
  title:
    "a word is refused with 422 and an array, beside others that are no integers where there are",
  proves: ["ERR-VAL-04"],
  needs: ["agent", "market"],
  over: { parameter: NUMERIC_PARAMETERS },
  each: true,
  async body(t) {
    const { parameter: named = "" } = t.cell;
    const wrong: Record<string, string> = {};
    for (const one of numbersOf(named)) {
      wrong[parameterOf(one).parameter.name] = one === named ? "ten" : "1.5";
    }
    await judgeRefused(t, { route: parameterOf(named).route, query: wrong });
  },
};

/** What is asked of a market that has ended goes by other ways than of one that trades. */
const noneOfEnded: Check = {
  title: "a word is refused with 422 and an array where it is asked of a market that has ended",
  proves: ["ERR-VAL-04"],
  needs: ["agent", "closed-market"],
  over: {
    parameter: NUMERIC_PARAMETERS.filter((named) => named.includes("{market_id}")),
    status: ENDED,
  },
  each: true,
  async body(t) {
    const { route, parameter } = parameterOf(t.cell.parameter ?? "");
    const market_id = t.closedMarket(t.cell.status).id;
    await judgeRefused(t, { route, query: { [parameter.name]: "ten" }, ids: { market_id } });
  },
};

interface WrongQuery {
  route: string;
  query: Record<string, string>;
  ids?: PathIds;
}

/** Errors: Missing where the route is refused in any case, or is that of a series and none is named. */
async function judgeRefused(t: CheckContext, { route, query, ids }: WrongQuery): Promise<void> {
  const freshId = t.run.freshId();
  const { path } = requestTo(route, { freshId, ids: ids ?? (await idsFor(t, route)) });
  const answer = await readData(t, path, query);
  if (!refusedInArray.judge(answer).ok) await demandServed(t, path);
  t.expect("ERR-VAL-04", answer, refusedInArray);
}

/** Errors: Missing where the route is refused without the parameter too, such as for its event. */
async function demandServed(t: CheckContext, path: string): Promise<void> {
  const { response } = await readData(t, path);
  if (response?.status === 200) return;
  throw new Missing(`needs GET ${path} to be served: it is ${response?.status} in any case`);
}

/** What is there, as another refusal may come first. Errors: Missing where no series is named. */
async function idsFor(t: CheckContext, route: string): Promise<PathIds> {
  const market_id = t.market.id;
  return route.includes("{series_id}")
    ? { market_id, series_id: await someSeries(t) }
    : { market_id };
}

/** Checks of query parameters. */
export const queries: readonly Check[] = [noInteger, noneIsInteger, noneOfEnded];
