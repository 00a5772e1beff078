/** How many levels of a book are shown: by default, and with a depth. Spec: Markets and data; D-104, D-113. */

import { type BookReading, bookOf } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, SIDES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { Expectation } from "../../check/expectation.ts";
import { answerThat } from "../../expect/answers.ts";
import { exactlyRows, type RowCount } from "../../expect/pages.ts";
import { marketPath, readData } from "../data-route.ts";
import { ofSize } from "../sizes-asked.ts";
import { judgeForAll } from "./checks-defaults.ts";

const DEPTH = 50;
/** A depth below the default, which a venue has that has but some (D-104). */
const SOME_LEVELS = 20;

const levelsByDefault: Check = {
  title: "of 51 levels on a side of the book 50 are shown without depth",
  proves: ["MKT-BOOK-06"],
  needs: ["agent", "market", "operator"],
  over: { kind: KINDS, side: SIDES },
  async body(t) {
    const { agent, market, side } = t;
    const away = market.tickTowardsFill(side);
    const prices = Array.from({ length: DEPTH + 1 }, (_, n) => market.far(side) + n * away);
    await Promise.all(prices.map((price) => agent.rests(market.limit(side, price))));
    const levelsIn = (body: unknown) => bookOf(body)?.[side === "BUY" ? "bids" : "asks"] ?? null;
    const countOf = (body: unknown) => levelsIn(body)?.length ?? null;
    const path = marketPath(t, "book");
    const { response } = await readData(t, path, { depth: String(DEPTH) });
    const known = areSingle(levelsIn(response?.body) ?? [], prices);
    const sized = { path, byDefault: DEPTH, name: "depth", countOf, ...(known && { known }) };
    const some = known ? exactlyRows(SOME_LEVELS, countOf) : atMostLevels(countOf);
    const read = () => readData(t, path, { depth: String(SOME_LEVELS) });
    await t.eventually("MKT-BOOK-06", read, ofSize("MKT-BOOK-06", some));
    // Of a book that has changed, what was asked for first is no default; two orders are one level.
    await agent.rests(market.limit(side, prices.at(-1) ?? market.far(side)));
    await readData(t, path, { depth: "3" });
    await judgeForAll(t, "MKT-BOOK-06", sized);
  },
};

/** Where single orders may be hidden, or several be one level. */
const atMostLevels = (countOf: RowCount): Expectation<Exchange> =>
  answerThat(
    `HTTP 200 with at most ${SOME_LEVELS} levels on a side`,
    ({ response }) => response?.status === 200 && (countOf(response.body) ?? 0) <= SOME_LEVELS,
  );

/** Whether levels are those of single orders at such prices: then none is hidden or in another. */
function areSingle(levels: BookReading["bids"], prices: readonly number[]): boolean {
  return levels.length > 1 && levels.every(({ price, qty }) => qty === 1 && prices.includes(price));
}

/** Checks of the levels of a book. */
export const levels: readonly Check[] = [levelsByDefault];
