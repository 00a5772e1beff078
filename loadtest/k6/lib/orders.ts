/** The orders flows send, and placing and cancelling them. */
import type { JudgedResponse, RequestOutcome } from "../../plan/outcome.ts";
import type { LoadMarket } from "../../plan/settings.ts";
import type { LoadAgent } from "./agents.ts";
import { call } from "./call.ts";
import type { IterationTime } from "./moment.ts";
import { settings } from "./settings.ts";

/** Body of POST /orders. */
export type LoadOrder = Record<string, unknown>;

/** The market of a turn. */
export function marketOf(at: IterationTime): LoadMarket {
  const flow = settings.flows.find(({ name }) => name === at.flow);
  const markets = flow?.markets ?? [];
  const market = markets[at.turn % markets.length];
  if (market === undefined) throw new Error(`flow ${at.flow} has no market to trade`);
  return market;
}

/** A limit order of one contract with a client_order_id of its own. */
export function limit(at: IterationTime, market: LoadMarket, fields: LoadOrder): LoadOrder {
  return {
    market_id: market.id,
    type: "LIMIT",
    qty: 1,
    client_order_id: `${settings.runId}-${at.flow.slice(0, 3)}-${at.index}`,
    ...fields,
  };
}

/** One that rests far from the touch. */
export function resting(at: IterationTime, market: LoadMarket): LoadOrder {
  return limit(at, market, at.index % 2 === 0 ? bid(market) : offer(market));
}

/** Places an order. */
export function place(
  at: IterationTime,
  agent: LoadAgent | null,
  { order, wants, again }: { order: LoadOrder; wants?: readonly RequestOutcome[]; again?: boolean },
): JudgedResponse {
  return call(at, {
    endpoint: again ? "replay" : "place",
    path: "/orders",
    agent,
    body: order,
    form: "order",
    ...(wants && { wants }),
  });
}

/** Cancels what an accepted order left; nothing for any other. */
export function cancel(at: IterationTime, agent: LoadAgent | null, placed: JudgedResponse): void {
  const { outcome, body } = placed;
  if (outcome !== "accepted" || body["remaining_qty"] === 0) return;
  call(at, {
    endpoint: "cancel",
    path: `/orders/${body["order_id"]}`,
    agent,
    wants: ["refused"],
  });
}

function bid({ low }: LoadMarket): LoadOrder {
  return { side: "BUY", price: low };
}

function offer({ high }: LoadMarket): LoadOrder {
  return { side: "SELL", price: high };
}
