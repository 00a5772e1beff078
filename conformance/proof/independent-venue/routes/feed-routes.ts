/** The btc-spot feed, and whether its upstream is there. */
import { type Answer, ok } from "../http/answer.ts";
import type { Call, Route } from "../http/call.ts";
import { countQuery, pastBody } from "../http/query.ts";
import { envelope, Refused } from "../http/refusal.ts";

function getHistory(call: Call): Answer {
  const { spot, clock, wire } = call.parts;
  const seconds = countQuery(call, "seconds", { usual: 900, most: 86_400 });
  mustReach(call);
  const happened = spot.history(seconds, clock.now());
  return ok(pastBody(call, "prices", { happened, limit: seconds, show: wire.spot }));
}

function getCandles(call: Call): Answer {
  const { spot, clock, wire } = call.parts;
  const period = countQuery(call, "period_seconds", { usual: 300, least: 1, most: 86_400 });
  const limit = countQuery(call, "limit", { usual: 500, most: 2_000 });
  mustReach(call);
  const happened = spot.candles(period, limit, clock.now());
  return ok(pastBody(call, "candles", { happened, limit, show: wire.candle }));
}

function getHealth(call: Call): Answer {
  mustReach(call);
  return ok({ upstream: "reachable" });
}

function mustReach({ parts }: Call): void {
  if (parts.spot.reachable) return;
  throw new Refused(envelope(502, "upstream_lost", "the reference price cannot be read"));
}

/** The three routes of the feed. */
export const FEED_ROUTES: Route[] = [
  { method: "GET", path: "/feed/btc-spot/history", needs: "data", handle: getHistory },
  { method: "GET", path: "/feed/btc-spot/candles", needs: "data", handle: getCandles },
  { method: "GET", path: "/feed/btc-spot/health", needs: "data", handle: getHealth },
];
