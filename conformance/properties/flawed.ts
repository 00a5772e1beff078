/** Sends an order with a flaw, in the midst of others: it is refused, and nothing has changed. */

import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import type { AgentClient, How } from "../check/agent-client.ts";
import { SIDES } from "../check/cell.ts";
import { opposite } from "../check/check-context.ts";
import { type Flaw, withoutId } from "../check/flaw.ts";
import type { Terms } from "../model/market-state.ts";
import { Broken } from "./broken.ts";
import { secondMember } from "./neutral-members.ts";
import type { PropertyRun } from "./property-run.ts";
import { gistOf } from "./property-send.ts";
import { resolved } from "./resolve.ts";
import { type OrderStep, TIFS } from "./step.ts";

/**
 * Sends an order that would be accepted but for its flaw; false where it has none, cannot have it, or not
 * be declined once more. Errors: Broken where it is not refused.
 */
export async function flawed(run: PropertyRun, step: OrderStep, how: How = {}): Promise<boolean> {
  const flaw = run.flaws[step.flaw ?? -1];
  if (flaw === undefined) return false;
  const { beside = [] } = step;
  const caller = run.callers[step.who] ?? run.callers[0];
  const terms = await acceptable(run, step);
  const isCapped = flaw.declines && !run.mayDecline(caller.name, terms.side);
  const isIgnored = flaw.flat === true && !run.isFlat(caller.name);
  if (isCapped || isIgnored || terms.tif !== TIFS[step.tif]) run.unsent.push(step);
  await caller.roomToWrite(beside.length);
  const orders = beside.map((one, index) => {
    const isNamed = index % 2 === 0;
    const how = run.wayOf(caller, one.way);
    const also = secondMember(run, { agent: caller.name, terms, number: one.way + (one.way >> 2) });
    return { caller, terms, flaw: run.flaws[one.flaw], how, isNamed, also };
  });
  const also = secondMember(run, { agent: caller.name, terms, number: step.qty });
  const all = await Promise.allSettled([
    isCapped || isIgnored
      ? false
      : refuses(run, { caller, terms, flaw, how, isNamed: step.level % 2 === 0, also }),
    ...orders.map((order) => refuses(run, order)),
  ]);
  for (const one of all) if (one.status === "rejected") throw one.reason;
  const [first] = all;
  return first.status === "fulfilled" && first.value;
}

/** An order with a flaw, and how it is sent. */
interface FlawedOrder {
  caller: AgentClient;
  terms: Terms;
  flaw: Flaw | undefined;
  how: How;
  /** Whether it has a client_order_id, where that is not its flaw. */
  isNamed: boolean;
  /** What it has beside, where that is not its flaw. */
  also: OrderBody;
}

/** Sends it; false where it cannot have the flaw. Errors: Broken where it is not refused. */
async function refuses(
  run: PropertyRun,
  { caller, terms, flaw, how, isNamed, also }: FlawedOrder,
): Promise<boolean> {
  const order = run.bodyOf(terms);
  const sent = flaw === undefined ? null : await run.spoilt(flaw, order);
  if (flaw === undefined || sent === null) return false;
  const body = { ...also, ...(isNamed ? sent : withoutId(sent, order)) };
  const placed = await caller.placePunctually(body, how);
  if (placed.fate === "declined") run.declined(caller.name, terms.side);
  if (placed.fate !== "accepted") return true;
  const expected = `an order that breaks ${flaw.rule} to be refused`;
  throw new Broken("refusal", { expected, actual: gistOf(placed) }, placed.exchange);
}

/** The order a step means, with somebody to trade with where it would be declined for want of that. */
async function acceptable(run: PropertyRun, step: OrderStep): Promise<Terms> {
  const terms = resolved(run, step, { mayDecline: false });
  if (terms.tif === TIFS[step.tif]) return terms;
  const { who, qty } = step;
  const side = SIDES.indexOf(opposite(terms.side));
  const level = Math.max(run.prices.indexOf(terms.price ?? 0), 0);
  const maker: OrderStep = { do: "order", who: 1 - who, side, level, qty, tif: 0 };
  await run.place(run.callers[1 - who] ?? run.callers[0], resolved(run, maker));
  const again = resolved(run, step, { mayDecline: false });
  // What finds nobody may be cancelled or declined: without its flaw it is one or the other.
  return TIFS[step.tif] === "IOC" ? { ...again, tif: "IOC" } : again;
}
