/**
 * What becomes of orders when an operator ends a market: there none is taken and what is malformed is an
 * error still, elsewhere all goes on.
 */

import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { ENDED, KINDS, SIDES } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import { endedAs } from "../check/end-market.ts";
import { that } from "../check/expectation.ts";
import type { Terms } from "../model/market-state.ts";
import { Broken } from "./broken.ts";
import type { MarketRuns, PropertyRun } from "./property-run.ts";
import { gistOf } from "./property-send.ts";
import type { Reading } from "./readings.ts";
import { TIFS } from "./step.ts";
import { WAYS } from "./ways.ts";

/** Two of each agent and side. */
const ORDERS = 8;
const MALFORMED = 12;

/**
 * Ends the market of a play, where it is one that control has made, and sends orders that would have been
 * taken before, and malformed ones; `draw` is a number that says how. Errors: Broken where one is not
 * refused.
 */
export async function afterEnd(t: CheckContext, run: PropertyRun, draw: number): Promise<void> {
  if (!run.own) return;
  const status = ENDED[draw % ENDED.length] ?? "EXPIRED";
  const malformed = await malformedOrders(run, draw);
  await t.control.setMarket(run.market.id, endedAs(status));
  for (const [index, order] of malformed.entries()) {
    const caller = run.callers[index % 2] ?? run.callers[0];
    const placed = await caller.placePunctually(order, run.wayOf(caller, (index * STRIDE) % WAYS));
    if (placed.fate === "refused") continue;
    const expected = `a malformed order in a market that is ${status} to be an error`;
    throw new Broken("refusal", { expected, actual: gistOf(placed) }, placed.exchange);
  }
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

/** Orders that are none, made while the market is open. */
async function malformedOrders(run: PropertyRun, draw: number): Promise<OrderBody[]> {
  const { kind } = run.market.info;
  const flaws = run.flaws.filter(
    ({ declines, flat, kinds = KINDS }) => !declines && !flat && kinds.includes(kind),
  );
  const [price = 0] = run.prices;
  const sound = run.bodyOf({ side: SIDES[draw % 2] ?? "BUY", tif: "GTC", price, qty: 1 });
  const orders = await Promise.all(
    Array.from({ length: MALFORMED }, (_, index) => {
      const flaw = flaws[(draw * MALFORMED + index) % flaws.length];
      return flaw === undefined ? null : run.spoilt(flaw, sound);
    }),
  );
  return orders.filter((order) => order !== null);
}

/**
 * Ends the first market of a play in several, and lets everybody place and cancel in another one; `draw`
 * is a number that says how. Errors: Broken where an order stays.
 */
export async function elsewhereAfterEnd(
  t: CheckContext,
  [first, other]: MarketRuns,
  draw: number,
): Promise<void> {
  if (!first.own || !other?.own) return;
  await t.control.setMarket(first.market.id, endedAs(ENDED[draw % ENDED.length]));
  for (const caller of other.callers) {
    const [price = 0] = other.prices;
    await other.place(caller, { side: "BUY", tif: "GTC", price, qty: 1 });
    const ask = { method: "DELETE", path: "/orders", ...other.wayOf(caller, draw % WAYS) };
    await other.cancelled(caller, await caller.request(ask));
  }
  const explained = that<Reading>("as modelled", (seen) => other.differenceFrom(seen) === null);
  const wrong = other.differenceFrom(await other.reading(() => other.read(), explained));
  if (wrong !== null) throw new Broken("state", wrong);
}

/** Neighbouring orders are sent in ways that have neither prefix nor credential in common. */
const STRIDE = 5;
