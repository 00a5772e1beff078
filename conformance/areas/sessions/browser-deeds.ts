/** What a browser changes, route by route: a request that works, and that nothing came of it. */

import { ownIdOf } from "../../../scenarios/deployment/reading/order.ts";
import type { ApiRequest } from "../../../scenarios/deployment/send.ts";
import { Missing } from "../../../scenarios/deployment/stops.ts";
import type { Exchange } from "../../../scenarios/deployment/wire/exchange.ts";
import { ladderOf } from "../../check/changed-orders.ts";
import type { CheckContext } from "../../check/check-context.ts";
import { anyOf } from "../../check/expectation.ts";
import type { MadeKey } from "../../check/human-client.ts";
import { oncePerLease } from "../../check/once.ts";
import { notCsrfRefused, saysCsrf, succeeds } from "../../expect/access.ts";
import { answerThat, contains, http } from "../../expect/answers.ts";
import { mayBeAbsent, requestIn } from "../../expect/route-request.ts";
import { AMEND, LADDER } from "../../spec/route-table.ts";
import { demandWorking } from "../credentials.ts";
import { noMoreOpenThan, openCount } from "../rejection.ts";

/** A working key, or an order that rests, as the route of a cell would change it. */
export interface BrowserState {
  key?: MadeKey;
  orderId?: string;
  /** Open orders of the session's agent; null where they cannot be counted. */
  open?: number | null;
}

const keyBefore = oncePerLease(({ human }) => human.newKey());

const orderBefore = oncePerLease(async (t) => {
  const orderId = await restingOrder(t);
  const listing = await t.reading(() => t.human.openOrders(), contains(orderId));
  return { orderId, open: openCount(listing) };
});

/** An order of the session. Errors: Missing where it may place none at all. */
async function restingOrder({ human, market }: CheckContext): Promise<string> {
  const placed = await human.place(market.resting());
  if (placed.fate === "accepted") return ownIdOf(placed);
  refuseToJudge(placed.exchange);
  throw new Missing(`needs a session that may trade; an order of it was ${placed.fate}`);
}

/** Errors: Missing where who has the right header is refused for another reason. */
function refuseToJudge(exchange: Exchange): void {
  const { status = 0 } = exchange.response ?? {};
  const isForbidden = [401, 403].includes(status) && !saysCsrf(exchange);
  if (isForbidden) throw new Missing(`needs a session that may trade; it was answered ${status}`);
}

const managesKeys = (route = "") => route.includes("/keys");
const isAboutOrders = (route = "") => route.includes("/orders");

/** What there is for the route of the cell to change, the same in all cells. */
export async function arranged(t: CheckContext): Promise<BrowserState> {
  if (isAboutOrders(t.cell.route)) return orderBefore(t);
  const key = await keyBefore(t);
  demandWorking(await key.caller.orders());
  return { key };
}

/** The request of the cell, about what is there already or else about something new. */
export async function deedIn(t: CheckContext, before?: BrowserState): Promise<ApiRequest> {
  const { cell, human, market } = t;
  const { route } = cell;
  const { key, orderId } = before ?? (await newOnes(t));
  const ids = {
    agent_id: human.agentId,
    ...(key && { key_id: key.keyId }),
    ...(orderId !== undefined && { order_id: orderId }),
  };
  const ask = requestIn(t, ids);
  if (route === "POST /orders") return { ...ask, body: market.resting() };
  // What works would leave its orders behind: only what has to be refused is sent in full.
  if (route === LADDER && before) {
    return { ...ask, body: ladderOf(market.id, [market.resting()]).body };
  }
  if (route === AMEND) return { ...ask, body: { qty: 2 } };
  if (route === "DELETE /orders") return { ...ask, query: { market_id: market.id } };
  return route === "POST /auth/ws-ticket" ? { ...ask, body: { agent_id: human.agentId } } : ask;
}

async function newOnes(t: CheckContext): Promise<BrowserState> {
  const [method, path] = (t.cell.route ?? "").split(" ");
  if (method !== "DELETE") return {};
  if (managesKeys(path)) return { key: await t.human.newKey() };
  return { orderId: await restingOrder(t) };
}

/** Judges that what was there is there, and nothing more. */
export async function nothingChanged(
  t: CheckContext,
  rule: string,
  { key, orderId, open = null }: BrowserState,
): Promise<void> {
  if (key !== undefined) {
    t.expect(rule, await key.caller.orders(), { ...http(200), says: "the key still working" });
  }
  if (orderId === undefined) return;
  await t.settle();
  const listing = await t.reading(() => t.human.openOrders(), contains(orderId));
  t.expect(rule, listing, contains(orderId));
  t.expect(rule, listing, noMoreOpenThan(open));
}

/** Not refused for its header; what else a ladder is refused for is not shown. */
const notForItsHeader = answerThat(
  "no refusal for want of a CSRF header",
  (exchange) => notCsrfRefused.judge(exchange).ok || !saysCsrf(exchange),
);

/** Judges that the deed of the cell was done. Errors: Missing where sessions may not trade. */
export function demandTaken(t: CheckContext, rule: string, answer: Exchange): void {
  const { route = "" } = t.cell;
  if (isAboutOrders(route)) refuseToJudge(answer);
  const done = mayBeAbsent(t.cell) ? anyOf(succeeds, http(404)) : succeeds;
  t.expect(rule, answer, route === LADDER ? notForItsHeader : done);
}
