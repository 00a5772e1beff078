/** Venues on which what a cancel of all took is told as it was, or what outlived its market is spared. */

import {
  type Arriving,
  ask,
  changeAnswer,
  changeList,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../../interposer/changes.ts";
import type { WireVariant } from "../../interposer/interposer.ts";
import { marketOf } from "../../interposer/look-around.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** A cancelled order as it was before. */
const asBefore = (record: Fields): Fields => ({
  ...record,
  status: Number(record["filled_qty"]) > 0 ? "PARTIAL" : "NEW",
});

/** What a cancel of all took is told as it was before by its own record, and by no list. */
function openByRecord(): WireVariant {
  const taken = new Set<unknown>();
  const watch = changeAnswer("DELETE /orders", (given) => {
    const { cancelled = [] } = fieldsOf(given.body);
    for (const id of cancelled as string[]) taken.add(id);
    return given;
  });
  const record = changeAnswer("GET /orders/*", (given) => {
    const body = fieldsOf(given.body);
    return taken.has(body["order_id"]) ? { ...given, body: asBefore(body) } : given;
  });
  return inFrontOf(watch, record);
}

/** What was cancelled in a market that has ended is told as open, whatever cancels are sent since. */
function openForGood(): WireVariant {
  const isMeant = async (record: Fields, arriving: Arriving) =>
    record["status"] === "CANCELLED" && (await marketOf(record, arriving))["status"] !== "OPEN";
  const alone = changeAnswer("GET /orders/*", async (given, request, venue) => {
    const body = fieldsOf(given.body);
    return (await isMeant(body, { request, venue })) ? { ...given, body: asBefore(body) } : given;
  });
  const open = changeList("GET /orders/open", async (resting, request, venue) => {
    const arriving = { request, venue };
    const { orders = [] } = fieldsOf((await ask(arriving, "GET /orders")).body);
    const { market_id: market } = request.query;
    const more: Fields[] = [];
    for (const order of orders as Fields[]) {
      const isThere = (market ?? order["market_id"]) === order["market_id"];
      if (isThere && (await isMeant(order, arriving))) more.push(asBefore(order));
    }
    return [...resting, ...more];
  });
  return inFrontOf(alone, open);
}

/** Defects of cancelling everything. */
export const ofCancelAll: readonly Mutant[] = [
  {
    name: "taken-by-a-cancel-of-all-and-still-new",
    breaks: ["OAPI-CXL-03"],
    defect: "The record of an order that a cancel of all took has the status NEW or PARTIAL.",
    wire: openByRecord,
  },
  {
    name: "cancel-all-spares-what-outlived-its-market",
    breaks: ["OAPI-ALL-01"],
    // Without it no market ends in the run.
    controlled: true,
    defect: "Orders rest on in a market that has ended, and a cancel of all is answered 200 there.",
    wire: openForGood,
  },
];
