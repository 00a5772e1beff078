/** The leaderboard. Spec: Account and leaderboard; D-121, D-122. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { publicIdOf, rowsOf, scoreOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { isObject, type Json } from "../../../scenarios/deployment/reading/reading.ts";
import { Inconclusive, Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, anyOf, type Expectation, show, that } from "../../check/expectation.ts";
import { answerGist, answerThat, http, unusual } from "../../expect/answers.ts";
import { blank } from "../../expect/blank.ts";
import { readData, somePublicId } from "../data-route.ts";
import { judgeExactly } from "../defaults.ts";
import { oneGains, pages } from "./checks-pages.ts";

const PATH = "/leaderboard";
const LIMIT_DEFAULT = 50;
const UNKNOWN_PUBLIC_ID = "touchstone-nobody-0";

const defaults: Check = {
  title: "GET /leaderboard is in the order of sort=score and order=desc",
  proves: ["LEAD-LIST-02"],
  needs: ["agent", "alone"],
  each: true,
  body: judgeDefaults,
};

const defaultsOfScores: Check = {
  title: "score and desc are the defaults of a leaderboard on which scores differ, each alone too",
  proves: ["LEAD-LIST-02"],
  needs: ["two-owners", "market", "quiet", "alone"],
  over: {},
  async body(t) {
    await oneGains(t);
    await judgeDefaults(t);
  },
};

type Query = Readonly<Record<string, string>>;

/** What is said of sort, of order or of both is what is taken where nothing is. */
async function judgeDefaults(t: CheckContext): Promise<void> {
  const desc = { order: "desc" };
  await judgeSame(t, {}, [{ sort: "score", ...desc }, { sort: "score" }, desc]);
  const asc = { order: "asc" };
  if (await isTaken(t, asc)) await judgeSame(t, asc, [{ sort: "score", ...asc }]);
  for (const sort of await sortsTaken(t)) await judgeSame(t, sort, [{ ...sort, ...desc }]);
}

/** Judges that so many ways to say it give the entries that `bare` does, in their order. */
async function judgeSame(t: CheckContext, bare: Query, said: readonly Query[]): Promise<void> {
  const read = async () => {
    const before = await idsOn(t, bare);
    const asked: AskedOf[] = [];
    for (const query of said) asked.push({ query, ids: await idsOn(t, query) });
    return { before, asked, after: await idsOn(t, bare) };
  };
  const seen = await t.awaited(read, allOf(still, asByDefault));
  if (!still.judge(seen).ok) throw new Inconclusive("the leaderboard moved at every reading");
  t.expect("LEAD-LIST-02", seen, asByDefault);
}

interface AskedOf {
  query: Query;
  ids: string;
}

interface DefaultReadings {
  before: string;
  asked: readonly AskedOf[];
  after: string;
}

/** Entries move as others trade: only between two equal readings others are comparable. */
const still: Expectation<DefaultReadings> = that(
  "no change meanwhile",
  ({ before, after }) => before === after,
);

const asByDefault: Expectation<DefaultReadings> = that(
  "the same entries in the same order whether sort=score and order=desc are said or left out",
  ({ before, asked }) => asked.every(({ ids }) => ids === before),
  ({ before, asked }) => {
    const unlike = asked.filter(({ ids }) => ids !== before).map(({ query }) => show(query));
    return `another order or other entries with ${unlike}`;
  },
);

/** The public ids on a page, in order. Errors: Missing where an entry has none. */
async function idsOn(t: CheckContext, query: Query): Promise<string> {
  const ids = recordsIn(await readData(t, PATH, query)).map(publicIdOf);
  return ids.map((id) => readable(id, "the public_id of an entry")).join(" ");
}

const moreThanAPage: Check = {
  title: "of 51 accounts 50 are on the leaderboard without limit, under every prefix",
  proves: ["LEAD-LIST-06"],
  needs: ["agent", "operator"],
  async body(t) {
    const { response } = await readData(t, PATH, { limit: String(LIMIT_DEFAULT + 1) });
    const there = rowsOf(response?.body)?.length ?? 0;
    for (let made = there; made <= LIMIT_DEFAULT; made += 1) {
      const name = t.run.freshId();
      await t.control.createAgent({ owner: name, name });
    }
    const asked = [{}, { offset: "1" }, ...(await sortsTaken(t)), ...(await fromBelow(t))];
    for (const query of asked) {
      await judgeExactly(t, "LEAD-LIST-06", { path: PATH, byDefault: LIMIT_DEFAULT, query });
    }
  },
};

/** The board from below, where as many come as are asked for (D-121). */
async function fromBelow(t: CheckContext): Promise<Query[]> {
  const asc = { order: "asc" };
  const { response } = await readData(t, PATH, { ...asc, limit: String(LIMIT_DEFAULT) });
  return rowsOf(response?.body)?.length === LIMIT_DEFAULT ? [asc] : [];
}

/** What else it may be sorted by is not shown: these are guesses (D-121). */
const SORTS = ["pnl", "volume"];

