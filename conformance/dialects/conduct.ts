/** Legal ways to conduct a venue: cancels, limits, cooldowns. */

import {
  answer,
  answerInstead,
  ask,
  changeAnswer,
  declineOf,
  envelope,
  fieldsOf,
  inFrontOf,
  matches,
} from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { WireVariant } from "../interposer/interposer.ts";
import { fixedWindow, limited, tokenBucket, UNLIMITED } from "../interposer/rate-limits.ts";

/** A cancel of an order that is done. */
function doneAs(status: 404 | 409): () => WireVariant {
  const code = status === 404 ? "ORDER_NOT_FOUND" : "ORDER_NOT_OPEN";
  return () =>
    answerInstead("DELETE /orders/*", async (request, venue) => {
      const order = fieldsOf((await ask({ request, venue }, `GET ${request.path}`)).body);
      const done = order["status"] === "CANCELLED" || order["status"] === "FILLED";
      return done ? envelope(status, code) : null;
    });
}

/** Successful cancels, told in another form. */
function cancelsAs(status: number, body: unknown): () => WireVariant {
  const moved = (route: string) =>
    changeAnswer(route, (given) => (given.status === 200 ? { ...given, status, body } : given));
  return () => inFrontOf(moved("DELETE /orders"), moved("DELETE /orders/*"));
}

const ofCancels: readonly Dialect[] = [
  {
    name: "cancel-of-done-order-404",
    decision: "D-028",
    variant: "A cancel of an order that is done is answered 404.",
    wire: doneAs(404),
  },
  {
    name: "cancel-of-done-order-409",
    decision: "D-028",
    variant: "A cancel of an order that is done is answered 409.",
    wire: doneAs(409),
  },
  {
    name: "cancel-of-done-order-200",
    decision: "D-028",
    variant: "A cancel of an order that is done is answered 200 and changes nothing.",
    wire: () =>
      changeAnswer("DELETE /orders/*", (given) => (given.status === 409 ? answer(200, {}) : given)),
  },
  {
    name: "cancels-answer-nothing",
    decision: "D-092",
    variant: "A cancel is answered 200 with an empty object.",
    wire: cancelsAs(200, {}),
  },
  {
    name: "cancels-as-204",
    decision: "D-092",
    variant: "A cancel is answered 204 without a body.",
    wire: cancelsAs(204, ""),
  },
  {
    name: "no-amend",
    decision: "D-030",
    variant: "PATCH of an order is answered 405.",
    wire: () => answerInstead("PATCH /orders/*", () => envelope(405, "METHOD_NOT_ALLOWED")),
  },
];

/** Dialects of conduct. */
export const conduct: readonly Dialect[] = [
  ...ofCancels,
  {
    name: "fixed-window",
    decision: "D-163",
    variant: "Rates are counted in minutes of the clock.",
    load: true,
    venue: UNLIMITED,
    wire: () => limited({ meter: fixedWindow }),
  },
  {
    name: "token-bucket",
    decision: "D-163",
    variant: "Rates are drawn from a bucket as large as the limit, refilled evenly.",
    load: true,
    venue: UNLIMITED,
    wire: () => limited({ meter: tokenBucket }),
  },
  {
    name: "malformed-not-counted",
    decision: "D-164",
    variant: "Orders are looked over before the limit counts: what is malformed draws on nothing.",
    load: true,
    venue: UNLIMITED,
    wire: () =>
      limited({
        spares: (request) =>
          matches(request, "POST /orders") && !Number.isInteger(fieldsOf(request.body)["qty"]),
      }),
  },
  {
    name: "nested-429",
    decision: "D-005",
    variant: "A 429 has code and message under detail alone.",
    load: true,
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const { detail } = fieldsOf(given.body);
      return given.status === 429 ? { ...given, body: { detail } } : given;
    },
  },
  {
    name: "strict-cooldown",
    decision: "D-061",
    variant: "Four declines within ten seconds cool a side down for three.",
    venue: { limits: { cooldownDeclines: 4, cooldownForMs: 3_000 } },
  },
  {
    name: "fat-finger-of-four",
    decision: "D-062",
    variant: "An order of four contracts or more is fat-fingered until it is confirmed.",
    wire: () =>
      answerInstead("POST /orders", ({ body }) => {
        const order = fieldsOf(body);
        const isLarge = Number(order["qty"]) > 3 && order["confirm_fat_finger"] !== true;
        return isLarge ? declineOf(order, "FAT_FINGER") : null;
      }),
  },
];
