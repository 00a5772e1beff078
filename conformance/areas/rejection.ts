/**
 * The shape of every reject check: a valid twin is accepted, the same order with one field changed
 * is refused in the expected form, and nothing has happened (H-10).
 */

import type { OrderBody, PlaceResponse } from "../../scenarios/deployment/reading/order.ts";
import { listOf } from "../../scenarios/deployment/reading/reading.ts";
import { StandsOn } from "../../scenarios/deployment/stops.ts";
import type { MarketKind } from "../../scenarios/deployment/vocabulary.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import type { How } from "../check/agent-client.ts";
import { inTurnOf, type Over } from "../check/cell.ts";
import type { CheckContext } from "../check/check-context.ts";
import { allOf, type Expectation, that } from "../check/expectation.ts";
import { completed, type Flaw, type FlawCheck, withoutId } from "../check/flaw.ts";
import { NEEDS, type Need } from "../check/need.ts";
import { anyRefusal, badRequest, noOrderId } from "../expect/placed.ts";

type Breaks = (order: OrderBody, t: CheckContext) => OrderBody;

/** One of several in each cell, another in the next: engines count what they decline. */
export function inTurn(variants: readonly Breaks[]): Breaks {
  return (order, t) => inTurnOf({ side: t.side, ...t.cell }, variants)(order, t);
}

/** One reject check as data. */
export interface Rejection {
  rule: string;
  title: string;
  needs: readonly Need[];
  /** What has to be so before any order is sent. */
  arrange?: (t: CheckContext) => Promise<void>;
  /** The order that is accepted, without effects of its own; a resting one of qty 1 unless given. */
  valid?: (t: CheckContext) => OrderBody | Promise<OrderBody>;
  /** The one change that makes it refusable, or several to try one by one; `undefined` removes. */
  breaks: Breaks | readonly Breaks[];
  /** The form of the refusal; any refusal when not given. */
  as?: Expectation<PlaceResponse>;
  /** The part of the rule's range that is looked at; all of it when not given. */
  over?: Over;
  /** Every value once is enough; every pair of them where it is not said. */
  once?: true;
  /** Whether it is refused of a resting order alone: of one that takes, a part may be. */
  resting?: true;
  /** Whether it is refused of who holds nothing alone: of others the member may be ignored. */
  flat?: true;
}

/** Makes the check of one rejection. */
export function rejection(spec: Rejection): FlawCheck {
  return {
    title: spec.title,
    proves: [spec.rule],
    needs: spec.needs,
    ...(spec.over && { over: spec.over }),
    ...(spec.once && { once: spec.once }),
    flaws: flawsIn(spec),
    async body(t) {
      await spec.arrange?.(t);
      const valid = spec.valid ?? restingOrder;
      await t.agent.ready(await valid(t));
      const twin = await valid(t);
      const before = openCount(await t.agent.openOrders());
      const atMost = plus(before, await restingOf(t, twin));
      const orders = [spec.breaks].flat().map((breaks, index) => {
        const named = { ...twin, client_order_id: t.run.freshId() };
        const broken = breaks(named, t);
        return isNamed(t, index) ? broken : withoutId(broken, named);
      });
      await expectRejected(t, spec.rule, { orders, as: spec.as ?? anyRefusal, atMost });
    },
  };
}

/** Every other order has no client_order_id: whatever is wrong with it is so all the same. */
function isNamed({ cell, side }: CheckContext, index: number): boolean {
  return (inTurnOf({ side, ...cell }, [0, 1]) + index) % 2 === 0;
}

const ANYWHERE: readonly Need[] = ["agent", "market", "clock"];
const kindOf = (need: Need): MarketKind | undefined => NEEDS[need].wish.kind;

/** What it changes, as flaws of other orders; none where it takes a situation of its own. */
function flawsIn(spec: Rejection): Flaw[] {
  const { rule, needs, arrange, valid, breaks, as, over, resting, flat } = spec;
  const kinds = needs.flatMap((need) => kindOf(need) ?? []);
  const isOwn = needs.some((need) => !ANYWHERE.includes(need) && !kindOf(need));
  if (arrange || isOwn || resting || over?.value || over?.type) return [];
  return [breaks].flat().map((broken) => ({
    rule,
    ...(kinds.length > 0 && { kinds }),
    declines: as !== badRequest,
    ...(flat && { flat }),
    async spoil(order, t) {
      const twin = valid === undefined ? order : completed(order, await valid(t));
      return twin && spoilt(twin, broken(twin, t));
    },
  }));
}

/** The changed order; null where the change is none, or of what a MARKET order has no use for. */
function spoilt(order: OrderBody, changed: OrderBody): OrderBody | null {
  if (JSON.stringify(changed) === JSON.stringify(order)) return null;
  const isIdle = ["price", "tif"].some((member) => changed[member] !== order[member]);
  return order["type"] === "MARKET" && isIdle ? null : changed;
}

/**
 * Judges refusals one by one: the form, no order id, and in the end no more open orders than before.
 * Errors: Violated when an order was not refused so; Inconclusive on a cooldown.
 */
export async function expectRejected(
  t: CheckContext,
  rule: string,
  broken: {
    orders: readonly OrderBody[];
    as: Expectation<PlaceResponse>;
    /** Open orders that there may be in the end; as many as before when not given. */
    atMost?: number | null;
  },
): Promise<void> {
  const { atMost = openCount(await t.agent.openOrders()) } = broken;
  for (const order of broken.orders) {
    const answer = await t.agent.provoke(order, byKeyOfCell(t));
    t.expect(rule, answer, allOf(broken.as, noOrderId));
  }
  await t.settle();
  await t.eventually(rule, () => t.agent.openOrders(), noMoreOpenThan(atMost));
}

/** The agent's other key in a cell of that caller, its first one in any other. */
function byKeyOfCell({ agent, cell }: CheckContext): How {
  return cell.caller === "second-key" ? { key: agent.credentials.secondApiKey } : {};
}

function restingOrder(t: CheckContext): OrderBody {
  return t.market.resting();
}

/** Places the valid twin; how many orders it leaves open. Errors: StandsOn when it is refused. */
async function restingOf(t: CheckContext, order: OrderBody): Promise<number> {
  const twin = await t.agent.place(order, byKeyOfCell(t));
  if (twin.fate !== "accepted") {
    throw new StandsOn("RES-HTTP-01", `the valid twin was refused too (${twin.reason})`);
  }
  if (twin.filledQty) throw await t.agent.met("the valid twin", twin);
  return twin.remainingQty === 0 ? 0 : 1;
}

/** A count and more; null where there is none. */
export function plus(count: number | null, more: number): number | null {
  return count === null ? null : count + more;
}

/** How many open orders a listing shows; null where its list is not recognisable. */
export function openCount(listing: Exchange): number | null {
  return listOf(listing.response?.body)?.length ?? null;
}

/** A listing of open orders that has not grown since. */
export function noMoreOpenThan(before: number | null): Expectation<Exchange> {
  return that(
    "no open order more than before",
    (listing) => (openCount(listing) ?? 0) <= (before ?? Number.POSITIVE_INFINITY),
    (listing) => `${openCount(listing)} open orders, ${before} before`,
  );
}
