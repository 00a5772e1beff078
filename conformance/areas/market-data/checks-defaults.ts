/** How much market data comes by default of more than that. Spec: Markets and data; D-113. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { rowsOf } from "../../../scenarios/deployment/reading/data-reading.ts";
import { isInterference, Missing } from "../../../scenarios/deployment/stops.ts";
import { ENDED, KINDS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";
import type { Expectation } from "../../check/expectation.ts";
import { exactlyRows, rowsIfTold } from "../../expect/pages.ts";
import { marketPath, readData } from "../data-route.ts";
import {
  judgeExactly,
  judgeOffset,
  judgeSameRows,
  judgeTurned,
  lengthsOf,
  type Page,
  rowsAt,
} from "../defaults.ts";
import { noLonger, type Sized } from "../sizes-asked.ts";

const LISTED = 50;
const TRADES = 100;
const CANDLES = 500;
const MIDS = 3_600;
/** Enough for one mid a second to be more than come by default. Units: ms. */
const AN_HOUR_AND_MORE_MS = 3_700_000;

/**
 * By a key under every prefix, where control makes them by somebody who is signed in, and by an
 * owner's second agent, and by nobody, where a guest who says the size is shown so many.
 */
export async function judgeForAll(t: CheckContext, rule: string, sized: Sized): Promise<void> {
  await judgeExactly(t, rule, sized);
  const { path, byDefault, name = "limit", query = {}, countOf } = sized;
  const whole = exactlyRows(byDefault, countOf);
  const { human, sibling } = await t.run.leaseAgain({ human: true, sibling: true });
  for (const one of [human, sibling]) {
    if (one === undefined) continue;
    const read = () => one.request({ method: "GET", path, query });
    // What a session is shown of data may be nothing (D-112).
    if ((await read()).response?.status === 200) await t.eventually(rule, read, whole);
  }
  const tolerates = statusesOf("D-112", "anonymous");
  const asGuest = (size: Record<string, string>) =>
    t.anonymously({ method: "GET", path, query: { ...query, ...size }, tolerates });
  const told = await asGuest({ [name]: String(byDefault) });
  if (whole.judge(told).ok) await t.eventually(rule, () => asGuest({}), whole);
}

/** Beside the check's market a page and one more of OPEN ones like it, while `act` lasts. */
async function withManyMarkets(t: CheckContext, act: () => Promise<void>): Promise<void> {
  const { kind, band, tick, markPrice } = t.market.info;
  const alike = { kind, band, tick, status: "OPEN", ...(markPrice && { mark_price: markPrice }) };
  const made: string[] = [];
  try {
    while (made.length <= LISTED) made.push(await t.control.createMarket(alike));
    await act();
  } finally {
    for (const id of made) await t.control.setMarket(id, { status: "VOID" });
  }
}

const marketsByDefault: Check = {
  title: "of 52 OPEN markets 50 come without limit, in both listings and under every prefix",
  proves: ["MKT-LIST-08", "MKT-ACT-03"],
  needs: ["agent", "market", "operator"],
  async body(t) {
    await withManyMarkets(t, async () => {
      const all = { path: "/markets", byDefault: LISTED, known: true } as const;
      await judgeForAll(t, "MKT-LIST-08", all);
      await judgeForAll(t, "MKT-LIST-08", { ...all, query: { kind: t.market.info.kind } });
      // With the check's own market there are two more than a page: one more from the second on.
      for (const query of [{ status: "OPEN" }, { offset: "1" }]) {
        await judgeExactly(t, "MKT-LIST-08", { ...all, query });
      }
      await judgeForAll(t, "MKT-ACT-03", { path: "/markets/active", byDefault: LISTED });
      for (const path of ["/markets", "/markets/active"]) await judgeSome(t, path);
    });
    await judgeEnded(t);
  },
};

/** They have ended: of the VOID ones there is a page and more too, where these are listed (D-101). */
async function judgeEnded(t: CheckContext): Promise<void> {
  const all = { path: "/markets", byDefault: LISTED, known: true } as const;
  const query = { status: "VOID" };
  const asked = { ...query, limit: String(LISTED) };
  const page = await t.reading(() => readData(t, all.path, asked), exactlyRows(LISTED));
  if (exactlyRows(LISTED).judge(page).ok) await judgeExactly(t, "MKT-LIST-08", { ...all, query });
}

/** Numbers that are in another order as texts. */
const SOME = [9, 10];

/** Judges that as many come as are asked for, where more are listed. */
async function judgeSome(t: CheckContext, path: string): Promise<void> {
  const rule = path === "/markets" ? "MKT-LIST-08" : "MKT-ACT-03";
  for (const limit of SOME) {
    const read = () => readData(t, path, { limit: String(limit) });
    await t.eventually(rule, read, rowsIfTold(limit));
  }
}

const offset: Check = {
  title: "offset=n leaves out the first n markets, and 0 is the default",
  proves: ["MKT-LIST-03"],
  needs: ["agent"],
  over: { prefix: PREFIXES },
  each: true,
  body: (t) => judgeOffset(t, "MKT-LIST-03", "/markets"),
};

const FILTERS: readonly Record<string, string>[] = [
  {},
  ...KINDS.map((kind) => ({ kind })),
  ...["OPEN", ...ENDED].flatMap((status) => [
    { status },
    ...KINDS.map((kind) => ({ status, kind })),
  ]),
];

const turned: Check = {
  title: "turning the pages of each filter, no market comes after a page that was not full",
  proves: ["MKT-LIST-03"],
  needs: ["shared-key"],
  over: {},
  async body(t) {
    for (const filter of FILTERS) await judgeTurned(t, "MKT-LIST-03", "/markets", filter);
  },
};

