/** Orders that one credential places, another one reads and a third one cancels. */

import { TOO_MUCH_FOR_AGENT } from "../../../scenarios/decisions/forms.ts";
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Inconclusive } from "../../../scenarios/deployment/stops.ts";
import { PREFIXES, SIDES } from "../../check/cell.ts";
import { opposite } from "../../check/check-context.ts";
import { succeeds } from "../../expect/access.ts";
import { http } from "../../expect/answers.ts";
import { type Credential, demand, sentBy, wanted } from "./credential.ts";
import { type PlayHoldings, picked } from "./holdings.ts";
import type { Deed } from "./step.ts";

const QTY = 2;

/**
 * Somebody cancels what rests, another one places an order that may be filled, a third one reads it.
 * Errors: Broken.
 */
export async function trade(held: PlayHoldings, step: Deed<"trade">): Promise<void> {
  if (held.traders === "nobody") return;
  const traders = held.traders === "keys" ? held.keys : held.all;
  const prefix = picked(PREFIXES, step.prefix);
  await cancel(held, picked(traders, step.canceller), prefix);
  const id = await place(held, picked(traders, step.by), step, prefix);
  if (id === null) return;
  const reader = picked(traders, step.reader);
  const seen = wanted(reader, "read", http(200));
  if (seen === null) return;
  const read = () => sentBy(reader, { method: "GET", path: `/orders/${id}`, prefix });
  // A record may come a moment after its order.
  demand(await (seen.aspect === "answers" ? held.t.reading(read, seen.says) : read()), seen);
}

/** Whether an order outlives the end of a credential is not shown (KEY-REV-04). */
async function cancel(held: PlayHoldings, by: Credential, prefix: string): Promise<void> {
  if (held.resting === null) return;
  const { id, ended } = held.resting;
  held.resting = null;
  const answer = await sentBy(by, { method: "DELETE", path: `/orders/${id}`, prefix });
  const want = wanted(by, "trade", succeeds);
  if (want?.aspect === "refusal") {
    demand(answer, want);
    await held.parties.agent.cancel(id);
  } else if (want !== null && ended === held.ended) demand(answer, want);
}

/** Errors: Inconclusive where the venue lets an agent hold no more (D-062, D-063). */
function notTooMuch({ reason }: PlaceResponse): void {
  if (![...TOO_MUCH_FOR_AGENT, "MARKET_CLOSED"].includes(reason)) return;
  throw new Inconclusive(`an order was declined with ${reason}`);
}

/** The id of the order; null where it was refused, as it had to be. */
async function place(
  held: PlayHoldings,
  by: Credential,
  { side: index, fill }: Deed<"trade">,
  prefix: string,
): Promise<string | null> {
  const { other, market } = held.parties;
  const side = picked(SIDES, index);
  const [price] = market.info.own ? await market.inside() : [];
  const order =
    price === undefined ? market.resting(side) : market.limit(side, price, { qty: QTY });
  const placed = await by.caller.placeOnce(order, { ...by.how, prefix });
  const want = wanted(by, "trade", http(201));
  if (want?.aspect === "answers") notTooMuch(placed);
  if (want !== null) demand(placed.exchange, want);
  const { orderId } = placed;
  if (want?.aspect === "refusal" || orderId === null) return null;
  if (price !== undefined && fill > 0) {
    await other.place(market.limit(opposite(side), price, { qty: fill }));
  }
  const rests = price === undefined || fill < QTY;
  held.resting = rests ? { id: orderId, ended: held.ended } : null;
  return orderId;
}
