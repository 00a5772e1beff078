/** Amends: not in the spec, so that whatever a venue makes of one is read and believed (D-030). */
import { statusesOf } from "../../scenarios/decisions/forms.ts";
import { BodyRecords, priceOf } from "../../scenarios/deployment/reading/reading.ts";
import { isSuccess } from "../../scenarios/deployment/wire/exchange.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import { that } from "../check/expectation.ts";
import type { Resting } from "../model/market-state.ts";
import { amended } from "../model/venue.ts";
import type { PropertyRun, Sent } from "./property-run.ts";
import { startAnew } from "./property-send.ts";
import { restingIn } from "./readings.ts";
import { clearOfAll, pickedOf } from "./resolve.ts";
import type { PropertyStep } from "./step.ts";

/** Price and quantity of a resting order. Units: market price units, contracts. */
type Offer = Pick<Resting, "price" | "qty">;

/** Answers of venues that have no such route. */
const NOT_SERVED = [...statusesOf("D-161"), 501];

/**
 * Amends an own resting order without making it trade; false where there is none to amend.
 * Refused, it must stay as it was; else the listing says what it is now, and book, positions and
 * all other orders must agree. Errors: Broken where a cancel-all is refused.
 */
export async function amend(
  run: PropertyRun,
  caller: AgentClient,
  step: Extract<PropertyStep, { do: "amend" }> & { how?: How | undefined },
): Promise<boolean> {
  const order = run.amends ? chosen(run, caller, step.pick) : null;
  if (order === null) return false;
  const { sent, resting } = order;
  const price = clearOfAll(run, resting.side, step.level) ?? resting.price;
  const asked = { price, qty: step.qty };
  const body = { price, qty: sent.executed + asked.qty };
  const ask = { method: "PATCH", path: `/orders/${sent.id}`, body, tolerates: [501], ...step.how };
  const status = (await caller.request(ask)).response?.status ?? 0;
  if (NOT_SERVED.includes(status)) run.amends = false;
  if (!isSuccess(status)) return true;
  const became = await read(run, caller, { id: sent.id, asked });
  if (became !== null) {
    run.state = amended(run.state, sent.id, became);
    return true;
  }
  // A venue may have given it another id.
  run.amends = false;
  await startAnew(run, caller);
  return true;
}

/** A resting order that nothing reduce-only depends on. */
function chosen(
  { sent, state }: PropertyRun,
  caller: AgentClient,
  pick: number,
): { sent: Sent; resting: Resting } | null {
  const own = state.resting.filter(({ agent }) => agent === caller.name);
  const reducing = own.filter(({ reduceOnly }) => reduceOnly);
  const free = own.filter(({ side }) => reducing.every((order) => order.side !== side));
  const order = pickedOf(
    sent.filter(({ id }) => free.some((one) => one.id === id)),
    state,
    pick,
  );
  const resting = free.find(({ id }) => id === order?.id);
  return order === null || resting === undefined ? null : { sent: order, resting };
}

/** What the listing says of an order; null where it is gone or cannot be read. */
async function read(
  run: PropertyRun,
  caller: AgentClient,
  { id, asked }: { id: string; asked: Offer },
): Promise<Offer | null> {
  const look = async (): Promise<Offer | null> => {
    const open = (await caller.openOrders(run.market.id)).response?.body;
    const records = new BodyRecords(open);
    const record = records.of(id);
    const price = record === null ? null : priceOf(record);
    const qty = restingIn(records, id);
    return price === null || qty === null ? null : { price, qty };
  };
  const isAsked = (seen: Offer | null) => seen?.price === asked.price && seen.qty === asked.qty;
  return run.reading(look, that("the order as amended", isAsked));
}
