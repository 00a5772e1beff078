/** Caps are a market's own: what an agent has in another one takes nothing of them. */
import type { Check } from "../../check/check.ts";
import { capOf, judgeRoom } from "./checks-risk.ts";

const WORKING = 2;

const otherMarkets: Check = {
  title: "what is held and works in another market of the kind takes no room of the position cap",
  proves: ["CLAIM-CAP-01"],
  needs: ["two-owners", "two-markets", "operator"],
  once: true,
  async body(t) {
    const { agent, other, secondMarket: market, side } = t;
    await agent.rests(market.resting(side, { qty: WORKING }));
    const [buyer, seller] = side === "BUY" ? [agent, other] : [other, agent];
    await t.trade({ buyer, seller, market });
    await judgeRoom(t, "CLAIM-CAP-01", { side, room: capOf(t) });
  },
};

/** Checks of what is done in another market. */
export const elsewhere: readonly Check[] = [otherMarkets];
