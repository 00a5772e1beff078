/** Orders that make the results the rules speak of, and which quantities of a result can be judged. */

import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";

/** Both quantities are integers, and so is a positive qty they can be compared with. */
export function readableQuantities({ sent, filledQty, remainingQty }: PlaceResponse): boolean {
  return Number(sent["qty"]) > 0 && Number.isInteger(filledQty) && Number.isInteger(remainingQty);
}

/** What a result says of its fills can be true at all: from 0 to qty (RES-SHAPE-05). */
export function plausibleQuantities(placed: PlaceResponse): boolean {
  const filledQty = placed.filledQty ?? -1;
  return readableQuantities(placed) && filledQty >= 0 && filledQty <= Number(placed.sent["qty"]);
}

/**
 * The answer to an order one agent can always have declined: FOK where nobody can fill it.
 * Errors: StandsOn when it is accepted.
 */
export async function unfillableFok(
  { agent, market, side: own }: CheckContext,
  side = own,
): Promise<PlaceResponse> {
  const placed = await agent.provoke(market.resting(side, { tif: "FOK" }));
  if (placed.fate !== "accepted") return placed;
  throw new StandsOn("TIF-FOK-02", "a FOK order that nobody can fill was accepted");
}

/** An order for 2 contracts, GTC unless told otherwise, that meets 1 of the other agent's. */
export async function fillsInPart(
  t: CheckContext,
  fields: { tif?: string } = {},
): Promise<PlaceResponse> {
  const { agent, other, market } = t;
  const [price = 0] = await market.inside();
  await other.rests(market.limit("SELL", price));
  return agent.place(market.limit("BUY", price, { qty: 2, ...fields }));
}

/** An order for 1 contract that the other agent's order fills whole. */
export async function fillsWhole({ agent, other, market }: CheckContext): Promise<PlaceResponse> {
  const [price = 0] = await market.inside();
  await other.rests(market.limit("SELL", price));
  return agent.place(market.limit("BUY", price));
}

/** One order that sweeps two levels, and the lower and higher price of them. */
export interface Sweep {
  taken: PlaceResponse;
  low: number;
  high: number;
  /** What those who rested asked for so many contracts. Units: market price units times contracts. */
  asked: number;
  /** The orders that rested, the better one first. */
  makers: readonly string[];
}

/** What rests at the better price of a sweep. Units: contracts. */
const AT_BETTER = 2;

/**
 * One order for 3 contracts against two levels of the other agent: 2 at the better price, 1 at the
 * worse, so that the plain mean of the prices is not their volume-weighted average. A GTC order
 * unless `fields` say otherwise; how far a MARKET order reaches is the venue's own (D-065).
 * Errors: StandsOn when it is not filled whole, Missing when a MARKET order fills nothing.
 */
export async function sweepTwoLevels(t: CheckContext, fields: OrderBody = {}): Promise<Sweep> {
  const { agent, other, market, side } = t;
  const [better = 0, worse = 0] = await market.ladder(2);
  const near = await other.rests(market.limit(opposite(side), better, { qty: AT_BETTER }));
  const far = await other.rests(market.limit(opposite(side), worse, { qty: 1 }));
  const order = market.limit(side, worse, { qty: 3, ...fields });
  const { price: _, ...withoutPrice } = order;
  const isMarket = order["type"] === "MARKET";
  const taken = await agent.place(isMarket ? withoutPrice : order);
  const [low, high] = [Math.min(better, worse), Math.max(better, worse)];
  const first = Math.min(taken.filledQty ?? 0, AT_BETTER);
  const asked = first * better + ((taken.filledQty ?? 0) - first) * worse;
  const makers = [near.orderId, far.orderId];
  const sweep: Sweep = { taken, low, high, asked, makers };
  if (taken.filledQty === 3 || (isMarket && taken.filledQty)) return sweep;
  if (isMarket) throw new Missing("did not arise: a MARKET order that fills at two levels");
  throw new StandsOn(
    FILLS[String(order["tif"])] ?? "MATCH-SWEEP-01",
    `a sweep of 3 contracts filled ${taken.filledQty}`,
  );
}

/** The rules that orders of a time in force fill by. */
const FILLS: Readonly<Record<string, string>> = { FOK: "TIF-FOK-01", IOC: "TIF-IOC-05" };
