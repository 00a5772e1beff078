/** How a market is told once it takes no more orders. Spec: States 1. */

import { recordOf, statusOf } from "../../../scenarios/deployment/reading/reading.ts";
import { Missing, readable } from "../../../scenarios/deployment/stops.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { endedAs } from "../../check/end-market.ts";
import { type Expectation, that } from "../../check/expectation.ts";

const notOpen: Expectation<string> = that(
  "another status than OPEN",
  (status) => status !== "OPEN",
);

/** Judges the status of a market that refuses an order as closed. Errors: Missing where it takes one. */
async function judgeTold(t: CheckContext, marketId: string): Promise<void> {
  const { agent, market } = t;
  const { reason } = await agent.provoke({ ...market.resting(), market_id: marketId });
  if (reason !== "MARKET_CLOSED") throw new Missing("did not arise: a market that refuses orders");
  const told = async () => {
    const { response } = await agent.get(`/markets/${marketId}`);
    const record = recordOf(response?.body, marketId);
    return readable(record && statusOf(record), "the status of a market");
  };
  await t.eventually("MKT-REC-05", told, notOpen);
}

const ended: Check = {
  title: "a market that was ended is not told as OPEN where it refuses orders as closed",
  proves: ["MKT-REC-05"],
  needs: ["agent", "market", "operator"],
  async body(t) {
    const { cell, control, market } = t;
    await control.setMarket(market.id, endedAs(cell.status));
    await judgeTold(t, market.id);
  },
};

const lostParlay: Check = {
  title: "a parlay that was lost with one leg is not told as OPEN while another leg is",
  proves: ["MKT-REC-05"],
  needs: ["agent", "binary", "two-markets", "operator"],
  over: {},
  async body(t) {
    const { control, market, secondMarket } = t;
    const legs = [market.id, secondMarket.id];
    const parlay = await control.createMarket({ kind: "BTC_PARLAY", legs });
    await control.setMarket(secondMarket.id, { status: "RESOLVED", outcome: "NO" });
    await judgeTold(t, parlay);
  },
};

/** Checks of markets that have ended. */
export const endedMarkets: readonly Check[] = [ended, lostParlay];
