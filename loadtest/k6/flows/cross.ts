/** A maker rests, a taker meets it: sides alternate, so that exposure stays near zero. */
import { agentCount, agentOf } from "../lib/agents.ts";
import { crossed } from "../lib/metrics.ts";
import { moment } from "../lib/moment.ts";
import { cancel, type LoadOrder, limit, marketOf, place } from "../lib/orders.ts";

/** Each agent makes in one turn and takes in the next, so it buys and sells in every round. */
export function cross(): void {
  const at = moment("cross");
  const market = marketOf(at);
  const round = Math.floor(at.turn / Math.max(agentCount(), 1));
  const [making, taking] = round % 2 === 0 ? ["SELL", "BUY"] : ["BUY", "SELL"];
  const maker = agentOf(at.turn);
  const taker = agentOf(at.turn + 1);
  const meet = (fields: LoadOrder) => limit(at, market, { price: market.cross, ...fields });
  const made = place(at, maker, { order: meet({ side: making }) });
  const id = `${meet({})["client_order_id"]}-t`;
  const taken = place(at, taker, {
    order: meet({ side: taking, tif: "IOC", client_order_id: id }),
  });
  if (at.measured) crossed.add(Number(taken.body["filled_qty"] ?? 0) > 0);
  if (!isMet(taken.body)) cancel(at, maker, made);
}

function isMet(result: Record<string, unknown>): boolean {
  return Number(result["filled_qty"] ?? 0) > 0;
}
