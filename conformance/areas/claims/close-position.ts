/** A position that is over: what came of it is no business of the next order. */
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import { type CheckContext, opposite } from "../../check/check-context.ts";

/** Ticks between two prices, and contracts: enough to gain or lose a cent and more. */
const [APART, SOME] = [20, 10];

/** The agent opens a position on the cell's side, with these members, and closes it at another price. */
export async function closePosition(t: CheckContext, opening: OrderBody = {}): Promise<void> {
  const { agent, other, market, side } = t;
  const [entry = 0, ...others] = await market.inside(APART);
  const exit = others.at(-1) ?? entry;
  const qty = SOME;
  await other.rests(market.limit(opposite(side), entry, { qty }));
  await agent.takes(market.limit(side, entry, { ...opening, qty }));
  await other.rests(market.limit(side, exit, { qty }));
  await agent.takes(market.limit(opposite(side), exit, { qty }));
}
