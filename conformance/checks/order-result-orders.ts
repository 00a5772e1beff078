/** Orders that make the results the order-result rules speak of. */
import type { Side } from "../../scenarios/deployment/market.ts";
import type { PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { StandsOn } from "../../scenarios/deployment/stops.ts";
import { type CheckContext, opposite } from "../check/check-context.ts";

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
  { agent, market }: CheckContext,
  side: Side,
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
}

/**
 * One order for 3 contracts against two levels of the other agent: 2 at the better price, 1 at the
 * worse, so that the plain mean of the prices is not their volume-weighted average.
 * Errors: StandsOn when it is not filled whole.
 */
export async function sweepTwoLevels(t: CheckContext, side: Side): Promise<Sweep> {
  const { agent, other, market } = t;
  const [low = 0, high = 0] = await market.inside(2);
  const [better, worse] = side === "BUY" ? [low, high] : [high, low];
  await other.rests(market.limit(opposite(side), better, { qty: 2 }));
  await other.rests(market.limit(opposite(side), worse, { qty: 1 }));
  const taken = await agent.place(market.limit(side, worse, { qty: 3 }));
  if (taken.filledQty === 3) return { taken, low, high };
  throw new StandsOn("MATCH-SWEEP-01", `a sweep of 3 contracts filled ${taken.filledQty}`);
}
