/** Ids of requests that never reached the engine. Spec: Behaviour 2, 4; D-042. */

import { isDocumented } from "../../../scenarios/decisions/decline-codes.ts";
import type { OrderBody, PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import { ORDERS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { accepted } from "../../expect/placed.ts";
import { MADE_UP_KEY } from "../credentials.ts";

/** Ways for a request to end before the engine, each under an id that is good. */
const UNHEARD: Readonly<Record<string, (t: CheckContext, order: OrderBody) => Promise<unknown>>> = {
  "a malformed body": ({ agent }, order) => agent.provoke({ ...order, qty: "abc" }),
  "no price": async ({ agent }, order) => {
    wentUnheard(await agent.provoke({ ...order, price: undefined }));
  },
  "a made-up key": (t, body) => t.anonymously({ ...posted(body), headers: MADE_UP }),
  "no credentials": (t, body) => t.anonymously(posted(body)),
};

/** Errors: StandsOn where it was taken; Missing where the engine declined it, as binds its id (D-042). */
function wentUnheard({ fate, reason }: PlaceResponse): void {
  if (fate === "accepted") throw new StandsOn("ORD-FIELD-10", "a LIMIT order without a price");
  if (fate === "declined" || isDocumented(reason)) {
    throw new Missing(`did not arise: a price that is missing is no validation error (${reason})`);
  }
}

const MADE_UP = { authorization: `Bearer ${MADE_UP_KEY}` };

const posted = (body: OrderBody) => ({ method: "POST", path: "/orders", body });

const unheardByAnybody: Check = {
  title: "a client_order_id of a request that never reached the engine places an order",
  proves: ["IDEM-REJ-02"],
  needs: ["agent", "market"],
  once: true,
  over: { ...ORDERS, value: Object.keys(UNHEARD) },
  async body(t) {
    const { agent, market } = t;
    await agent.rests(market.resting());
    const order = market.resting();
    await UNHEARD[t.cell.value ?? "no credentials"]?.(t, order);
    t.expect("IDEM-REJ-02", await agent.placeOnce(order), accepted);
  },
};

const unheardForged: Check = {
  title: "a client_order_id that came without the CSRF header of a browser places an order",
  proves: ["IDEM-REJ-02"],
  needs: ["browser", "agent", "market"],
  once: true,
  over: { ...ORDERS, value: ["no CSRF header"] },
  async body(t) {
    const { agent, human, market } = t;
    await agent.rests(market.resting());
    const order = market.resting();
    const forged = await human.place(order, { csrf: false });
    if (forged.httpStatus < 400)
      throw new StandsOn("SESS-CSRF-01", "an order without a CSRF header");
    t.expect("IDEM-REJ-02", await agent.placeOnce(order), accepted);
  },
};

/** Checks of ids that bind nothing. */
export const unheard: readonly Check[] = [unheardByAnybody, unheardForged];
