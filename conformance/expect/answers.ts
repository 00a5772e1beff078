/** Demands on any HTTP answer. */

import { oddOf, statusesOf } from "../../scenarios/decisions/forms.ts";
import { codeOf, objectOf } from "../../scenarios/deployment/reading/order.ts";
import {
  executedQty,
  listOf,
  mentions,
  recordOf,
  statusIn,
} from "../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { anyOf, type Expectation, odd, show, that } from "../check/expectation.ts";

/** Status and the start of the body, for a report. */
export function answerGist(exchange: Exchange): string {
  if (exchange.response === null) return `no response (${exchange.failure})`;
  const code = codeOf(exchange.response.body);
  return `HTTP ${exchange.response.status}${code === null ? "" : ` ${code}`}`;
}

/** HTTP status; 0 without a response. */
export function httpStatusOf({ response }: Exchange): number {
  return response?.status ?? 0;
}

function bodyOf(exchange: Exchange): unknown {
  return exchange.response?.body;
}

/** An answer for which `holds`, shown by status and code. */
export function answerThat(
  says: string,
  holds: (exchange: Exchange) => boolean,
): Expectation<Exchange> {
  return that(says, holds, answerGist);
}

/** HTTP status is one of these; several are enumerated alternatives. */
export function http(...statuses: number[]): Expectation<Exchange> {
  return anyOf(
    ...statuses.map((status) =>
      answerThat(`HTTP ${status}`, (exchange) => exchange.response?.status === status),
    ),
  );
}

/** Why an answer in an open place deserves a look; undefined when its status is a usual one. */
export function unusual(exchange: Exchange, ...usual: number[]): string | undefined {
  const status = exchange.response?.status ?? 0;
  if (usual.includes(status)) return undefined;
  return `HTTP ${status} is none of ${usual.toSorted().join(", ")}`;
}

/** HTTP status is legal but unusual. */
export function oddHttp(status: number, why: string): Expectation<Exchange> {
  return odd(http(status), why);
}

/** 400 or 422 for a body of the wrong shape (D-002). */
export const invalidInput = http(...statusesOf("D-002"));

/** A cancel that did what it was asked to (D-092). */
export const cancelled = http(...statusesOf("D-092"), ...oddOf("D-092"));

/** A cancel of what was done by then (D-028). */
export const foundDone = http(...statusesOf("D-028"), ...oddOf("D-028"));

/** The flat error envelope: code, message and request_id as non-empty strings. Spec: Errors. */
export const flatEnvelope: Expectation<Exchange> = that(
  "code, message and request_id as non-empty strings at top level",
  (exchange) => {
    const body = objectOf(bodyOf(exchange));
    return ["code", "message", "request_id"].every(
      (member) => typeof body[member] === "string" && body[member] !== "",
    );
  },
  (exchange) => `${answerGist(exchange)} with members ${memberTypes(bodyOf(exchange))}`,
);

function memberTypes(body: unknown): string {
  if (body === undefined) return "none (not JSON)";
  const entries = Object.entries(objectOf(body)).map(
    ([name, value]) => `${name}: ${value === "" ? "empty" : typeof value}`,
  );
  return entries.length === 0 ? show(body) : `{${entries.join(", ")}}`;
}

/** The body speaks of this id or text somewhere (D-090). */
export function contains(id: string): Expectation<Exchange> {
  return that(
    "HTTP 200 with the order in it",
    (exchange) => exchange.response?.status === 200 && mentions(bodyOf(exchange), id),
    (exchange) => `${answerGist(exchange)} without it`,
  );
}

/** The body speaks of none of these ids. */
export function lacks(...ids: string[]): Expectation<Exchange> {
  return that(
    "HTTP 200 without the order in it",
    (exchange) =>
      exchange.response?.status === 200 && !ids.some((id) => mentions(bodyOf(exchange), id)),
    (exchange) => {
      const found = ids.filter((id) => mentions(bodyOf(exchange), id)).length;
      return `${answerGist(exchange)} with ${found} of ${ids.length} in it`;
    },
  );
}

/** At most this many records, where a list is recognisable. */
export function atMost(count: number): Expectation<Exchange> {
  return that(
    `HTTP 200 with at most ${count} records`,
    (exchange) =>
      exchange.response?.status === 200 && (listOf(bodyOf(exchange))?.length ?? 0) <= count,
    (exchange) => `${answerGist(exchange)} with ${listOf(bodyOf(exchange))?.length} records`,
  );
}

/** The order's record has one of these statuses, where a status is readable (D-090). */
export function recordStatus(id: string, ...statuses: string[]): Expectation<Exchange> {
  const status = (exchange: Exchange) => statusIn(bodyOf(exchange), id);
  return that(
    `status ${statuses.join(" or ")} in the order's record`,
    (exchange) => {
      const seen = status(exchange);
      return seen === null || statuses.includes(seen.toUpperCase());
    },
    (exchange) => `status ${status(exchange)}`,
  );
}

/** The order's record shows this executed quantity, where one is readable. Units: contracts. */
export function recordExecuted(id: string, qty: number): Expectation<Exchange> {
  const executed = (exchange: Exchange) => executedQty(recordOf(bodyOf(exchange), id) ?? {});
  return that(
    `executed quantity ${qty} in the order's record`,
    (exchange) => (executed(exchange) ?? qty) === qty,
    (exchange) => `executed quantity ${executed(exchange)}`,
  );
}
