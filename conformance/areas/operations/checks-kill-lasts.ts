/** What does not release the kill switch: whatever callers ask, and whatever operators do. Spec: D-170. */

import { ControlError } from "../../../scenarios/deployment/control-endpoint.ts";
import type { PlaceResponse } from "../../../scenarios/deployment/reading/order.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import { KINDS, ORDERS } from "../../check/cell.ts";
import type { Check } from "../../check/check.ts";
import { FROZEN, frozen, PERHAPS, whileFrozen } from "./kill-switch.ts";

const staysFrozen: Check = {
  title:
    "a frozen venue refuses an order after whatever else it was asked, and when frozen once more",
  proves: ["OPS-KILL-01"],
  needs: ["agent", "market", "kill-switch"],
  over: ORDERS,
  once: true,
  async body(t) {
    const { agent, control, market } = t;
    const { orderId } = await agent.rests(market.resting());
    const asks = [
      { method: "GET", path: "/orders/open" },
      { method: "PATCH", path: `/orders/${orderId}`, body: { qty: 1 } },
      { method: "DELETE", path: `/orders/${orderId}` },
      { method: "DELETE", path: "/orders", query: { market_id: market.id } },
      { method: "DELETE", path: "/orders" },
    ];
    const placed = await whileFrozen(t, async () => {
      const answers: PlaceResponse[] = [];
      for (const ask of asks) {
        await agent.request({ ...ask, ...PERHAPS });
        answers.push(await agent.placeOnce(market.resting(), FROZEN));
      }
      await control.freeze(true);
      answers.push(await agent.placeOnce(market.resting(), FROZEN));
      return answers;
    });
    for (const one of placed) t.expect("OPS-KILL-01", one, frozen);
  },
};

const staysFrozenForOperators: Check = {
  title: "a frozen venue refuses an order after an operator has ended markets, whichever way",
  proves: ["OPS-KILL-01"],
  needs: ["agent", "market", "operator", "kill-switch"],
  over: { kind: KINDS },
  once: true,
  async body(t) {
    const { agent, control, market } = t;
    const { kind, band, tick } = market.info;
    const ends = [{ status: "VOID" }, { status: "RESOLVED", outcome: "YES" }];
    const make = () => control.createMarket({ kind, band, tick, status: "OPEN" });
    const made = [await make(), await make()];
    const placed = await whileFrozen(t, async () => {
      const answers: PlaceResponse[] = [];
      for (const [index, end] of ends.entries()) {
        if (!(await isDone(control.setMarket(made[index]!, end)))) continue;
        answers.push(await agent.placeOnce(market.resting(), FROZEN));
      }
      return answers;
    });
    for (const id of made) await isDone(control.setMarket(id, { status: "VOID" }));
    if (placed.length === 0) throw new Missing("needs an operator who ends a market while frozen");
    for (const one of placed) t.expect("OPS-KILL-01", one, frozen);
  },
};

/** False where the operator's endpoint refuses it. */
async function isDone(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof ControlError) return false;
    throw error;
  }
}

/** Checks of a kill switch that stays on. */
export const lasting: readonly Check[] = [staysFrozen, staysFrozenForOperators];
