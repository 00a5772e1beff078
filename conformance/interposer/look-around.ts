/** What a variant may find out from the venue behind before it decides. */
import { UNKNOWN_UUID } from "../../scenarios/deployment/wire/uuid.ts";
import { type Arriving, ask, type Fields, fieldsOf, timeOf } from "./changes.ts";

/** The record of the order's market; empty where it does not exist. */
export async function marketOf(order: Fields, arriving: Arriving): Promise<Fields> {
  return fieldsOf((await ask(arriving, `GET /markets/${order["market_id"]}`)).body);
}

/** Kind of the order's market. */
export async function kindOf(order: Fields, arriving: Arriving): Promise<unknown> {
  return (await marketOf(order, arriving))["kind"];
}

/** Best opposite price on arrival; null on an empty side. Units: market price units. */
export async function touchOf(order: Fields, arriving: Arriving): Promise<number | null> {
  return opposedAt(order, arriving, 0);
}

/** The price of an opposite level, the best being 0; null where there are not so many. */
export async function opposedAt(
  order: Fields,
  arriving: Arriving,
  level: number,
): Promise<number | null> {
  return (await levelsAgainst(order, arriving))[level]?.price ?? null;
}

/** What rests on the opposite side, at any price. Units: contracts. */
export async function offeredAgainst(order: Fields, arriving: Arriving): Promise<number> {
  return (await levelsAgainst(order, arriving)).reduce((sum, { qty }) => sum + qty, 0);
}

/** The opposite side of the book, the best level first. Units: market price units, contracts. */
export async function levelsAgainst(
  order: Fields,
  arriving: Arriving,
): Promise<{ price: number; qty: number }[]> {
  const book = fieldsOf((await ask(arriving, `GET /markets/${order["market_id"]}/book`)).body);
  return (book[order["side"] === "BUY" ? "asks" : "bids"] ?? []) as {
    price: number;
    qty: number;
  }[];
}

/** True when a limit order would trade on arrival. */
export async function crosses(order: Fields, arriving: Arriving): Promise<boolean> {
  return reaches(order, await touchOf(order, arriving));
}

/** True when an order's limit is at a price or beyond it. */
export function reaches(order: Fields, price: number | null): boolean {
  const limit = Number(order["price"]);
  return price !== null && (order["side"] === "BUY" ? limit >= price : limit <= price);
}

/** The nearest price at which an order would not trade. Units: market price units. */
export async function clearOfTouch(order: Fields, arriving: Arriving): Promise<number> {
  const touch = (await touchOf(order, arriving)) ?? Number(order["price"]);
  const { tick_size: tick } = fieldsOf((await marketOf(order, arriving))["geometry"]);
  return order["side"] === "BUY" ? touch - Number(tick) : touch + Number(tick);
}

/** A price for an order that would trade, at which it does not; false for any other order. */
export async function steppedBack(order: Fields, arriving: Arriving): Promise<Fields | false> {
  return (await crosses(order, arriving)) && { price: await clearOfTouch(order, arriving) };
}

/** The caller's signed position in the order's market. Units: contracts. */
export async function positionIn(order: Fields, arriving: Arriving): Promise<number> {
  const { positions = [] } = fieldsOf((await ask(arriving, "GET /positions")).body);
  const held = (positions as Fields[]).find((one) => one["market_id"] === order["market_id"]);
  return Number(held?.["qty"] ?? 0);
}

/** True when the order's side would shrink the caller's position. */
export async function reduces(order: Fields, arriving: Arriving): Promise<boolean> {
  const position = await positionIn(order, arriving);
  return order["side"] === "BUY" ? position < 0 : position > 0;
}

/** The agents of the caller's owner; the one that calls says so. */
export async function agentsOfOwner(arriving: Arriving): Promise<Fields[]> {
  const { agents = [] } = fieldsOf((await ask(arriving, "GET /account")).body);
  return agents as Fields[];
}

/** True for a caller whose credentials the venue takes. */
export async function isKnown(arriving: Arriving): Promise<boolean> {
  return (await ask(arriving, "GET /account")).status !== 401;
}

/** True for a browser of a session with the CSRF header it needs: a ticket for nobody is malformed. */
export async function mayChange(arriving: Arriving): Promise<boolean> {
  return (await ask(arriving, "POST /auth/ws-ticket", {})).status === 400;
}

/** Whether the caller's key may only read: whoever may cancel is told that there is no such order. */
export async function onlyReads(arriving: Arriving): Promise<boolean> {
  const { body } = await ask(arriving, `DELETE /orders/${UNKNOWN_UUID}`);
  return fieldsOf(body)["code"] === "INSUFFICIENT_SCOPE";
}

/** The venue's time, from its Date header. Units: epoch ms, to the second. */
export async function venueNow(arriving: Arriving): Promise<number> {
  return timeOf(await ask(arriving, "GET /health"));
}

/** The account that a request acts for. */
export async function accountOf(arriving: Arriving): Promise<unknown> {
  const body = fieldsOf((await ask(arriving, "GET /account")).body);
  const account: Fields = { ...body, ...fieldsOf(body["account"]) };
  return account["account_id"];
}

/** The market whose id differs from this one in its last digit at most. */
export async function nearlyNamed(
  id: string,
  { request, venue }: Arriving,
): Promise<string | null> {
  const list = { ...request, method: "GET", path: "/markets", query: { limit: "100" } };
  const { markets = [] } = fieldsOf((await venue(list)).body);
  const ids = (markets as Fields[]).map(({ market_id }) => String(market_id));
  const near = ids.find((one) => one.slice(0, -1) === id.slice(0, -1));
  return ids.includes(id) ? id : (near ?? null);
}
