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
      const others = othersBeside({ route, parameter });
      for (const bare of Object.keys(others).length > 0 ? [{}, others] : [{}]) {
        const told = { ...bare, [name]: String(byDefault) };
        const asked = { path, name, bare, told };
        const demand = asManyAsTold(asked, t.cell.caller === "nobody" ? KEPT_MOST : 0);
        const seen = await t.reading(() => countedOf(t, asked), demand);
        t.expect("LIM-SIZE-01", seen, demand);
        rows += areAllShown(seen) ? Math.max(...seen) : 0;
      }
    }
    if (rows === 0) throw new Missing("needs data that its caller may read");
  },
};

/** A list, and what is asked of it without and with the parameter that sizes it. */
interface SizeAsked {
  path: string;
  name: string;
  bare: Readonly<Record<string, string>>;
  told: Readonly<Record<string, string>>;
}

/** The other numeric parameters of a route, each as it is by default. */
function othersBeside({ route, parameter }: ReturnType<typeof parameterOf>) {
  const others = NUMERIC_PARAMETERS.map(parameterOf).filter(
    (other) => other.route === route && other.parameter !== parameter,
  );
  return Object.fromEntries(
    others.map(({ parameter: { name, byDefault } }) => [name, String(byDefault)]),
  );
}

/** By so much what guests are told may be of another moment: it is often kept for them. */
const KEPT_MOST = 0.1;
const KEPT_ROWS = 2;

/** Rows of a list between two readings that say its size; null where it is not shown. */
type Counted = readonly (number | null)[];

async function countedOf(t: CheckContext, asked: SizeAsked): Promise<Counted> {
  const { path, name, bare, told } = asked;
  const countOf = COUNTS[name] ?? rowCount;
  const counts: (number | null)[] = [];
  for (const query of [told, bare, told]) {
    const ask = { method: "GET", path, query, tolerates: NOT_SHOWN };
    counts.push(rowsShown(await asCaller(t, ask), countOf));
  }
  return counts;
}

function rowsShown({ response }: Exchange, countOf: RowCount): number | null {
  return response?.status === 200 ? countOf(response.body) : null;
}

const areAllShown = (counts: Counted): counts is readonly number[] => !counts.includes(null);

/** A list may grow meanwhile. */
function asManyAsTold(asked: SizeAsked, keptMost: number): Expectation<Counted> {
  const { path, name, bare, told } = asked;
  const [size, others] = [told[name], Object.keys(bare).join(" and ")];
  const beside = others === "" ? "" : `, with ${others}`;
  return that(
    `as many rows of ${path} without ${name} as with ${name}=${size}${beside}`,
    (counts) => {
      if (!areAllShown(counts)) return true;
      const [before = 0, bare = 0, after = 0] = counts;
      const isFull = before === Number(size) && after === before;
      const kept = keptMost > 0 && !isFull ? Math.max(KEPT_ROWS, keptMost * bare) : 0;
      return Math.min(before, after) - kept <= bare && bare <= Math.max(before, after) + kept;
    },
    ([before, bare]) => `${bare} rows without it, ${before} with it`,
  );
}

/** Checks of sizes that nobody says. */
export const sizes: readonly Check[] = [leftOut];
