/** Orders that are changed while they rest: by an amendment (D-030), by a new ladder (D-031). */

import { oddOf } from "../../scenarios/decisions/forms.ts";
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import {
  type Json,
  priceOf,
  recordOf,
  wholeQty,
} from "../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { type Exchange, succeeded } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient, How } from "./agent-client.ts";
import type { CheckContext } from "./check-context.ts";
import { that } from "./expectation.ts";

/** What an order is to become; `qty` is the new total. Units: market price units, contracts. */
export type AskedTerms = { price: number; qty: number };

/** Asks for an amendment, whatever comes of it: the spec shows none. */
export function amend(agent: AgentClient, orderId: string, body: OrderBody): Promise<Exchange> {
  return agent.request({ method: "PATCH", path: `/orders/${orderId}`, body, tolerates: [501] });
}

/** Whether an order became, under its id, what an amendment asked for: a venue may ignore it. */
export async function amends(
  t: CheckContext,
  agent: AgentClient,
  { orderId, ...asked }: AskedTerms & OrderBody & { orderId: string },
): Promise<boolean> {
  if (!succeeded(await amend(agent, orderId, asked))) return false;
  const isAsked = that<Json>("as amended", (record) => {
    return priceOf(record) === asked.price && wholeQty(record) === asked.qty;
  });
  const read = async () => recordOf((await agent.order(orderId)).response?.body, orderId) ?? {};
  return isAsked.judge(await t.reading(read, isAsked)).ok;
}

/** A ladder in place of an agent's orders; its body is not shown: this is the one tried. */
export function ladderOf(marketId: string, orders: readonly OrderBody[]): ApiRequest {
  const body = { market_id: marketId, orders };
  return { method: "POST", path: "/orders/replace-ladder", body };
}

/** Asks for a ladder, whatever comes of it. */
export function replaceLadder(
  agent: AgentClient,
  marketId: string,
  orders: readonly OrderBody[],
  how: How = {},
): Promise<Exchange> {
  const tolerates = [501, ...oddOf("D-031")];
  return agent.request({ ...ladderOf(marketId, orders), tolerates, ...how });
}
