/** What a key that may only read is told where it sends an order of its agent again. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { ORDERS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { http } from "../../expect/answers.ts";
import { demandWorking } from "../credentials.ts";
import { TRADES_NOTHING } from "./ranges.ts";

const replaysNothing: Check = {
  title: "a read-only key is refused a replay of its agent's order like any other order",
  proves: [TRADES_NOTHING],
  needs: ["read-only-key", "market"],
  over: { route: ["POST /orders"], ...ORDERS },
  once: true,
  async body(t) {
    const { agent, reader, market } = t;
    const { sent } = await agent.rests(market.resting());
    demandWorking(await reader.orders());
    const { exchange } = await reader.placeOnce(sent);
    t.expect(TRADES_NOTHING, exchange, http(...statusesOf("D-130")));
  },
};

/** Checks of replays by a key that may only read. */
export const readReplays: readonly Check[] = [replaysNothing];
