/** Where a series of markets stands. Spec: Endpoints, Markets and data; D-109, D-115. */
import { Type } from "typebox";
import { contextOf, SERIES } from "../../series/series.ts";
import { marketRecord, seriesRecord } from "../../wire/mapping.ts";
import { Market, nullable, Series } from "../../wire/records.ts";
import { limitOf } from "../../wire/schemas.ts";
import { reachable } from "./feed.ts";
import { found } from "./found.ts";
import { ok, route } from "./route.ts";

const asked = Type.Object({ history_limit: limitOf(8), upcoming_limit: limitOf(5) });

const SeriesContext = Type.Object(
  {
    series: Series,
    spot_price: nullable(Type.Number({ description: "USD" })),
    current_market: nullable(Market),
    history: Type.Array(Market),
    upcoming: Type.Array(Market),
    ...asked.properties,
  },
  { title: "SeriesContext" },
);

const context = route({
  method: "GET",
  path: "/series/:series_id/context",
  auth: "public",
  scope: "read",
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
  handle({ services, at, params, query }) {
    const wanted = SERIES.find(({ seriesId }) => seriesId === params.series_id);
    const series = found(wanted, "SERIES_NOT_FOUND");
    const priceCents = reachable(services).priceCents(at);
    const { current, history, upcoming } = contextOf(series, services.venue.markets());
    return ok({
      series: seriesRecord(series),
      spot_price: priceCents === null ? null : priceCents / 100,
      current_market: current && marketRecord(current),
      history: history.slice(0, query.history_limit).map(marketRecord),
      upcoming: upcoming.slice(0, query.upcoming_limit).map(marketRecord),
      ...query,
    });
  },
});

export const seriesRoutes = [context];
