/** Where a series of markets stands. Spec: Endpoints, Markets and data; D-109, D-115. */
import { Type } from "typebox";
import { contextOf, SERIES, type Series } from "../../series/series.ts";
import { MarketRecord, nullable, SeriesRecord } from "../../wire/records.ts";
import { limitOf } from "../../wire/schemas.ts";
import { reachable } from "./feed.ts";
import { found, recordIn } from "./lookups.ts";
import { ok, route } from "./route.ts";

const asked = Type.Object({ history_limit: limitOf(8), upcoming_limit: limitOf(5) });

const SeriesContext = Type.Object(
  {
    series: SeriesRecord,
    spot_price: nullable(Type.Number({ description: "USD" })),
    current_market: nullable(MarketRecord),
    history: Type.Array(MarketRecord),
    upcoming: Type.Array(MarketRecord),
    ...asked.properties,
  },
  { title: "SeriesContext" },
);

const context = route({
  method: "GET",
  path: "/series/:series_id/context",
  auth: "public",
  scope: "read",
  isDear: true,
  params: Type.Object({ series_id: Type.String() }),
  query: asked,
  responses: {
    200: {
      means: "the series, its current market, those resolved and those to come",
      body: SeriesContext,
    },
  },
  errors: ["SERIES_NOT_FOUND", "UPSTREAM_UNAVAILABLE"],
  rules: ["MKT-SER-*"],
  section: "Markets and data",
  handle({ parts, at, params, query }) {
    const wanted = SERIES.find(({ seriesId }) => seriesId === params.series_id);
    const series = found(wanted, "SERIES_NOT_FOUND");
    const priceCents = reachable(parts).priceCents(at);
    const { current, history, upcoming } = contextOf(series, parts.venue.outlines());
    const record = recordIn(parts);
    return ok({
      series: seriesRecord(series),
      spot_price: priceCents === null ? null : priceCents / 100,
      current_market: current && record(current),
      history: history.slice(0, query.history_limit).map(record),
      upcoming: upcoming.slice(0, query.upcoming_limit).map(record),
      ...query,
    });
  },
});

export const seriesRoutes = [context];

/** D-109. */
function seriesRecord({ seriesId, kind, title, windowMs }: Series): SeriesRecord {
  const window_seconds = windowMs === null ? null : windowMs / 1_000;
  return { series_id: seriesId, kind, title, window_seconds };
}
