/** Orders that every venue reads alike: each member is of its documented type. */
import type { OrderBody } from "../../scenarios/deployment/reading/order.ts";
import { TIFS } from "../../scenarios/deployment/vocabulary.ts";
import { isUuid } from "../../scenarios/deployment/wire/uuid.ts";
import { FLAGS, INTEGERS } from "../spec/order-members.ts";

const CLIENT_ORDER_ID = /^[A-Za-z0-9_:.-]+$/;

/** Whether each field that a result depends on has its documented type; any integer is a quantity. */
export function isWellFormed(order: OrderBody): boolean {
  const { market_id, side, type, tif, price, qty, client_order_id } = order;
  return (
    isUuid(market_id) &&
    ["BUY", "SELL"].includes(side as string) &&
    ["LIMIT", "MARKET"].includes(type as string) &&
    [undefined, null, ...TIFS].includes(tif as null) &&
    (price === undefined || Number.isInteger(price)) &&
    Number.isInteger(qty) &&
    (client_order_id === undefined || isIdOrNull(client_order_id))
  );
}

function isIdOrNull(value: unknown): boolean {
  return value === null || (typeof value === "string" && CLIENT_ORDER_ID.test(value));
}

/** The same with a price where one is needed, and of every other member too. */
export function isWellFormedThroughout(order: OrderBody): boolean {
  const has = (name: string) => order[name] !== undefined && order[name] !== null;
  return (
    isWellFormed(order) &&
    (order["type"] === "MARKET" || has("price")) &&
    INTEGERS.every((name) => !has(name) || Number.isInteger(order[name])) &&
    FLAGS.every((name) => !has(name) || typeof order[name] === "boolean")
  );
}
