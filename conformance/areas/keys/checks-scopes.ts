/** What a key without a scope may not do. Spec: Authentication 6; D-130. */

import { statusesOf } from "../../../scenarios/decisions/forms.ts";
import { plaintextsIn } from "../../../scenarios/deployment/reading/made-key.ts";
import type { OrderBody } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing, StandsOn } from "../../../scenarios/deployment/stops.ts";
import type { AgentClient } from "../../check/agent-client.ts";
import { inTurnOf, ORDERS, PREFIXES, SIDES } from "../../check/cell.ts";
import { ladderOf } from "../../check/changed-orders.ts";
import type { Check } from "../../check/check.ts";
import type { CheckContext } from "../../check/check-context.ts";
import type { Need } from "../../check/need.ts";
import { oncePerLease } from "../../check/once.ts";
import { notGranted, tellsScope } from "../../expect/access.ts";
import { contains, http } from "../../expect/answers.ts";
import { outcomeOf, placedThat } from "../../expect/placed.ts";
import { MAY_BE_CLOSED, requestIn } from "../../expect/route-request.ts";
import { demandWorking } from "../credentials.ts";
import { FROZEN, whileFrozen } from "../kill-switch.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";
import { CANCELS, NOT_GRANTED, TRADING_ROUTES } from "./ranges.ts";

/** A key that may only read, and what its agent has open. */
interface Bystander {
  reader: AgentClient;
  owner: AgentClient;
  orderId: string;
  open: number | null;
}

async function watching(
  t: CheckContext,
  { reader, owner }: Pick<Bystander, "reader" | "owner">,
): Promise<Bystander> {
  const { orderId } = await owner.rests(t.market.resting());
  demandWorking(await reader.orders());
  const listing = await t.reading(() => owner.openOrders(t.market.id), contains(orderId));
  return { reader, owner, orderId, open: openCount(listing) };
}

const withProfileKey = oncePerLease((t) => watching(t, { reader: t.reader, owner: t.agent }));

const withMadeKey = oncePerLease(async (t) => {
  const { caller: reader } = await t.human.newKey({ scopes: ["read"] });
  const { caller: owner } = await t.human.newKey();
  return watching(t, { reader, owner });
});

/** An order that rests, or one that does not. */
function orderInTurn({ cell, market, side }: CheckContext): OrderBody {
  const limits = ["GTC", "IOC", "POST_ONLY"].map((tif) => market.resting(side, { tif }));
  return inTurnOf(cell, [...limits, market.sweep(side)]);
}

/** A request that would change what is open to a key that may trade; that of the cell where none is named. */
function deed(t: CheckContext, orderId: string, route = t.cell.route ?? ""): ApiRequest {
  const { market } = t;
  const ask = requestIn(t, { order_id: orderId }, route);
  if (route === "POST /orders") return { ...ask, body: orderInTurn(t) };
  if (ask.path.endsWith("/replace-ladder")) {
    const rungs = SIDES.map((side) => market.resting(side));
    return { ...ask, ...ladderOf(market.id, rungs) };
  }
  if (route === "DELETE /orders") {
    return {
      ...ask,
      query: inTurnOf<Record<string, string>>(t.cell, [{ market_id: market.id }, {}]),
    };
  }
  return ask.method === "PATCH" ? { ...ask, body: { qty: 2 } } : ask;
}

/**
 * No amend and no body of a ladder is shown: the routes may be absent, ladders may not have been
 * launched, and a body may be found malformed before its caller is asked for scopes (D-060).
 */
function refusals(route: string): number[] {
  const isShown = !/PATCH|ladder/.test(route);
  const others = isShown ? [] : [...statusesOf("D-161"), ...MAY_BE_CLOSED, ...statusesOf("D-002")];
  return [...statusesOf("D-130"), ...others];
}

/** Judges that these routes refuse the key, and that what is open to its agent has not changed. */
async function judgeRefused(
  t: CheckContext,
  { reader, owner, orderId, open }: Bystander,
  routes: readonly string[],
): Promise<void> {
  for (const route of routes) {
    const ask = { ...deed(t, orderId, route), tolerates: MAY_BE_CLOSED };
    t.expect("KEY-SCOPE-02", await reader.request(ask), http(...refusals(route)));
  }
  await t.settle();
  const listing = await owner.openOrders(t.market.id);
  t.expect("KEY-SCOPE-02", listing, contains(orderId));
  t.expect("KEY-SCOPE-02", listing, noMoreOpenThan(open));
}

