/** How a market is told once it takes no more orders. Spec: States 1. */

import { listOf, member, statusOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { type Expectation, that } from "../../check/expectation.ts";
import { marketRecord } from "../../check/market-record.ts";

const notOpen: Expectation<string> = that(
  "another status than OPEN",
  (status) => status !== "OPEN",
);

const notClosed: Expectation<string | null> = that(
  "another reason than MARKET_CLOSED",
  (reason) => reason !== "MARKET_CLOSED",
);

const byNone: Expectation<readonly string[]> = that(
  "no list that tells it as OPEN",
  (lists) => lists.length === 0,
  (lists) => `OPEN in ${lists.join(" and ")}`,
);

/** A market whose status is looked at. */
interface Looked {
  id: string;
  kind: string;
}

/** Judges the status of a market that refuses an order as closed. Errors: Missing where it takes one. */
async function judgeTold(t: CheckContext, market: Looked): Promise<void> {
  if ((await reasonAt(t, market.id)) !== "MARKET_CLOSED") {
    throw new Missing("did not arise: a market that refuses orders");
  }
  await judgeStatus(t, market);
}

/** Why a market refuses a plain order; null where it takes it. */
async function reasonAt({ agent, market }: CheckContext, market_id: string) {
  return (await agent.provoke({ ...market.resting(), market_id })).reason;
}

/** Judges the status of a market that has refused an order as closed. */
async function judgeStatus(t: CheckContext, market: Looked): Promise<void> {
  const { agent } = t;
  await t.eventually("MKT-REC-05", () => listedAsOpen(t, market), byNone);
  const told = async () => {
    const record = await marketRecord(agent, market.id);
    return readable(record && statusOf(record), "the status of a market");
  };
  await t.eventually("MKT-REC-05", told, notOpen);
}

/** More markets than most lists have by default: as many as can be asked for at once. */
const limit = "500";

/** The lists that tell a market as OPEN, if only beside others; one that does not show it tells nothing. */
async function listedAsOpen({ agent }: CheckContext, { id, kind }: Looked): Promise<string[]> {
  const lists = [
    { path: "/markets/active", query: {} },
    { path: "/markets", query: { kind } },
    { path: "/markets", query: { kind, status: "OPEN" } },
  ];
  const telling: string[] = [];
  for (const { path, query } of lists) {
    const { response } = await agent.get(path, { ...query, limit });
    const isOf = (name: string) =>
      (listOf(response?.body) ?? []).find((row) => member(row, name) === id);
    const status = statusOf(isOf("id") ?? isOf("marketid") ?? {});
    if (status === "OPEN") telling.push([path, ...Object.values(query)].join(" "));
  }
  return telling;
}

const ended: Check = {
  title:
    "a market that was ended is not told as OPEN, nor listed so, where it refuses orders as closed",
  proves: ["MKT-REC-05"],
  needs: ["agent", "market", "operator"],
  async body(t) {
    const { cell, control, market } = t;
    // What a list has shown once it may go on showing.
    await listedAsOpen(t, market.info);
    await control.setMarket(market.id, endedAs(cell.status));
    await judgeTold(t, market.info);
  },
};

/** A parlay of the two markets of the check, of which one has ended with this outcome. */
async function parlayWithLeg(t: CheckContext, outcome: "YES" | "NO"): Promise<Looked> {
  const { control, market, secondMarket } = t;
  const legs = [market.id, secondMarket.id];
  const kind = "BTC_PARLAY";
  const parlay = { kind, id: await control.createMarket({ kind, legs }) };
  await control.setMarket(secondMarket.id, { status: "RESOLVED", outcome });
  return parlay;
}

const lostParlay: Check = {
  title: "a parlay that was lost with one leg is not told as OPEN while another leg is",
  proves: ["MKT-REC-05"],
  needs: ["agent", "binary", "two-markets", "operator"],
  over: {},
  async body(t) {
    const parlay = await parlayWithLeg(t, "NO");
    await judgeTold(t, parlay);
  },
};

const wonLeg: Check = {
  title: "a parlay with a leg that was won is not told as OPEN where it refuses orders as closed",
  proves: ["MKT-REC-05"],
  needs: ["agent", "binary", "two-markets", "operator"],
  over: {},
  async body(t) {
    const parlay = await parlayWithLeg(t, "YES");
    const reason = await reasonAt(t, parlay.id);
    if (reason === "MARKET_CLOSED") await judgeStatus(t, parlay);
    else t.expect("MKT-REC-05", reason, notClosed);
  },
};

/** Checks of markets that have ended. */
export const endedMarkets: readonly Check[] = [ended, lostParlay, wonLeg];
