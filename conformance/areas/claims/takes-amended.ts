/** An order that trades as it is amended across the spread, where a venue has such (D-030). */
import { readable } from "../../../scenarios/deployment/stops.ts";
import { succeeded } from "../../../scenarios/deployment/wire/exchange.ts";
import { amend } from "../../check/changed-orders.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { is } from "../../check/expectation.ts";
import type { Stake } from "../../model/money.ts";

/**
 * An order of the agent rests at a clear price and is amended to one where it is to be filled whole; where
 * it does not trade by that, another is placed there. Errors: Missing where its record cannot be read.
 */
export async function takesAmended(
  t: CheckContext,
  { side, price, qty }: Stake,
  clear: number,
): Promise<void> {
  const { agent, market } = t;
  const { orderId } = await agent.rests(market.limit(side, clear, { qty, tif: "GTC" }));
  const isAmended = succeeded(await amend(agent, orderId, { price, qty }));
  const read = async () =>
    readable(await agent.executed(orderId), "the executed quantity of an order");
  if (isAmended && (await t.reading(read, is(qty))) === qty) return;
  await agent.cancels(orderId);
  await agent.takes(market.limit(side, price, { qty }));
}