function tradesNothing(
  title: string,
  needs: readonly Need[],
  arranged: (t: CheckContext) => Promise<Bystander>,
): Check {
  return {
    title,
    proves: ["KEY-SCOPE-02"],
    needs,
    over: { route: TRADING_ROUTES, prefix: PREFIXES },
    each: true,
    body: async (t) => judgeRefused(t, await arranged(t), [t.cell.route ?? ""]),
  };
}

const onEachMarket: Check = {
  title: "a read-only key trades nothing in a market of each kind, on either side",
  proves: ["KEY-SCOPE-02"],
  needs: ["read-only-key", "market"],
  over: ORDERS,
  once: true,
  body: async (t) => judgeRefused(t, await withProfileKey(t), TRADING_ROUTES),
};

const whileItIsFrozen: Check = {
  title: "a read-only key cancels nothing while the venue is frozen either",
  proves: ["KEY-SCOPE-02"],
  needs: ["read-only-key", "market", "kill-switch"],
  over: { route: CANCELS, ...ORDERS },
  once: true,
  async body(t) {
    const { reader, owner, orderId } = await withProfileKey(t);
    const another = await owner.rests(t.market.resting());
    await whileFrozen(t, () => reader.request({ ...deed(t, orderId), ...FROZEN }));
    await t.settle();
    const listing = await owner.openOrders(t.market.id);
    if (!contains(another.orderId).judge(listing).ok) {
      throw new Missing("needs orders that outlive a freeze");
    }
    t.expect("KEY-SCOPE-02", listing, contains(orderId));
  },
};

const readOnly: Check = {
  title: "what a read-only key may read",
  proves: ["KEY-SCOPE-01"],
  needs: ["read-only-key"],
  async body(t) {
    const { reader } = t;
    const read = await reader.orders();
    const ticket = await reader.request({ method: "POST", path: "/auth/ws-ticket", body: {} });
    const seen = { read: read.response?.status, ticket: ticket.response?.status };
    t.observe("KEY-SCOPE-01", seen);
  },
};

const tradeOnly: Check = {
  title: "what a key for trade alone may do",
  proves: ["KEY-SCOPE-01"],
  needs: ["browser", "market"],
  async body(t) {
    const { caller } = await t.human.newKey({ scopes: ["trade"] });
    const placed = await caller.place(t.market.resting());
    const read = await caller.orders();
    const seen = { place: outcomeOf(placed), read: read.response?.status };
    t.observe("KEY-SCOPE-01", { trade_alone: seen });
  },
};

/** An order of a key that may not trade. */
const tradeRefused = placedThat("HTTP 401 or 403", ({ httpStatus }) =>
  statusesOf("D-130").includes(httpStatus),
);

/** A key that is made to read alone: the valid twin. */
const readerMade = oncePerLease(({ human }) => human.newKey({ scopes: ["read"] }));

/** The check of the rule that users are granted no other scopes. */
export const readsAlone = (rule: string): Check => ({
  title: "a scope that is not granted beside read makes no key, or one that trades nothing",
  proves: [rule],
  needs: ["browser", "market"],
  over: { value: NOT_GRANTED },
  each: true,
  async body(t) {
    const { human, market } = t;
    const { value: scope = "" } = t.cell;
    const reader = await readerMade(t);
    const made = await human.createKey({ scopes: ["read", scope] });
    t.expect(rule, made, notGranted(scope));
    const [plaintext] = plaintextsIn(made.response?.body);
    // Where the default was granted instead, and is told, the answer has warned already (D-134).
    if (plaintext === undefined || tellsScope(made, "trade")) return;
    if (!tradeRefused.judge(await reader.caller.placeOnce(market.resting())).ok)
      throw new StandsOn("KEY-SCOPE-02", "a key made to read trades");
    t.expect(rule, await human.withKey(plaintext).placeOnce(market.resting()), tradeRefused);
  },
});

/** Checks of scopes. */
export const scopes: readonly Check[] = [
  tradesNothing(
    "a read-only key trades nothing, by any route",
    ["read-only-key", "market"],
    withProfileKey,
  ),
  tradesNothing("a key made to read trades nothing", ["browser", "market"], withMadeKey),
  onEachMarket,
  whileItIsFrozen,
  readOnly,
  tradeOnly,
];
