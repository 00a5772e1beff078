/** Orders that may rest where a run placed them: how they are ended, and which could not be. */

import { listOf, member, mentions, statusIn } from "../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { SERVER_ERRORS } from "../../scenarios/deployment/send-policy.ts";
import { isSuccess } from "../../scenarios/deployment/wire/exchange.ts";
import type { OrderOwner } from "../check/agent-client.ts";

/** Where a caller may have orders resting. */
export interface RestingPlace {
  caller: OrderOwner;
  marketId: string;
  ids: Set<string>;
  /** Whether an order was not answered: it may rest under an id that nobody knows. */
  unsure: boolean;
}

/** An order that could not be cancelled; `id` is null where nobody knows it. */
export interface OrderLeft {
  id: string | null;
  why: string;
}

/** What clearing a place came to. */
export interface Cleared {
  left: OrderLeft[];
  /** Whether the target gave no answer at all. */
  silent: boolean;
}

/** What became of a request. */
interface Answered {
  /** Null where nothing was answered. */
  status: number | null;
  body?: unknown;
  says: string;
}

/** Why an order is left at a target that is gone. */
export const SILENT = "the target did not answer";

/** So many orders are looked up one by one; more are cancelled unseen. */
const LOOKED_UP_MOST = 4;
const OVER = ["FILLED", "CANCELLED", "CANCELED", "EXPIRED"];

/** Cancels in one go; one by one where that is not served or fails. */
export async function clear(place: RestingPlace): Promise<Cleared> {
  const query = { market_id: place.marketId };
  const all = await ask(place.caller, { method: "DELETE", path: "/orders", query });
  if (isDone(all)) return { left: [], silent: false };
  // Whoever answers nothing is not asked for each order.
  if (all.status === null) return lost(place, all.says);
  return { left: await clearEach(place, all.says), silent: false };
}

/** Cancels one by one: whatever else its caller has there stays. */
export async function clearOwn(place: RestingPlace): Promise<Cleared> {
  return { left: await clearEach(place, "it was not answered, nor listed"), silent: false };
}

/**
 * Cancels one by one what is listed as open; what is known, where no list can be read. What could
 * not be cancelled, an order without a known id for the reason given.
 */
export async function clearEach(place: RestingPlace, why: string): Promise<OrderLeft[]> {
  const open = await openIn(place);
  const left = open === null && place.unsure ? [{ id: null, why }] : [];
  const unended: OrderLeft[] = [];
  for (const id of open ?? place.ids) {
    const answer = await ask(place.caller, { method: "DELETE", path: `/orders/${id}` });
    if (!isDone(answer) && !(await isOver(place.caller, id)))
      unended.push({ id, why: answer.says });
  }
  return [...left, ...unended];
}

/** All of a place is left, as nothing is answered. */
export function lost({ ids, unsure }: RestingPlace, why: string): Cleared {
  const left = [...(unsure ? [null] : []), ...ids].map((id) => ({ id, why }));
  return { left, silent: true };
}

/** Ids of its orders that are listed as open; null where no list can be read. */
export async function openIn(place: RestingPlace): Promise<string[] | null> {
  const { caller, marketId, ids, unsure } = place;
  const query = { market_id: marketId };
  const { status, body } = await ask(caller, { method: "GET", path: "/orders/open", query });
  const records = status === 200 ? listOf(body) : null;
  return (
    records?.flatMap((record) => {
      const id = String(member(record, "orderid") ?? member(record, "id"));
      return ids.has(id) || (unsure && mentions(record, marketId)) ? [id] : [];
    }) ?? null
  );
}

/** Reads are cheaper than writes: whether each order's own record says that it is over. */
export async function areOver({ caller, ids, unsure }: RestingPlace): Promise<boolean> {
  if (unsure || ids.size > LOOKED_UP_MOST) return false;
  const over = await Promise.all([...ids].map((id) => isOver(caller, id)));
  return over.every(Boolean);
}

async function isOver(caller: OrderOwner, id: string): Promise<boolean> {
  const { body } = await ask(caller, { method: "GET", path: `/orders/${id}` });
  return OVER.includes(statusIn(body, id) ?? "");
}

async function ask(caller: OrderOwner, request: ApiRequest): Promise<Answered> {
  try {
    const { response } = await caller.request({ ...request, tolerates: SERVER_ERRORS });
    const status = response?.status ?? null;
    const says = `${request.method} ${request.path} was answered ${status}`;
    return { status, body: response?.body, says };
  } catch (error) {
    return { status: null, says: error instanceof Error ? error.message : String(error) };
  }
}

function isDone({ status }: Answered): boolean {
  return isSuccess(status);
}
