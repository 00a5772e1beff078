/** Orders in a market that an operator has ended: none is taken, whoever sends it, and however. */

import { ENDED, SIDES } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import { endedAs } from "../check/end-market.ts";
import type { Terms } from "../model/market-state.ts";
import { Broken } from "./broken.ts";
import type { PropertyRun } from "./property-run.ts";
import { gistOf } from "./property-send.ts";
import { TIFS } from "./step.ts";
import { WAYS } from "./ways.ts";

/** Two of each agent and side. */
const ORDERS = 8;

/**
 * Ends the market of a play, where it is one that control has made, and sends orders that would have been
 * taken before; `draw` is a number that says how. Errors: Broken where one is not refused.
 */
export async function afterEnd(t: CheckContext, run: PropertyRun, draw: number): Promise<void> {
  if (!run.own) return;
  const status = ENDED[draw % ENDED.length] ?? "EXPIRED";
  await t.control.setMarket(run.market.id, endedAs(status));
  for (let index = draw; index < draw + ORDERS; index += 1) {
    const [caller, side] = [
      run.callers[index % 2] ?? run.callers[0],
      SIDES[(index >> 1) % 2] ?? "BUY",
    ] as const;
    const [price = 0] = run.prices;
    const terms: Terms = { side, tif: TIFS[index % TIFS.length] ?? "GTC", price, qty: 1 };
    if (!run.mayDecline(caller.name, side)) continue;
    const how = run.wayOf(caller, (index * STRIDE) % WAYS);
    const placed = await caller.placeOnce(run.bodyOf(terms), how);
    run.declined(caller.name, side);
    if (placed.fate !== "accepted") continue;
    const expected = `an order in a market that is ${status} to be refused`;
    throw new Broken("refusal", { expected, actual: gistOf(placed) }, placed.exchange);
  }
}

/** Neighbouring orders are sent in ways that have neither prefix nor credential in common. */
const STRIDE = 5;
