/** Whose markets the context of a series tells. Spec: Markets and data; D-109. */

import { listNamed, seriesOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { isObject, type Json, listOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf, type Expectation, that } from "../../check/expectation.ts";
import { http } from "../../expect/answers.ts";
import { blank } from "../../expect/blank.ts";
import { contextPath, marketIdOf, readData } from "../data-route.ts";

const QUARTER_MS = 15 * 60_000;
/** After these every series in windows has a past. */
const QUARTERS = 4;
const SERIES_MAX = 5;
/** What may list markets that another page leaves out. */
const LISTINGS: readonly Record<string, string>[] = [{}, { status: "RESOLVED" }];

const unknownSeries: Check = {
  title: "the context of a series that does not exist is answered 404, or is empty",
  proves: ["MKT-SER-01"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const answer = await readData(t, `/series/${UNKNOWN_UUID}/context`);
    t.expect("MKT-SER-01", answer, anyOf(http(404), blank(UNKNOWN_UUID)));
  },
};

const ownMarkets: Check = {
  title: "the context of a series has no market in its past that is of another one",
  proves: ["MKT-SER-01"],
  needs: ["agent", "hours"],
  over: {},
  async body(t) {
    for (let n = 0; n < QUARTERS; n += 1) await t.clock.pass(QUARTER_MS);
    const known = await seriesOfMarkets(t);
    const all = [...new Set(known.values())];
    if (all.length < 2) throw new Missing("needs listed markets whose records name two series");
    let told = 0;
    for (const series of all.slice(0, SERIES_MAX)) {
      const demand = ofSeries(series, known);
      const context = await t.reading(() => readData(t, contextPath(series)), demand);
      told += namedIn(context, known).length;
      t.expect("MKT-SER-01", context, demand);
    }
    if (told === 0) throw new Missing("needs a context with markets whose series are known");
  },
};

/** By the id of a listed market the series that its record names. */
type SeriesOfMarkets = ReadonlyMap<unknown, string>;

async function seriesOfMarkets({ agent }: CheckContext): Promise<SeriesOfMarkets> {
  const known = new Map<unknown, string>();
  for (const query of LISTINGS) {
    const { response } = await agent.get("/markets", query);
    for (const record of listOf(response?.body) ?? []) {
      const series = seriesOf(record);
      if (series !== null) known.set(marketIdOf(record), series);
    }
  }
  return known;
}

/** The series of a context's markets, where their records or those that are listed name one. */
function namedIn({ response }: Exchange, known: SeriesOfMarkets): string[] {
  const all = new Set(known.values());
  const records = (listNamed(response?.body, "history") ?? []).filter(isObject);
  const named = records.map((record: Json) => seriesOf(record) ?? known.get(marketIdOf(record)));
  return named.flatMap((series) => (series !== undefined && all.has(series) ? [series] : []));
}

function ofSeries(series: string, known: SeriesOfMarkets): Expectation<Exchange> {
  const others = (context: Exchange) => namedIn(context, known).filter((one) => one !== series);
  return that(
    `no market of another series than ${series}`,
    (context) => others(context).length === 0,
    (context) => `${others(context).length} of ${[...new Set(others(context))].join(", ")}`,
  );
}

/** Checks of whose markets a context has. */
export const series: readonly Check[] = [unknownSeries, ownMarkets];
