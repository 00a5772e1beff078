/** The history of an event: of whose markets, how often and how much. Spec: Markets and data; D-108. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { pointsOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import {
  geometryOf,
  type Json,
  listOf,
  member,
  objectsIn,
} from "../../../scenarios/deployment/reading/reading.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { UNKNOWN_UUID } from "../../../scenarios/deployment/wire/uuid.ts";
import { PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf } from "../../check/expectation.ts";
import { marketRecord } from "../../check/market-record.ts";
import { http, lacks } from "../../expect/answers.ts";
import { blank } from "../../expect/blank.ts";
import { exactlyRows } from "../../expect/pages.ts";
import { marketIdOf, readData } from "../data-route.ts";
import { judgeExactly, judgeSameRows } from "../defaults.ts";
import { judgePeriods } from "../periods.ts";
import { judgeLimited } from "../periods-limited.ts";

const PATH = "/markets/event-history";
/** What an event may be named by. */
const NAMES = ["event_id", "fixture_key"];
const REFUSALS = statusesOf("D-108").filter((status) => status >= 400);
const POINTS = 240;
/** The default, and as long as the market is quoted. Units: seconds. */
const PERIODS = [60, 300] as const;
/** A limit below what comes without one, and above the markets of an event. */
const FEWER = 100;
/** More seconds than points come by default, and several minutes. Units: ms. */
const LONG_ENOUGH_MS = 300_000;
/** Longer than the quarter of an hour that a market of a series is active. Units: ms. */
const AN_EVENT_MS = 3_600_000;

const pointsByDefault: Check = {
  title:
    "of 300 points of an event's market 240 come without limit, or as many as it says, as many " +
    "as the period asked for has room for, by default a minute",
  proves: ["MKT-EVT-03", "MKT-EVT-04"],
  needs: ["agent", "hours"],
  async body(t) {
    const { event_id, market } = await someEvent(t);
    await quoted(t, market);
    await t.clock.pass(LONG_ENOUGH_MS);
    const told = { event_id, period_seconds: "60", limit: String(POINTS), fixture_key: "" };
    await judgeSameRows(t, "MKT-EVT-04", { path: PATH, bare: { event_id }, told });
    const asked = { path: PATH, query: { event_id }, periods: PERIODS, timesIn };
    await judgeLimited(t, "MKT-EVT-03", { ...asked, countOf: ofOneMarket });
    // The time of a point may be that of a sample, or of the last mid in its period.
    await judgePeriods(t, "MKT-EVT-04", { ...asked, anyMoment: true });
    const query = { event_id, period_seconds: "1" };
    const fewer = await readData(t, PATH, { ...query, limit: String(FEWER) });
    if (longest(fewer.response?.body) >= FEWER)
      t.expect("MKT-EVT-03", fewer, exactlyRows(FEWER, longest));
    const more = { ...query, limit: String(POINTS + 1) };
    const there = longest((await readData(t, PATH, more)).response?.body);
    const bare = longest((await readData(t, PATH, query)).response?.body);
    if (there <= POINTS && bare !== POINTS) t.moot("MKT-EVT-03", `an event had ${there} points`);
    else
      await judgeExactly(t, "MKT-EVT-03", {
        path: PATH,
        byDefault: POINTS,
        query,
        countOf: longest,
      });
  },
};

/** The last active market that names its event. Errors: Missing where none does. */
async function someEvent({ agent }: CheckContext): Promise<{ event_id: string; market: Json }> {
  const { response } = await agent.get("/markets/active");
  const named = (listOf(response?.body) ?? []).filter((market) => eventOf(market) !== null);
  const market = named.at(-1);
  const event_id = market && eventOf(market);
  if (market && event_id) return { event_id, market };
  throw new Missing("needs an active market whose record names its event");
}

function eventOf(market: Json): string | null {
  const id = member(market, "eventid");
  return typeof id === "string" && id !== "" ? id : null;
}

