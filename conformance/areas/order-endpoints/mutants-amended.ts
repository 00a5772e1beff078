/** Venues whose amendments leave orders that cannot be. */

import { isOpen } from "../../interposer/cancels.ts";
import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  changeRequest,
  type Fields,
  fieldsOf,
  inFrontOf,
} from "../../interposer/changes.ts";
import { type WireVariant, withBody } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

/** Of what an amendment asks for the whole contracts are had, and the part is told beside them. */
function amendedToParts(): WireVariant {
  const asked = new Map<string, unknown>();
  const whole = changeRequest("PATCH /orders/*", (request) => {
    const { qty, ...others } = fieldsOf(request.body);
    if (typeof qty !== "number" || Number.isInteger(qty)) return request;
    asked.set(request.path, qty);
    return withBody(request, { ...others, qty: Math.floor(qty) });
  });
  const told = changeAnswer("GET /orders/*", (given, { path }) => {
    const qty = asked.get(path);
    const isTold = given.status === 200 && qty !== undefined;
    return isTold ? { ...given, body: { ...fieldsOf(given.body), qty } } : given;
  });
  return inFrontOf(told, whole);
}

/** An amendment to less than is filled is taken, and what remains is less than nothing. */
function amendedBelowFilled(): WireVariant {
  const asked = new Map<string, number>();
  const cut = (record: Fields, qty: number) => {
    return { ...record, qty, remaining_qty: qty - Number(record["filled_qty"]) };
  };
  const amend = answerInstead("PATCH /orders/*", async (request, venue) => {
    const record = fieldsOf((await ask({ request, venue }, `GET ${request.path}`)).body);
    const { qty } = fieldsOf(request.body);
    const isLess = typeof qty === "number" && qty > 0 && qty < Number(record["filled_qty"]);
    if (!isOpen(record) || !isLess) return null;
    asked.set(request.path, qty);
    return answer(200, cut(record, qty));
  });
  const told = changeAnswer("GET /orders/*", (given, { path }) => {
    const qty = asked.get(path);
    const isTold = given.status === 200 && qty !== undefined;
    return isTold ? { ...given, body: cut(fieldsOf(given.body), qty) } : given;
  });
  return inFrontOf(told, amend);
}

/** Defects of amendments. */
export const ofAmended: readonly Mutant[] = [
  {
    name: "amended-to-a-part-of-a-contract",
    breaks: ["OAPI-AMEND-03"],
    defect: "An order may be amended to a part of a contract, and is told to have it.",
    wire: amendedToParts,
  },
  {
    name: "amended-to-less-than-is-filled",
    breaks: ["OAPI-AMEND-03"],
    defect: "An order may be amended to less than is filled of it, and less than none remains.",
    wire: amendedBelowFilled,
  },
];
