/** The fat finger: a price at the claimed times of the mark, and one beyond it. */

import type { TradableMarket } from "../../../scenarios/deployment/market.ts";
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { inTurnOf } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { declined, notTaken } from "../../expect/placed.ts";
import { markIn, markMoved } from "../mark.ts";
import { affordable, nobodyReaches, unless } from "./checks-risk.ts";

/** How far from the bound a moving mark is met. */
const SHARED_SLACK = 0.02;

const fatFinger: Check = {
  title:
    "a price beyond the claimed times of the mark has to be confirmed, each time and POST_ONLY too",
  proves: ["CLAIM-FAT-01", "CLAIM-FAT-02"],
  needs: ["agent", "market", "quiet"],
  emptyBook: true,
  async body(t) {
    const { agent, market, side } = t;
    const { within, beyond } = boundsOf(market, t.claim("fat_finger_times") * (await markIn(t)));
    await nobodyReaches(t, side, beyond);
    const order = (price: number, fields: OrderBody = {}) =>
      market.limit(side, price, { tif: "IOC", ...fields });
    const most = await agent.place(order(within));
    t.expect("CLAIM-FAT-01", most, unless("FAT_FINGER", `a price of ${within}`));
    const slips = async (tif: "IOC" | "POST_ONLY") => {
      // A venue without POST_ONLY may have another reason.
      const demand = tif === "IOC" ? declined("FAT_FINGER") : notTaken;
      t.expect("CLAIM-FAT-01", await agent.provoke(order(beyond, { tif })), demand);
    };
    const [first, last] = inTurnOf(t.cell, [
      ["IOC", "POST_ONLY"] as const,
      ["POST_ONLY", "IOC"] as const,
    ]);
    await slips(first);
    const confirmed = await agent.place(order(beyond, { confirm_fat_finger: true }));
    if (confirmed.reason === "INSUFFICIENT_MARGIN") affordable(confirmed);
    // What an IOC order without a match is called is the venue's own (D-022).
    t.expect("CLAIM-FAT-02", confirmed, unless("FAT_FINGER", "a price that was confirmed"));
    // One order was confirmed, not the price.
    await slips(last);
  },
};

/** Where the mark goes from where it is: not above it, where the band may end too early. */
const MOVES = [1, 0.8, 0.9];

const movedMark: Check = {
  title: "what has to be confirmed goes by the mark as it is, not as it was",
  proves: ["CLAIM-FAT-01"],
  needs: ["agent", "market", "quiet", "operator"],
  emptyBook: true,
  async body(t) {
    const { agent, market, side } = t;
    const first = await markIn(t);
    const times = t.claim("fat_finger_times");
    for (const move of MOVES) {
      const { within, beyond } = boundsOf(market, times * (await markMoved(t, first * move)));
      await nobodyReaches(t, side, beyond);
      const order = (price: number) => market.limit(side, price, { tif: "IOC" });
      const most = await agent.place(order(within));
      t.expect("CLAIM-FAT-01", most, unless("FAT_FINGER", `a price of ${within}`));
      t.expect("CLAIM-FAT-01", await agent.provoke(order(beyond)), declined("FAT_FINGER"));
    }
  },
};

/** The last price that is no slip and the first that is. Errors: Missing outside of the band. */
function boundsOf(market: TradableMarket, bound: number): { within: number; beyond: number } {
  const { own, tick } = market.info;
  const slack = own ? 0 : SHARED_SLACK * bound;
  const within = Math.floor((bound - slack) / tick) * tick;
  const beyond = (Math.floor((bound + slack) / tick) + 1) * tick;
  if (beyond <= market.highest) return { within, beyond };
  throw new Missing(`needs a band that reaches beyond ${beyond}, where FAT_FINGER begins`);
}

/** Checks of fat fingers. */
export const slips: readonly Check[] = [fatFinger, movedMark];
