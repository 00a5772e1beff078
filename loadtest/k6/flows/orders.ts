/** The flows of orders: rested and cancelled, met, declined, sent again. */
import { agentCount, agentOf } from "../lib/agents.ts";
import { crossed, duplicates } from "../lib/metrics.ts";
import { moment } from "../lib/moment.ts";
import { cancel, type LoadOrder, limit, marketOf, place, resting } from "../lib/orders.ts";

/** A limit order far from the touch, then its cancel: the book keeps its size. */
export function restAndCancel(): void {
  const at = moment("rest-and-cancel");
  const agent = agentOf(at.turn);
  cancel(at, agent, place(at, agent, { order: resting(at, marketOf(at)) }));
}

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

/** The runner has left one offer at the top of the band and one bid at its bottom. */
export function decline(): void {
  const at = moment("decline");
  const agent = agentOf(at.turn);
  const { low, high, outside } = marketOf(at);
  const buys = at.index % 2 === 0;
  const side = buys ? "BUY" : "SELL";
  const far = buys ? low : high;
  const kinds: LoadOrder[] = [
    { price: buys ? high : low, tif: "POST_ONLY" },
    { price: far, tif: "FOK" },
    { price: outside },
    { price: far, tif: "IOC", reduce_only: true },
  ];
  const order = limit(at, marketOf(at), { side, ...kinds[Math.floor(at.index / 2) % 4] });
  cancel(at, agent, place(at, agent, { order, wants: ["declined", "refused"] }));
}

/** The same client_order_id twice: the first answer comes again, and never a second order. */
export function replayKey(): void {
  const at = moment("replay-key");
  const agent = agentOf(at.turn);
  const order = resting(at, marketOf(at));
  const first = place(at, agent, { order });
  if (first.outcome !== "accepted") return;
  const again = place(at, agent, { order, again: true });
  const isSecond =
    again.outcome === "accepted" && again.body["order_id"] !== first.body["order_id"];
  if (isSecond) {
    duplicates.add(1);
    cancel(at, agent, again);
  }
  cancel(at, agent, first);
}
