/** Demands on pages of data whose bodies the spec leaves open (D-100). */

import { rowsOf } from "../../scenarios/deployment/reading/data-reading.ts";
import { isObject, type Json, listOf } from "../../scenarios/deployment/reading/reading.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { type Expectation, that } from "../check/expectation.ts";
import { answerGist } from "./answers.ts";

/** At most this many rows, records or arrays, where a list is recognisable. */
export function atMostRows(count: number): Expectation<Exchange> {
  const rows = ({ response }: Exchange) => rowsOf(response?.body)?.length ?? 0;
  return that(
    `HTTP 200 with at most ${count} rows`,
    (exchange) => exchange.response?.status === 200 && rows(exchange) <= count,
    (exchange) => `${answerGist(exchange)} with ${rows(exchange)} rows`,
  );
}

/** Every record of a list that has this member as a text has this value, in any letter case. */
export function onlyWith(name: string, value: string): Expectation<Exchange> {
  const others = ({ response }: Exchange) =>
    (listOf(response?.body) ?? []).filter((record) => !hasOrLacks(record, name, value));
  return that(
    `HTTP 200 with records of ${name} ${value} alone`,
    (exchange) => exchange.response?.status === 200 && others(exchange).length === 0,
    (exchange) => `${answerGist(exchange)} with ${others(exchange).length} of another ${name}`,
  );
}

function hasOrLacks(record: Json, name: string, value: string): boolean {
  const own = record[name];
  return typeof own !== "string" || own.toUpperCase() === value;
}
