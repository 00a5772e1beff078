/** What mutants do to the list in an answer: the only one in its body, whatever it is called. */

import { changeAnswer, changeRequest, type Fields, fieldsOf } from "./changes.ts";
import type { WireAnswer, WireRequest, WireVariant } from "./interposer.ts";

/** The rows of every list in a success answer of a route, changed. */
export function rowsOf(
  route: string,
  change: (rows: Fields[], request: WireRequest) => Fields[],
): () => WireVariant {
  return () =>
    changeAnswer(route, (given, request) =>
      given.status === 200 ? withRows(given, (rows) => change(rows, request)) : given,
    );
}

/** Without a limit a list has this many rows, the first one over and over. */
export function lengthByDefault(route: string, count: number): () => WireVariant {
  return rowsOf(route, (rows, { query }) =>
    query["limit"] === undefined ? repeated(rows, count) : rows,
  );
}

/** Without this query parameter a route is asked with this value. */
export function byDefault(route: string, name: string, value: string): () => WireVariant {
  return () =>
    changeRequest(route, (request) => ({ ...request, query: { [name]: value, ...request.query } }));
}

/** A query parameter of a route has no effect where `when` holds. */
export function ignores(
  route: string,
  name: string,
  when = (_: string) => true,
): () => WireVariant {
  return () =>
    changeRequest(route, (request) => {
      const { [name]: value, ...query } = request.query;
      return value !== undefined && when(value) ? { ...request, query } : request;
    });
}

/** A value of a query parameter that stands for no number. */
export const isNoNumber = (value: string) => Number.isNaN(Number(value));

/** A value of a query parameter that is a number of rows. */
export const isCount = (value: string) => /^[1-9]\d*$/.test(value);

/** That many rows, the first of them over and over. */
export function repeated([row = {}]: readonly Fields[], count: number): Fields[] {
  return Array.from({ length: count }, () => row);
}

function withRows(given: WireAnswer, change: (rows: Fields[]) => Fields[]): WireAnswer {
  const members = Object.entries(fieldsOf(given.body)).map(([name, value]) => [
    name,
    Array.isArray(value) ? change(value as Fields[]) : value,
  ]);
  return { ...given, body: Object.fromEntries(members) };
}
