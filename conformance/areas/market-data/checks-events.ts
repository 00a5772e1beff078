/** Events, series, and who may read data. Spec: Markets and data; D-108, D-109, D-112. */

import { oddOf, statusesOf } from "../../../scenarios/decisions/forms.ts";
import { codeOf, objectOf } from "../../../scenarios/deployment/reading/order.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { type Expectation, show, that } from "../../check/expectation.ts";
import { answerGist, answerThat, unusual } from "../../expect/answers.ts";
import { namedCount } from "../../expect/pages.ts";
import { contextPath, listedSeries, readData } from "../data-route.ts";
import { judgeExactly, judgePages } from "../defaults.ts";

/** The lists of a context, and how much of them comes by default. */
const LISTS = [
  ["history", 8],
  ["upcoming", 5],
] as const;
const QUARTER_MS = 15 * 60_000;
/** Windows of a series: more than are listed of its past. */
const QUARTERS = 12;
const SERIES_MAX = 5;

const notAnId: Check = {
  title: "GET /markets/event-history is not taken for a market, whatever it answers",
  proves: ["MKT-EVT-01", "MKT-EVT-02"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const answer = await readData(t, "/markets/event-history");
    t.expect("MKT-EVT-01", answer, notTakenForAnId);
    t.observe("MKT-EVT-02", answerGist(answer), unusual(answer, ...statusesOf("D-108")));
  },
};

/** Neither UNKNOWN_MARKET nor a complaint about a path parameter or a UUID nobody sent. */
const noUuidWanted = answerThat("no refusal that takes event-history for a market id", (answer) => {
  const { response } = answer;
  if (response?.status === 200) return true;
  const text = JSON.stringify(response?.body ?? "");
  const ofParameters = /event_id|fixture_key/i.test(text);
  return (
    codeOf(response?.body) !== "UNKNOWN_MARKET" &&
    !namesThePath(response?.body) &&
    (ofParameters || !/uuid|market_id/i.test(text))
  );
});

/** A 404 about markets may be about those of an event: odd, but no proof. */
const notTakenForAnId: Expectation<Exchange> = {
  says: noUuidWanted.says,
  judge(answer) {
    const judged = noUuidWanted.judge(answer);
    const aboutMarkets = /market/i.test(codeOf(answer.response?.body) ?? "");
    return judged.ok && aboutMarkets ? { ...judged, warn: ABOUT_A_MARKET } : judged;
  },
};

const ABOUT_A_MARKET = "the refusal speaks of a market: the word may be taken for its id";

/** An item of a validation array whose loc starts with path. */
function namesThePath(body: unknown): boolean {
  const { detail } = objectOf(body);
  const items = Array.isArray(detail) ? detail : [];
  return items.some((item) => [objectOf(item)["loc"]].flat()[0] === "path");
}

const knownSeries: Check = {
  title: "the context of a series keeps within history_limit and upcoming_limit",
  proves: ["MKT-SER-02"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    for (const path of await contexts(t)) await judgeLimits(t, path);
  },
};

/** Where the contexts of the first series are read. */
async function contexts(t: CheckContext): Promise<string[]> {
  return (await listedSeries(t)).slice(0, SERIES_MAX).map(contextPath);
}

/** Judges that each of a context's lists keeps to its own limit. */
async function judgeLimits(t: CheckContext, path: string): Promise<void> {
  for (const [part, byDefault] of LISTS) {
    const name = `${part}_limit`;
    await judgePages(t, "MKT-SER-02", { path, name, byDefault, countOf: namedCount(part) });
  }
  const read = async () => {
    const pages: Exchange[] = [];
    for (const query of ONE_OF_EITHER) pages.push(await readData(t, path, query));
    return pages;
  };
  await t.eventually("MKT-SER-02", read, eachItsOwn);
}

/** Without a limit, with that of either list alone, with both, and without one again. */
const ONE_OF_EITHER: readonly Record<string, string>[] = [
  {},
  { history_limit: "1" },
  { upcoming_limit: "1" },
  { history_limit: "1", upcoming_limit: "2" },
  {},
];

