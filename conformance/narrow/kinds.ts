/** The same order in a market of another kind: whether it fails there too. */

import type { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { Side } from "../../scenarios/deployment/vocabulary.ts";
import type { CheckContext } from "../check/check-context.ts";
import { isRefusedOrder } from "./choices.ts";
import type { OutcomeWords } from "./edge-text.ts";
import type { Likeness } from "./edges.ts";
import { type NarrowedFailure, Prober, type WaitingTime } from "./prober.ts";
import { mayTake, quotedIn } from "./quotes.ts";

/** What became of it there, and how that is said. */
export interface SeenElsewhere {
  likeness: Likeness;
  words: OutcomeWords;
}

/** Members that belong to one kind of market. */
const OF_ONE_KIND = ["leverage", "margin_mode", "slippage_cap_bps", "slippage_cap_cents"];

/** Whether the order has nothing that belongs to one kind of market. */
export function isOfAnyKind(failure: NarrowedFailure): boolean {
  const { body = {}, arranged, marketId } = failure.request;
  const isPlain = !arranged && marketId !== null && body["type"] === "LIMIT";
  return isPlain && isRefusedOrder(failure) && !OF_ONE_KIND.some((name) => name in body);
}

/** Sends it in the market of this context, at a price that is sane there; null where it may not be. */
export async function elsewhere(
  t: CheckContext,
  failure: NarrowedFailure,
  waiting: WaitingTime,
): Promise<SeenElsewhere | null> {
  const { market } = t;
  const { body: failing = {} } = failure.request;
  const body: OrderBody = { price: priceIn(market, failing) };
  const order = { ...failing, ...body };
  if (mayTake(order, await quotedIn(market))) return null;
  const prober = new Prober(t, failure, waiting);
  const likeness = await prober.ask({ body });
  return likeness && { likeness, words: prober.words };
}

/** The same price where both are in cents; else one that is far from the touch, or from the edges. */
function priceIn(market: TradableMarket, { price, side }: OrderBody): number {
  const { info, lowest, highest } = market;
  const away = market.far(side as Side);
  if (info.kind === "BTC_PERP") return away;
  if (typeof price === "number" && price >= lowest && price <= highest) return price;
  return info.own ? Math.floor((lowest + highest) / 2) : away;
}
