/** Orders that have to be declined: what saying no costs, reason by reason. */
import { agentOf } from "../lib/agents.ts";
import { moment } from "../lib/moment.ts";
import { cancel, type LoadOrder, limit, marketOf, place } from "../lib/orders.ts";

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
