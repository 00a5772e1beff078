/** Pages of the leaderboard: how long, from where, and of whom. Spec: Account and leaderboard; D-114. */

import { publicIdOf, rowsOf, scoreOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { isObject } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, type Expectation, that } from "../../check/expectation.ts";
import { readData } from "../data-route.ts";
import { judgeOffset, judgePages, judgeTurned } from "../defaults.ts";
import { judgeParts } from "../parts-of-list.ts";

const PATH = "/leaderboard";
const LIMIT_DEFAULT = 50;
const PAGES_MOST = 40;

const NOT_SERVED = new Missing(`needs a leaderboard that GET ${PATH} answers with 200`);

type Query = Record<string, string>;

/** By what a board may be sorted: no values are shown, and those that are refused are left out. */
const SORTS: readonly Query[] = [{}, { sort: "pnl" }, { sort: "volume" }, { sort: "roi" }];
const ORDERS: readonly Query[] = [{ order: "desc" }, { order: "asc" }];
const FORMS = SORTS.flatMap((sort) => ORDERS.map((order) => ({ ...sort, ...order })));

const limited: Check = {
  title: "GET /leaderboard gives at most 50 entries, or as many as limit says",
  proves: ["LEAD-LIST-01"],
  needs: ["shared-key"],
  each: true,
  body: (t) => judgePages(t, "LEAD-LIST-01", { path: PATH, byDefault: LIMIT_DEFAULT }),
};

const offset: Check = {
  title: "offset=n leaves out the first n entries, and 0 is the default",
  proves: ["LEAD-LIST-07"],
  needs: ["agent", "alone"],
  each: true,
  body: (t) => judgeOffset(t, "LEAD-LIST-07", PATH),
};

const offsetFromBelow: Check = {
  title: "offset=n leaves out the first n entries of the leaderboard from below too",
  proves: ["LEAD-LIST-07"],
  needs: ["agent", "alone"],
  over: {},
  body: (t) => judgeOffset(t, "LEAD-LIST-07", PATH, { order: "asc" }),
};

const turned: Check = {
  title: "turning its pages, nobody is on the leaderboard after a page that was not full",
  proves: ["LEAD-LIST-07"],
  needs: ["two-owners", "market", "quiet", "alone"],
  over: {},
  async body(t) {
    await oneGains(t);
    await judgeTurned(t, "LEAD-LIST-07", PATH);
  },
};

/** The one agent buys dear and sells cheap: the one below those who never traded, the other above. */
export async function oneGains({ agent, other, market }: CheckContext): Promise<void> {
  const [cheap = 0, dear = 0] = await market.inside(2);
  await other.rests(market.limit("SELL", dear));
  await agent.takes(market.limit("BUY", dear));
  await other.rests(market.limit("BUY", cheap));
  await agent.takes(market.limit("SELL", cheap));
}

const eachPart: Check = {
  title:
    "by any figure and in either order, a page of the leaderboard begins where one before ended",
  proves: ["LEAD-LIST-07"],
  needs: ["two-owners", "market", "quiet", "alone"],
  over: {},
  async body(t) {
    await oneGains(t);
    let judged = false;
    for (const form of FORMS) judged = (await judgeParts(t, "LEAD-LIST-07", PATH, form)) || judged;
    if (!judged) throw NOT_SERVED;
  },
};

const bothOrders: Check = {
  title: "the leaderboard from below has who is on it from above, also who came after it was read",
  proves: ["LEAD-LIST-01"],
  needs: ["two-owners", "market", "quiet", "operator", "hours"],
  over: {},
  async body(t) {
    for (const form of FORMS) await everybodyOn(t, form);
    const name = t.run.freshId();
    await t.control.createAgent({ owner: name, name });
    await oneGains(t);
    await t.clock.passHours();
    let judged = false;
    for (const sort of SORTS) judged = (await judgeBothOrders(t, sort)) || judged;
    if (!judged) throw NOT_SERVED;
  },
};

/** Returns: false where such a board is refused. */
async function judgeBothOrders(t: CheckContext, sort: Query): Promise<boolean> {
  const read = async () => ({
    before: await everybodyOn(t, { ...sort, order: "desc" }),
    fromBelow: await everybodyOn(t, { ...sort, order: "asc" }),
    after: await everybodyOn(t, { ...sort, order: "desc" }),
  });
  const seen = await t.awaited(read, allOf(still, sameEntries));
  if (seen.before === null || seen.fromBelow === null) return false;
  if (!still.judge(seen).ok) throw new Inconclusive("the leaderboard moved at every reading");
  t.expect("LEAD-LIST-01", seen, sameEntries);
  return true;
}

/** Who is on the board, with which score; null where such a board is refused. */
type Entries = readonly string[] | null;

interface BothOrders {
  before: Entries;
  fromBelow: Entries;
  after: Entries;
}

const still: Expectation<BothOrders> = that("no change meanwhile", ({ before, after }) =>
  isSame(before, after),
);

const sameEntries: Expectation<BothOrders> = that(
  "the same entries with order=asc as with order=desc",
  ({ before, fromBelow }) => isSame(before, fromBelow),
  ({ before, fromBelow }) => `${fromBelow?.length} entries beside ${before?.length}, not the same`,
);

const isSame = (one: Entries, other: Entries): boolean => String(one) === String(other);

/** Turns all pages. Errors: Missing where there are too many, or entries cannot be told. */
async function everybodyOn(t: CheckContext, form: Query): Promise<Entries> {
  const entries: string[] = [];
  for (let page = 0; page < PAGES_MOST; page += 1) {
    const part = { limit: String(LIMIT_DEFAULT), offset: String(page * LIMIT_DEFAULT) };
    const { response } = await readData(t, PATH, { ...form, ...part });
    if (response?.status !== 200) return null;
    const rows = readable(rowsOf(response.body), "the entries of the leaderboard").filter(isObject);
    // After a full page nothing says whether that was all, or as far as a venue goes.
    if (rows.length === 0 && page > 0)
      throw new Missing("did not arise: a last page that is short");
    for (const row of rows) {
      entries.push(`${readable(publicIdOf(row), "the public_id of an entry")} ${scoreOf(row)}`);
    }
    if (rows.length < LIMIT_DEFAULT) return entries.toSorted();
  }
  throw new Missing(`needs a leaderboard of less than ${LIMIT_DEFAULT * PAGES_MOST} entries`);
}

/** Checks of pages. */
export const pages: readonly Check[] = [
  limited,
  offset,
  offsetFromBelow,
  turned,
  eachPart,
  bothOrders,
];
