/** Plays one step: resolves its numbers against the model and sends what they mean. */
import { outcomesOf } from "../model/outcomes.ts";
import type { Side, Terms } from "../model/world.ts";
import type { Caller } from "../trial/caller.ts";
import { Broken } from "./broken.ts";
import type { Change, Floor, Sent } from "./floor.ts";
import { repeat, repeatHow } from "./repeat.ts";
import { type OrderStep, type Step, TIFS } from "./step.ts";

/** A plain order, for a step that finds nothing to act on: no command is wasted. */
const INSTEAD: OrderStep = { do: "order", who: 0, side: 0, level: 0, qty: 1, tif: 0 };

/** Sends what a step means here and now. Errors: Broken where the answer is not legitimate. */
export async function perform(floor: Floor, step: Step, change: Change = {}): Promise<void> {
  const { how } = change;
  if (step.do === "order") {
    const { caller, terms } = resolved(floor, step);
    await floor.place(caller, terms, change);
  } else if (step.do === "cancel") {
    const caller = callerOf(floor, step.who);
    const order = picked(floor, step.pick, (sent) => sent.caller === caller);
    if (order === null) await perform(floor, { ...INSTEAD, who: step.who }, change);
    else await floor.cancel(caller, order.id, how);
  } else if (step.do === "cancel-foreign") {
    const caller = callerOf(floor, step.who);
    const order = picked(floor, step.pick, (sent) => sent.caller !== caller);
    if (order === null) await perform(floor, { ...INSTEAD, who: 1 - step.who }, change);
    else await cancelForeign(caller, order);
  } else if (step.do === "cancel-all") {
    await floor.cancelAll(callerOf(floor, step.who), how);
  } else if (step.do === "repeat") {
    const order = picked(floor, step.pick, () => true);
    if (order === null) await perform(floor, INSTEAD, change);
    else await repeat(floor, order, repeatHow(order, step));
  } else if (step.do === "look") {
    await floor.reconcile();
  }
}

/** The agent a step means. */
export function callerOf(floor: Floor, who: number): Caller {
  return floor.callers[who === 0 ? 0 : 1];
}

/** The order a step means: one that rests where there is any, else one that is done. */
export function picked(floor: Floor, pick: number, of: (sent: Sent) => boolean): Sent | null {
  const all = floor.sent.filter(of);
  const resting = all.filter(({ id }) => floor.world.resting.some((order) => order.id === id));
  const choice = resting.length > 0 ? resting : all;
  return choice[pick % choice.length] ?? null;
}

/**
 * The order a step means, so that it never meets an order of its own agent (D-027 leaves that
 * open) and is declined no more often than an agent may be.
 */
export function resolved(floor: Floor, step: OrderStep): { caller: Caller; terms: Terms } {
  const caller = callerOf(floor, step.who);
  const clear = clearOfOwn(floor, caller, step);
  const tif = TIFS[step.tif] ?? "GTC";
  const terms: Terms = { ...clear, tif, qty: step.qty, price: clear.price };
  const meetsOwn = ownPrices(floor, caller, opposite(clear.side)).length > 0;
  const safe = { ...terms, tif: "GTC" as const };
  if (tif === "MARKET" && meetsOwn) return { caller, terms: safe };
  const wanted = tif === "MARKET" ? { ...terms, price: null } : terms;
  const risky = outcomesOf(floor.world, wanted).some(({ says }) => says.startsWith("REJECTED"));
  return { caller, terms: risky && !floor.mayDecline(caller, clear.side) ? safe : wanted };
}

function clearOfOwn(
  floor: Floor,
  caller: Caller,
  { side, level }: OrderStep,
): { side: Side; price: number } {
  const drawn: Side = side === 0 ? "BUY" : "SELL";
  const blocking = ownPrices(floor, caller, opposite(drawn));
  const clear = floor.prices.filter((price) =>
    blocking.every((own) => (drawn === "BUY" ? price < own : price > own)),
  );
  const nearest = floor.prices[level] ?? 0;
  const price = clear.includes(nearest) ? nearest : drawn === "BUY" ? clear.at(-1) : clear[0];
  return price === undefined ? { side: opposite(drawn), price: nearest } : { side: drawn, price };
}

function ownPrices(floor: Floor, caller: Caller, side: Side): number[] {
  const own = floor.world.resting.filter(({ agent }) => agent === caller.seat.name);
  return own.filter((order) => order.side === side).map(({ price }) => price);
}

function opposite(side: Side): Side {
  return side === "BUY" ? "SELL" : "BUY";
}

async function cancelForeign(caller: Caller, { id }: Sent): Promise<void> {
  const exchange = await caller.cancel(id);
  const status = exchange.response?.status ?? 0;
  if (status >= 400) return;
  const expected = "the cancel of another owner's order to be refused";
  throw new Broken("answers", { expected, actual: `HTTP ${status}` }, exchange);
}
