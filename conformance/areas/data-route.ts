/** Reads of data, some of which a deployment may not have launched. D-112, D-171. */
import { publicIdOf, rowsOf, seriesOf } from "../../scenarios/deployment/reading/data-reading.ts";
import { codeOf, objectOf } from "../../scenarios/deployment/reading/order.ts";
import { isObject, listOf, priceOf } from "../../scenarios/deployment/reading/reading.ts";
import type { ApiRequest } from "../../scenarios/deployment/send.ts";
import { interference, isFeatureGate } from "../../scenarios/deployment/send-policy.ts";
import { Missing, readable } from "../../scenarios/deployment/stops.ts";
import { routeOf } from "../../scenarios/deployment/wire/client.ts";
import type { Exchange } from "../../scenarios/deployment/wire/exchange.ts";
import { isUuid } from "../../scenarios/deployment/wire/uuid.ts";
import type { CheckContext } from "../check/check-context.ts";

/**
 * Reads a route. Errors: Missing, which names the route, where a feature gate keeps it closed;
 * Inconclusive for any other 503.
 */
export async function readData(
  { agent }: CheckContext,
  path: string,
  query: Record<string, string> = {},
  how: Pick<ApiRequest, "prefix"> = {},
): Promise<Exchange> {
  const read = () => agent.get(path, query, { tolerates: [503], ...how });
  const first = await read();
  const exchange = isUnavailable(first) ? await read() : first;
  if (!isUnavailable(exchange)) return exchange;
  if (!isFeatureGate(exchange)) throw interference(exchange);
  const code = codeOf(exchange.response?.body);
  throw new Missing(`needs the route GET ${routeOf(path)}, which is closed: 503 ${code}`);
}

/** Where what is asked of the check's market is found. */
export function marketPath({ market }: CheckContext, what: string): string {
  return `/markets/${market.id}/${what}`;
}

/** The market's trades as they are listed. Errors: Missing where there is no list. */
export async function readTrades(t: CheckContext): Promise<unknown[]> {
  const { response } = await readData(t, marketPath(t, "trades"));
  return readable(rowsOf(response?.body), "a market's trades");
}

/** Price of a listed trade; null where it cannot be read. */
export const tradePriceOf = (row: unknown) => (isObject(row) ? priceOf(row) : null);

/** `id` of a market's record, or `market_id` where a venue calls it that (D-103). */
export function marketIdOf(record: unknown): unknown {
  const { id, market_id } = objectOf(record);
  return isUuid(id) ? id : (market_id ?? id);
}

/** The id of a listed market of such a kind and status; empty where none is listed. */
export async function listedMarket(
  t: CheckContext,
  query: Record<string, string>,
): Promise<string[]> {
  const { response } = await readData(t, "/markets", { ...query, limit: "1" });
  const id = marketIdOf(listOf(response?.body)?.[0]);
  return typeof id === "string" ? [id] : [];
}

/** Where the context of a series is read. */
export function contextPath(series: string): string {
  return `/series/${encodeURIComponent(series)}/context`;
}

/** The series that records of listed markets name, which may be none. */
export async function namedSeries({ agent }: CheckContext): Promise<string[]> {
  const { response } = await agent.get("/markets");
  const named = (listOf(response?.body) ?? []).flatMap((record) => seriesOf(record) ?? []);
  return [...new Set(named)];
}

/** The same. Errors: Missing where no record names one. */
export async function listedSeries(t: CheckContext): Promise<string[]> {
  const named = await namedSeries(t);
  if (named.length > 0) return named;
  throw new Missing("needs a listed market whose record has a series_id");
}

/** One of them. */
export async function someSeries(t: CheckContext): Promise<string> {
  const [first = ""] = await listedSeries(t);
  return first;
}

/** The public id of the first account on the leaderboard. Errors: Missing where none can be read. */
export async function somePublicId(t: CheckContext): Promise<string> {
  const [first] = rowsOf((await readData(t, "/leaderboard")).response?.body) ?? [];
  return readable(isObject(first) ? publicIdOf(first) : null, "a listed public_id");
}

function isUnavailable({ response }: Exchange): boolean {
  return response?.status === 503;
}