const offsetOfFilters: Check = {
  title: "offset=n leaves out the first n markets of those that a filter leaves",
  proves: ["MKT-LIST-03"],
  needs: ["shared-key"],
  over: {},
  async body(t) {
    let judged = 0;
    for (const filter of FILTERS.slice(1)) {
      const two = await rowsAt(t, "/markets", { ...filter, limit: "2" });
      if (two.rows.length < 2) continue;
      t.expect("MKT-LIST-03", [two], twoAtMost);
      if (await isStill(judgeOffset(t, "MKT-LIST-03", "/markets", filter))) judged += 1;
    }
    if (judged === 0)
      throw new Missing("needs two markets of a kind or a status that stay as they are");
  },
};

const twoAtMost: Expectation<readonly Page[]> = noLonger("MKT-LIST-03", lengthsOf, () => 2);

/** False where others change what is looked at. */
async function isStill(judging: Promise<void>): Promise<boolean> {
  try {
    await judging;
    return true;
  } catch (error) {
    if (isInterference(error)) return false;
    throw error;
  }
}

const tradesByDefault: Check = {
  title: "of 101 trades of a market 100 come without limit",
  proves: ["MKT-TRD-03"],
  needs: ["two-owners", "market", "quiet", "operator", "wait"],
  async body(t) {
    await tradesOf(t, TRADES + 1, async () => {});
    const path = marketPath(t, "trades");
    const known = (await areListed(t, path)) && { known: true as const };
    await judgeForAll(t, "MKT-TRD-03", { path, byDefault: TRADES, ...known });
  },
};

/** Longer than a list of trades is behind them. Units: ms of the target's clock. */
const LATE_MS = 30_000;

/** Whether trades are listed (D-105), and no more of them come later. */
async function areListed(t: CheckContext, path: string): Promise<boolean> {
  const read = async () => {
    const { response } = await readData(t, path, { limit: String(TRADES) });
    return rowsOf(response?.body)?.length ?? 0;
  };
  const atOnce = await read();
  if (atOnce === TRADES) return true;
  await t.clock.pass(LATE_MS);
  await t.settle();
  return atOnce > 0 && atOnce === (await read());
}

/** That many trades at one price, a contract each, after each of which `between` is done. */
export async function tradesOf(
  t: CheckContext,
  count: number,
  between: () => Promise<void>,
): Promise<void> {
  const { agent, other, market, side } = t;
  const [price = 0] = await market.inside();
  await agent.rests(market.limit(side, price, { qty: count }));
  for (let done = 0; done < count; done += 1) {
    await other.takes(market.limit(opposite(side), price));
    await between();
  }
}

const everySecond = { period_seconds: "1" };
const MINUTES = { bare: {}, told: { period_seconds: "60" } };

const minutesByDefault: Check = {
  title: "candles without period_seconds are those of a minute",
  proves: ["MKT-CDL-05"],
  needs: ["two-owners", "market", "quiet"],
  async body(t) {
    await tradesOf(t, 1, () => t.settle());
    const path = marketPath(t, "candles");
    await judgeSameRows(t, "MKT-CDL-05", { path, ...MINUTES });
    const told = { ...MINUTES.told, limit: String(CANDLES) };
    await judgeSameRows(t, "MKT-CDL-05", { path, bare: {}, told });
  },
};

/** A limit that five candles of any period come within. */
const FEW = { limit: "5" };

const candlesByDefault: Check = {
  title:
    "of 501 candles 500 come without limit, and over minutes too those of a minute are the default",
  proves: ["MKT-CDL-04", "MKT-CDL-05"],
  needs: ["two-owners", "market", "quiet", "hours"],
  over: {},
  async body(t) {
    const path = marketPath(t, "candles");
    await tradesOf(t, CANDLES + 2, () => t.clock.pass(1_000));
    await judgeSameRows(t, "MKT-CDL-05", { path, ...MINUTES });
    const told = { ...MINUTES.told, ...FEW };
    await judgeSameRows(t, "MKT-CDL-05", { path, bare: FEW, told });
    const { response } = await readData(t, path, everySecond);
    if (response?.status !== 200) throw new Missing("needs candles of one second");
    const sized = { path, byDefault: CANDLES, query: everySecond };
    await judgeForAll(t, "MKT-CDL-04", sized);
  },
};

const midsByDefault: Check = {
  title: "of more than 3600 mids 3600 come without limit",
  proves: ["MKT-MID-02"],
  needs: ["agent", "market", "hours"],
  async body(t) {
    const { agent, market } = t;
    await agent.rests(market.resting("BUY"));
    await agent.rests(market.resting("SELL"));
    await t.clock.pass(AN_HOUR_AND_MORE_MS);
    const path = marketPath(t, "mid-history");
    const countAt = async (size: Record<string, string>) =>
      rowsOf((await readData(t, path, size)).response?.body)?.length ?? 0;
    const all = Math.max(await countAt({ limit: String(MIDS) }), await countAt({}));
    if (all < MIDS) t.moot("MKT-MID-02", `an hour gave ${all} mids`);
    else await judgeForAll(t, "MKT-MID-02", { path, byDefault: MIDS });
  },
};

/** Checks of defaults that take many rows. */
export const defaults: readonly Check[] = [
  marketsByDefault,
  offset,
  turned,
  offsetOfFilters,
  tradesByDefault,
  minutesByDefault,
  candlesByDefault,
  midsByDefault,
];