/** Of these answers how many each has in its two lists; null where they cannot be counted. */
const countsIn = (pages: readonly Exchange[]) =>
  pages.map(({ response }) => LISTS.map(([part]) => namedCount(part)(response?.body)));

/** Judged where the first and the last are equal: markets end, and others come. */
const eachItsOwn: Expectation<readonly Exchange[]> = that(
  "as many to come with history_limit=1 as without, as many past with upcoming_limit=1, and with " +
    "history_limit=1 and upcoming_limit=2 one past and two to come of so many",
  (pages) => {
    const counts = countsIn(pages);
    const [bare = [], onePast = [], oneToCome = [], both = [], after = []] = counts;
    const isStill = show(bare) === show(after) && !show(counts).includes("null");
    const [past, toCome] = bare.map((count) => count ?? 0);
    const areBoth = show(both) === show([Math.min(past ?? 0, 1), Math.min(toCome ?? 0, 2)]);
    return !isStill || (onePast[1] === bare[1] && oneToCome[0] === bare[0] && areBoth);
  },
  (pages) => `past and to come ${show(countsIn(pages))}`,
);

const ofManySeries: Check = {
  title:
    "of more past and coming markets of a series 8 and 5 come by default, each by its own limit",
  proves: ["MKT-SER-03", "MKT-SER-02"],
  needs: ["agent", "hours"],
  async body(t) {
    for (let n = 0; n < QUARTERS; n += 1) await t.clock.pass(QUARTER_MS);
    for (const series of (await listedSeries(t)).slice(0, SERIES_MAX)) {
      for (const list of LISTS) await judgeDefault(t, series, list);
      await judgeLimits(t, contextPath(series));
    }
  },
};

async function judgeDefault(
  t: CheckContext,
  series: string,
  [part, byDefault]: (typeof LISTS)[number],
): Promise<void> {
  const [path, name, countOf] = [contextPath(series), `${part}_limit`, namedCount(part)];
  const more = { [name]: String(byDefault + 1) };
  const there = countOf((await readData(t, path, more)).response?.body) ?? 0;
  if (there <= byDefault) t.moot("MKT-SER-03", `no more than ${there} in ${part}`);
  else await judgeExactly(t, "MKT-SER-03", { path, name, byDefault, countOf });
}

/** Statuses that say whether credentials are asked for, or that the question was another. */
const ANSWERS_USUAL = [...statusesOf("D-112"), ...statusesOf("D-115"), ...oddOf("D-115")];

const withoutCredentials: Check = {
  title: "which data routes answer without credentials",
  proves: ["MKT-PUB-01"],
  needs: ["agent", "market"],
  async body(t) {
    const seen: Record<string, number | undefined> = {};
    for (const [route, path] of dataRoutes(t.market.id)) {
      const ask = { method: "GET", path, tolerates: oddOf("D-115") };
      seen[route] = (await t.anonymously(ask)).response?.status;
    }
    const strange = Object.entries(seen).filter(([, status]) => !isUsual(status));
    const warning = strange.length === 0 ? undefined : `unusual answers: ${show(strange)}`;
    t.observe("MKT-PUB-01", seen, warning);
  },
};

function isUsual(status: number | undefined): boolean {
  return ANSWERS_USUAL.includes(status ?? 0);
}

function dataRoutes(marketId: string): (readonly [route: string, path: string])[] {
  const plain = ["/markets", "/markets/active", "/markets/event-history", "/leaderboard"];
  const feed = ["history", "candles", "health"].map((what) => `/feed/btc-spot/${what}`);
  const ofMarket = ["", "/book", "/trades", "/candles", "/mid-history"];
  return [
    ...[...plain, ...feed].map((path) => [path, path] as const),
    ...ofMarket.map((what) => [`/markets/{id}${what}`, `/markets/${marketId}${what}`] as const),
  ];
}

/** Checks of events and series. */
export const events: readonly Check[] = [notAnId, knownSeries, ofManySeries, withoutCredentials];
