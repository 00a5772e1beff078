/** GET /markets: its page, its filters, its parameters. Spec: Markets and data; D-100, D-101. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import type { MarketInfo } from "../../../scenarios/deployment/profile/credentials.ts";
import { listOf } from "../../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { KINDS, PREFIXES } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { allOf, type Expectation } from "../../check/expectation.ts";
import { answerGist, contains, http, unusual } from "../../expect/answers.ts";
import { onlyWith, pageFrom, pageNaming, toldAs } from "../../expect/pages.ts";
import { readData } from "../data-route.ts";
import { judgePages } from "../defaults.ts";
import { book } from "./checks-book.ts";
import { defaults } from "./checks-defaults.ts";
import { endedMarkets } from "./checks-ended.ts";
import { eventPoints } from "./checks-event-points.ts";
import { events } from "./checks-events.ts";
import { history } from "./checks-history.ts";
import { levels } from "./checks-levels.ts";
import { records } from "./checks-records.ts";
import { series } from "./checks-series.ts";
import { trades } from "./checks-trades.ts";

const LIMIT_DEFAULT = 50;
/** Markets asked for at once. */
const PAGE = "500";

const pages: Check = {
  title: "GET /markets answers 200, with at most 50 markets or as many as limit says",
  proves: ["MKT-LIST-01", "MKT-LIST-02"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    t.expect("MKT-LIST-01", await t.agent.get("/markets"), http(200));
    await judgePages(t, "MKT-LIST-02", { path: "/markets", byDefault: LIMIT_DEFAULT });
  },
};

const byStatus: Check = {
  title: "GET /markets with a documented status gives markets in it alone",
  proves: ["MKT-LIST-04"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const { value: status = "" } = t.cell;
    t.expect("MKT-LIST-04", await t.agent.get("/markets", { status }), onlyWith("status", status));
  },
};

const byKind: Check = {
  title: "GET /markets with a documented kind gives markets of that kind alone",
  proves: ["MKT-LIST-05"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const { value: kind = "" } = t.cell;
    t.expect("MKT-LIST-05", await t.agent.get("/markets", { kind }), onlyWith("kind", kind));
  },
};

const byKindHolding: Check = {
  title:
    "GET /markets with a kind gives that kind alone to who holds a position of another one too",
  proves: ["MKT-LIST-05"],
  needs: ["two-owners", "market", "quiet"],
  over: { kind: KINDS, prefix: PREFIXES },
  once: true,
  async body(t) {
    const { agent, other, market } = t;
    await t.trade({ buyer: agent, seller: other });
    for (const kind of KINDS.filter((one) => one !== market.info.kind)) {
      t.expect("MKT-LIST-05", await pageWith(t, { kind }, market.id), onlyWith("kind", kind));
    }
  },
};

const openOnes: Check = {
  title: "GET /markets with status, kind, and both contains an OPEN market of that kind",
  proves: ["MKT-LIST-09"],
  needs: ["agent", "market"],
  each: true,
  async body(t) {
    const kind = t.market.info.kind;
    for (const query of [{ status: "OPEN" }, { kind }, { status: "OPEN", kind }]) {
      await judgeListed(t, query, t.market.id);
    }
  },
};

const endedOnes: Check = {
  title: "GET /markets with status, and with kind too, contains a market that has ended",
  proves: ["MKT-LIST-10"],
  needs: ["shared-key"],
  each: true,
  async body(t) {
    const { info, id } = t.closedMarket(t.cell.status);
    const { status, kind } = info;
    const found = allOf(contains(id), onlyWith("status", status));
    await t.eventually("MKT-LIST-10", () => pageWith(t, { status }, id), found);
    const narrowed = allOf(contains(id), onlyWith("kind", kind));
    await t.eventually("MKT-LIST-10", () => pageWith(t, { status, kind }, id), narrowed);
    // What has expired may be decided at any moment.
    if (status !== "EXPIRED") await judgeFromOn(t, info);
  },
};

/** A page that begins with an ended market tells its status as any other does. */
async function judgeFromOn(t: CheckContext, { id, kind, status }: MarketInfo): Promise<void> {
  const queries = [{ status }, { kind }, {}];
  const look = () => pageFrom(id, queries, (query) => readData(t, "/markets", query));
  await t.eventually("MKT-LIST-10", look, toldAs(id, status));
}

async function judgeListed(
  t: CheckContext,
  query: Record<string, string>,
  id: string,
): Promise<void> {
  const alone: Expectation<Exchange>[] = Object.entries(query).map((one) => onlyWith(...one));
  await t.eventually("MKT-LIST-09", () => pageWith(t, query, id), allOf(contains(id), ...alone));
}

/**
 * The page of a listing that has this market, else the last one there is: read again where it was missed, as
 * markets that end meanwhile move others from a page not yet read to one that was.
 */
async function pageWith(
  { agent }: CheckContext,
  query: Record<string, string>,
  id: string,
): Promise<Exchange> {
  const large = await agent.get("/markets", { ...query, limit: PAGE });
  const limit = large.response?.status === 200 ? { limit: PAGE } : {};
  const first = large.response?.status === 200 ? large : await agent.get("/markets", query);
  return pageNaming(id, first, (offset) =>
    agent.get("/markets", { ...query, ...limit, ...offset }),
  );
}

const unknownValues: Check = {
  title: "GET /markets with an unknown status or kind",
  proves: ["MKT-LIST-06"],
  needs: ["shared-key"],
  async body(t) {
    const status = await t.agent.get("/markets", { status: "SLEEPING" });
    const kind = await t.agent.get("/markets", { kind: "BTC_TULIP" });
    const seen = { status: shown(status), kind: shown(kind) };
    const usual = statusesOf("D-101");
    t.observe("MKT-LIST-06", seen, unusual(status, ...usual) ?? unusual(kind, ...usual));
  },
};

function shown(listing: Exchange): string {
  const isEmpty = listOf(listing.response?.body)?.length === 0;
  return `${answerGist(listing)}${isEmpty ? ", an empty list" : ""}`;
}

/** The checks of this area. */
export const CHECKS: readonly Check[] = [
  pages,
  byStatus,
  byKind,
  byKindHolding,
  openOnes,
  endedOnes,
  unknownValues,
  ...records,
  ...endedMarkets,
  ...book,
  ...trades,
  ...history,
  ...events,
  ...eventPoints,
  ...defaults,
  ...levels,
  ...series,
];
