/** Markets of one event side by side. Spec: Endpoints, Markets and data; D-108. */
import { Type } from "typebox";
import type { MarketOutline } from "../../core/outcomes.ts";
import { midRecord } from "../../wire/mapping.ts";
import { Id, listOf, MidPointRecord } from "../../wire/records.ts";
import { limitOf, periodOf } from "../../wire/schemas.ts";
import { ok, route } from "./route.ts";

const Name = Type.String({ maxLength: 200, default: "" });

const asked = Type.Object({
  event_id: Name,
  fixture_key: Name,
  period_seconds: periodOf(60),
  limit: limitOf(240),
});

const EventMarket = Type.Object(
  { market_id: Id, title: Type.String(), points: Type.Array(MidPointRecord) },
  { title: "EventMarket" },
);

const history = route({
  method: "GET",
  path: "/markets/event-history",
  auth: "public",
  scope: "read",
  isDear: true,
  query: asked,
  responses: {
    200: {
      means: "the mids of each market of the event; none without an event",
      body: listOf("markets", EventMarket, asked.properties),
    },
  },
  rules: ["MKT-EVT-*"],
  section: "Markets and data",
  async handle({ parts, at, query }) {
    const { period_seconds, limit } = query;
    const every = { nowMs: at, everyS: period_seconds };
    const ofEvent = parts.venue.outlines().filter((market) => isPartOf(market, query));
    const markets = await Promise.all(
      ofEvent.map(async ({ marketId }) => {
        const { title } = parts.venue.market(marketId)!;
        const points = await parts.history.mids(marketId, every, limit);
        return { market_id: marketId, title, points: points.map(midRecord) };
      }),
    );
    return ok({ markets, count: markets.length, ...query });
  },
});

/** Either name will do; where both are given, both must be right. */
function isPartOf({ background }: MarketOutline, named: { event_id: string; fixture_key: string }) {
  const { event_id, fixture_key } = named;
  if (event_id === "" && fixture_key === "") return false;
  const isEvent = event_id === "" || background.eventId === event_id;
  return isEvent && (fixture_key === "" || background.fixtureKey === fixture_key);
}

export const eventRoutes = [history];
