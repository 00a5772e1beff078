/** What mutants and dialects do to the list in an answer: the only one in its body, whatever it is called. */

import { changeAnswer, changeRequest, type Fields, fieldsOf, keyOf } from "./changes.ts";
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

/** An order that was declined: the key that sent it, and the order with its result. */
interface DeclinedOrder {
  key: string;
  record: Fields;
}

/** Every order that `remember` saw declined, in that order, to be put into lists. */
export function rememberedDeclines(): { declined: DeclinedOrder[]; remember: WireVariant } {
  const declined: DeclinedOrder[] = [];
  const remember = changeAnswer("POST /orders", (given, request) => {
    const result = fieldsOf(given.body);
    const record = { ...fieldsOf(request.body), ...result };
    if (result["status"] === "REJECTED") declined.push({ key: keyOf(request), record });
    return given;
  });
  return { declined, remember };
}

/** Without a limit a list has this many rows, the first one over and over where they run out. */
export function lengthByDefault(route: string, count: number): () => WireVariant {
  return rowsOf(route, (rows, { query }) =>
    query["limit"] === undefined ? repeated(rows, count) : rows,
  );
}

/** Without this query parameter a route is asked with this value, by some callers or by all. */
export function byDefault(
  route: string,
  name: string,
  value: string,
  by = (_: WireRequest) => true,
): () => WireVariant {
  return () =>
    changeRequest(route, (request) =>
      by(request) ? { ...request, query: { [name]: value, ...request.query } } : request,
    );
}

/** A query parameter of a route has no effect where `when` holds: where it is valid, if not said. */
export function ignores(
  route: string,
  name: string,
  when = (_: string, { status }: WireAnswer) => status < 300,
): () => WireVariant {
  return () =>
    changeAnswer(route, (given, request, venue) => {
      const { [name]: value, ...query } = request.query;
      return value !== undefined && when(value, given) ? venue({ ...request, query }) : given;
    });
}

/** A route is asked for this period in place of any other. Units: seconds. */
export function alwaysBy(route: string, period_seconds: string): () => WireVariant {
  return () =>
    changeRequest(route, (request) =>
      isInteger(request.query["period_seconds"] ?? period_seconds)
        ? { ...request, query: { ...request.query, period_seconds } }
        : request,
    );
}

/** The same of periods that are shorter. Units: seconds. */
export function noFinerThan(route: string, period_seconds: number): () => WireVariant {
  return () =>
    changeRequest(route, (request) => {
      const { period_seconds: asked = "" } = request.query;
      return isCount(asked) && Number(asked) < period_seconds
        ? { ...request, query: { ...request.query, period_seconds: String(period_seconds) } }
        : request;
    });
}

/** The limit of a route counts rows of so many seconds, of which those of the period are made. */
export function limitsRowsOf(
  route: string,
  seconds: number,
  bare: { limit: number; period_seconds: number },
): () => WireVariant {
  return () =>
    changeRequest(route, (request) => {
      const { limit = `${bare.limit}`, period_seconds = `${bare.period_seconds}` } = request.query;
      if (!isCount(limit) || !isCount(period_seconds)) return request;
      const less = Math.floor(
        (Number(limit) * seconds) / Math.max(seconds, Number(period_seconds)),
      );
      return { ...request, query: { ...request.query, limit: String(Math.max(less, 1)) } };
    });
}

/** A value of a query parameter that stands for no number. */
export const isNoNumber = (value: string) => Number.isNaN(Number(value));

/** A value of a query parameter that is an integer. */
export function isInteger(value: string): boolean {
  return /^-?\d+$/.test(value);
}

/** A value of a query parameter that is a number of rows. */
export const isCount = (value: string) => /^[1-9]\d*$/.test(value);

/** That many rows, after those that are there the first of them over and over. */
export function repeated(rows: readonly Fields[], count: number): Fields[] {
  return Array.from({ length: count }, (_, index) => rows[index] ?? rows[0] ?? {});
}

function withRows(given: WireAnswer, change: (rows: Fields[]) => Fields[]): WireAnswer {
  const members = Object.entries(fieldsOf(given.body)).map(([name, value]) => [
    name,
    Array.isArray(value) ? change(value as Fields[]) : value,
  ]);
  return { ...given, body: Object.fromEntries(members) };
}

/** A request with another size, where that is a number of rows. */
export function resized(
  request: WireRequest,
  name: string,
  to: (size: number) => number,
): WireRequest {
  const { [name]: size = "" } = request.query;
  if (!isCount(size)) return request;
  return { ...request, query: { ...request.query, [name]: String(to(Number(size))) } };
}
