/** A position that is over: what came of it is no business of the next order. */
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";

/** Ticks between two prices, and contracts: enough to gain or lose a cent and more. */
const [APART, SOME] = [20, 10];

/**
 * The agent opens a position on the cell's side, with these members, and closes it at another price.
 * Errors: Missing where it cannot, for want of cash or for a cap.
 */
export async function closePosition(t: CheckContext, opening: OrderBody = {}): Promise<void> {
  const { agent, other, market, side } = t;
  const [entry = 0, ...others] = await market.wellInside(APART);
  const exit = others.at(-1) ?? entry;
  for (const [way, price, fields] of [
    [side, entry, opening],
    [opposite(side), exit, {}],
  ] as const) {
    await other.place(market.limit(opposite(way), price, { qty: SOME }));
    const { filledQty } = await agent.place(market.limit(way, price, { ...fields, qty: SOME }));
    if (filledQty !== SOME)
      throw new Missing(`did not arise: a position of ${SOME} that is closed`);
  }
}
