/** What a size is where it is left out, whoever asks. Spec: Limits; Endpoints. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { namedCount, type RowCount, rowCount } from "../../expect/pages.ts";
import { MAY_BE_CLOSED, requestTo } from "../../expect/route-request.ts";
import { NUMERIC_PARAMETERS, parameterOf } from "../../spec/route-table.ts";
import { asCaller } from "../caller.ts";
import { namedSeries } from "../data-route.ts";

/** Lists that are there for everybody, of whatever market: those of one are made by other checks. */
const SIZES = NUMERIC_PARAMETERS.filter((named) =>
  /GET \/(markets|feed|series|leaderboard)(?!\/(\{market|event))/.test(named),
).map(parameterOf);

/** Of an answer with several lists that which a parameter sizes. */
const COUNTS: Readonly<Record<string, RowCount>> = {
  history_limit: namedCount("history"),
  upcoming_limit: namedCount("upcoming"),
};

/** What whoever asks may be answered in place of data. */
const NOT_SHOWN = [...MAY_BE_CLOSED, ...statusesOf("D-112", "anonymous")];

const leftOut: Check = {
  title: "a size that is left out is the one that the spec lists, for whoever asks",
  proves: ["LIM-SIZE-01"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const [series_id] = await namedSeries(t);
    const ids = series_id === undefined ? {} : { series_id };
    const there = SIZES.filter(
      ({ route }) => series_id !== undefined || !/\{series_id\}/.test(route),
    );
    let rows = 0;
    for (const { route, parameter } of there) {
      const { path } = requestTo(route, { freshId: t.run.freshId(), ids });
      const { name, byDefault } = parameter;
      const told = { [name]: String(byDefault) };
      const counts = () => countedOf(t, path, { told, countOf: COUNTS[name] ?? rowCount });
      const demand = asManyAsTold(path, told);
      const seen = await t.reading(counts, demand);
      t.expect("LIM-SIZE-01", seen, demand);
      rows += Math.max(...seen);
    }
    if (rows === 0) throw new Missing("needs data that its caller may read");
  },
};

/** Rows of a list between two readings that say its size; none where it is not shown. */
async function countedOf(
  t: CheckContext,
  path: string,
  { told, countOf }: { told: Record<string, string>; countOf: RowCount },
): Promise<number[]> {
  const counts: number[] = [];
  for (const query of [told, {}, told]) {
    const ask = { method: "GET", path, query, tolerates: NOT_SHOWN };
    counts.push(rowsShown(await asCaller(t, ask), countOf));
  }
  return counts;
}

function rowsShown({ response }: Exchange, countOf: RowCount): number {
  return response?.status === 200 ? (countOf(response.body) ?? 0) : 0;
}

/** A list may grow meanwhile. */
function asManyAsTold(path: string, told: Record<string, string>): Expectation<readonly number[]> {
  const [[name, size] = []] = Object.entries(told);
  return that(
    `as many rows of ${path} without ${name} as with ${name}=${size}`,
    ([before = 0, bare = 0, after = 0]) =>
      Math.min(before, after) <= bare && bare <= Math.max(before, after),
    ([before, bare]) => `${bare} rows without it, ${before} with it`,
  );
}

/** Checks of sizes that nobody says. */
export const sizes: readonly Check[] = [leftOut];
