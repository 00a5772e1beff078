/** The cap on leverage: at the claimed number, one beyond it, and again once a position is closed. */

import type { Check } from "../../check/check.ts";
import { invalidLeverage } from "../../expect/placed.ts";
import { unless } from "./checks-risk.ts";
import { closePosition } from "./close-position.ts";

const leverageCap: Check = {
  title: "leverage at the cap is taken, above it is INVALID_LEVERAGE",
  proves: ["CLAIM-LEV-01"],
  needs: ["agent", "market"],
  async body(t) {
    const cap = t.claim("leverage_cap");
    const order = (leverage: number) => t.market.resting(t.side, { leverage, tif: "IOC" });
    const most = await t.agent.place(order(cap));
    t.expect("CLAIM-LEV-01", most, unless("INVALID_LEVERAGE", `a leverage of ${cap}`));
    t.expect("CLAIM-LEV-01", await t.agent.provoke(order(cap + 1)), invalidLeverage);
  },
};

const capAnew: Check = {
  title:
    "who has closed a position at a gain or a loss opens the next one with leverage at the cap",
  proves: ["CLAIM-LEV-01"],
  needs: ["two-owners", "market", "operator"],
  once: true,
  async body(t) {
    const { agent, market, side } = t;
    const leverage = t.claim("leverage_cap");
    await t.flat(agent);
    await closePosition(t, { leverage: 1 });
    const anew = await agent.place(market.resting(side, { leverage, tif: "IOC" }));
    t.expect("CLAIM-LEV-01", anew, unless("INVALID_LEVERAGE", `a leverage of ${leverage}`));
  },
};

/** Checks of the cap on leverage. */
export const leverage: readonly Check[] = [leverageCap, capAnew];