async function sortsTaken(t: CheckContext): Promise<{ sort: string }[]> {
  const taken: { sort: string }[] = [];
  for (const sort of SORTS) if (await isTaken(t, { sort })) taken.push({ sort });
  return taken;
}

async function isTaken(t: CheckContext, query: Query): Promise<boolean> {
  return (await readData(t, PATH, query)).response?.status === 200;
}

const ordered: Check = {
  title: "whether entries fall by score, and asc reverses them",
  proves: ["LEAD-LIST-03"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const falling = await scoresOn(t, { order: "desc" });
    const rising = await scoresOn(t, { order: "asc" });
    const seen = {
      desc_falls: falling.every((score, index) => score <= (falling[index - 1] ?? score)),
      asc_rises: rising.every((score, index) => score >= (rising[index - 1] ?? score)),
    };
    const odd = Object.values(seen).includes(false);
    t.observe("LEAD-LIST-03", seen, odd ? "entries are not in the order asked for" : undefined);
  },
};

/** Scores on a page, in order. Errors: Missing where an entry has none that can be read. */
async function scoresOn(t: CheckContext, query: Query): Promise<number[]> {
  const scores = recordsIn(await readData(t, PATH, query)).map(scoreOf);
  return scores.map((score) => readable(score, "the score of an entry"));
}

const unknownValues: Check = {
  title: "GET /leaderboard with an unknown sort or order",
  proves: ["LEAD-LIST-04"],
  needs: ["shared-key"],
  async body(t) {
    const sort = await readData(t, PATH, { sort: "luck" });
    const order = await readData(t, PATH, { order: "sideways" });
    const usual = statusesOf("D-121");
    const seen = { sort: answerGist(sort), order: answerGist(order) };
    t.observe("LEAD-LIST-04", seen, unusual(sort, ...usual) ?? unusual(order, ...usual));
  },
};

const nearlyListed: Check = {
  title: "GET of a listed public_id cut short or grown longer finds nobody of another public_id",
  proves: ["LEAD-ACC-01"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const id = await somePublicId(t);
    for (const near of [id.slice(0, -1), `${id}0`].filter(Boolean)) {
      const answer = await readData(t, `${PATH}/account/${encodeURIComponent(near)}`);
      t.expect("LEAD-ACC-01", answer, anyOf(http(...statusesOf("D-122")), tellsOf(near)));
    }
  },
};

/** Of one that is cut short too: that may be another account's, of which the answer may tell then. */
function tellsOf(id: string): Expectation<Exchange> {
  return answerThat(`HTTP 200 with the public_id ${id}, or with none`, ({ response }) => {
    // Neighbours may be told of beside the account, in a list.
    const told = objectsOutsideLists(response?.body).flatMap((one) => publicIdOf(one) ?? []);
    return response?.status === 200 && (told.length === 0 || told.includes(id));
  });
}

function objectsOutsideLists(value: unknown): Json[] {
  if (!isObject(value)) return [];
  return [value, ...Object.values(value).flatMap(objectsOutsideLists)];
}

const unknownAccount: Check = {
  title: "GET of a public_id that nobody has is answered 404, is refused or is blank",
  proves: ["LEAD-ACC-01"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const answer = await readData(t, `${PATH}/account/${UNKNOWN_PUBLIC_ID}`);
    const demand = anyOf(http(...statusesOf("D-122")), blank(UNKNOWN_PUBLIC_ID));
    t.expect("LEAD-ACC-01", answer, demand);
  },
};

/** So many entries of a page are looked up: who gained, who lost, and who has never traded. */
const LOOKED_UP = 4;

/** As many of a page, evenly apart. */
function spread<T>(all: readonly T[]): T[] {
  const apart = Math.max(1, Math.floor(all.length / LOOKED_UP));
  return all.filter((_, place) => place % apart === 0).slice(0, LOOKED_UP);
}

const listedAccount: Check = {
  title: "GET of a public_id on the leaderboard answers 200, and not of others alone",
  proves: ["LEAD-ACC-02"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const first = recordsIn(await readData(t, PATH));
    // From below too, where that may be asked for (D-121).
    const last = entriesIn(await readData(t, PATH, { order: "asc" }));
    for (const entry of [...spread(first), ...spread(last)]) {
      const id = readable(publicIdOf(entry), "a listed public_id");
      const account = () => readData(t, `${PATH}/account/${encodeURIComponent(id)}`);
      t.expect("LEAD-ACC-02", await t.awaited(account, tellsOf(id)), tellsOf(id));
    }
  },
};

/** The entries of a page. Errors: Missing where none can be told. */
function recordsIn(page: Exchange): Json[] {
  const records = entriesIn(page);
  if (records.length === 0) throw new Missing("no entry of the leaderboard could be read");
  return records;
}

const entriesIn = ({ response }: Exchange): Json[] =>
  (rowsOf(response?.body) ?? []).filter(isObject);

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  ...pages,
  moreThanAPage,
  defaults,
  defaultsOfScores,
  ordered,
  unknownValues,
  unknownAccount,
  nearlyListed,
  listedAccount,
];