/** Rests an order near each end of the market's band, so that it has a mid. */
async function quoted(t: CheckContext, market: Json): Promise<void> {
  const { band, tick } = geometryOf(market) ?? {};
  if (!band || !tick) throw new Missing("needs a market whose record tells its band");
  const inside = Math.floor((band[1] - band[0]) / tick / 10) * tick;
  for (const [side, price] of [
    ["BUY", band[0] + inside],
    ["SELL", band[1] - inside],
  ]) {
    const order = { market_id: member(market, "id"), side, type: "LIMIT", price, qty: 2 };
    await t.agent.rests({ ...order, client_order_id: t.run.freshId() });
  }
}

const unknownEvent: Check = {
  title: "the history of an event that does not exist is refused, or is empty",
  proves: ["MKT-EVT-05"],
  needs: ["shared-key"],
  each: true,
  over: { value: NAMES, prefix: PREFIXES },
  async body(t) {
    const answer = await readData(t, PATH, { [t.cell.value ?? ""]: UNKNOWN_UUID });
    t.expect("MKT-EVT-05", answer, anyOf(http(...REFUSALS), blank(UNKNOWN_UUID)));
  },
};

const marketsOfEvent: Check = {
  title: "the history of an event has no market in it that is part of another event, or of none",
  proves: ["MKT-EVT-05"],
  needs: ["shared-key"],
  each: true,
  over: { value: ["event_id"], prefix: PREFIXES },
  async body(t) {
    const { event_id } = await someEvent(t);
    const { response } = await t.agent.get("/markets");
    const others = (listOf(response?.body) ?? []).filter((market) => eventOf(market) !== event_id);
    const ids = others.map((market) => String(member(market, "id")));
    if (ids.length === 0) throw new Missing("needs a market whose record names another event");
    const answer = await readData(t, PATH, { event_id });
    if (answer.response?.status !== 200) throw new Missing("needs an event with a history");
    t.expect("MKT-EVT-05", answer, { ...lacks(...ids), says: "HTTP 200 with no other's market" });
  },
};

const afterItsEnd: Check = {
  title: "the history of an event whose market has ended since is answered as before",
  proves: ["MKT-EVT-05"],
  needs: ["agent", "hours"],
  once: true,
  over: { value: ["event_id"], prefix: PREFIXES },
  async body(t) {
    const { event_id, market } = await someEvent(t);
    const read = () => readData(t, PATH, { event_id });
    if ((await read()).response?.status !== 200) throw new Missing("needs an event with a history");
    await t.clock.pass(AN_EVENT_MS);
    const id = String(marketIdOf(market));
    const later = await marketRecord(t.agent, id);
    if (later === null || member(later, "status") === "OPEN") {
      throw new Missing("needs an active market of an event that ends within an hour");
    }
    await t.eventually("MKT-EVT-05", read, http(200));
  },
};

/** The longest list within lists, such as the points of a market. */
const longest = (body: unknown) => longestIn(body).length;

function longestIn(body: unknown): unknown[] {
  return listsIn(body).reduce<unknown[]>(
    (most, list) => (list.length > most.length ? list : most),
    [],
  );
}

/** How many points it has; null where they are of several markets, each of which has so many. */
function ofOneMarket(body: unknown): number | null {
  const [only, ...others] = pointListsIn(body);
  const isOfOne = only !== undefined && others.length === 0 && timesIn(body) !== null;
  return isOfOne ? only.length : null;
}

const listsIn = (body: unknown) =>
  objectsIn(body).flatMap((one) => Object.values(one).filter(Array.isArray));

/** Lists of points, the longest first: an event may have more markets than they have points. */
const pointListsIn = (body: unknown) =>
  listsIn(body)
    .filter((list) => list.length > 0 && pointsOf(list) !== null)
    .toSorted((one, other) => other.length - one.length);

/** The times of a market's points; null where they may be of several markets. */
function timesIn(body: unknown): number[] | null {
  const [list = []] = pointListsIn(body);
  const named = objectsIn(list).flatMap((point) =>
    Object.entries(point).filter(([name]) => /(^|_)id$|Id$|market/.test(name)),
  );
  const isOfOne = new Set(named.map(([, value]) => JSON.stringify(value))).size <= 1;
  return isOfOne ? (pointsOf(list)?.map(({ tsMs }) => tsMs) ?? null) : null;
}

/** Checks of events by name. */
export const eventPoints: readonly Check[] = [
  pointsByDefault,
  unknownEvent,
  marketsOfEvent,
  afterItsEnd,
];
