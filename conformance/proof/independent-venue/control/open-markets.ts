/** Lets an operator open markets, value them and end them. */
import { envelope, invalidField, Refused } from "../http/refusal.ts";
import type { VenueParts } from "../parts.ts";
import { KINDS, type Market, type MarketTerms, openMarket, STATUSES } from "../trading/market.ts";
import { decide } from "../trading/settlement.ts";

type Body = Record<string, unknown>;

/** A market on the terms of the body. */
export function openMarketFor(parts: VenueParts, body: Body): object {
  const market = openMarket(parts.draw.uuid(), termsOf(body));
  parts.venue.list(market);
  return { market_id: market.id };
}

/** Another status, another mark, or both. */
export function changeMarket({ venue }: VenueParts, id: string, body: Body): object {
  const market = venue.books.get(id.toLowerCase())?.market;
  if (!market) throw new Refused(envelope(404, "market_not_found", "no such market"));
  Object.assign(market, markOf(body));
  const status = STATUSES.find((one) => one === body.status) ?? market.status;
  decide(venue, market, { status, outcome: body.outcome === "NO" ? "NO" : "YES" });
  return { market_id: market.id, status: market.status };
}

function termsOf(body: Body): MarketTerms {
  const kind = KINDS.find((one) => one === body.kind);
  if (!kind) throw new Refused(invalidField("kind", `one of ${KINDS.join(", ")} is needed`));
  const status = STATUSES.find((one) => one === body.status) ?? "OPEN";
  const [min, max] = Array.isArray(body.band) ? body.band.map(Number) : [];
  const numbers = { min, max, tick: body.tick, cap: body.position_cap };
  const known = { ...numbers, leverageCap: body.leverage_cap };
  const given = Object.entries(known).filter(([, value]) => typeof value === "number");
  return { kind, status, ...Object.fromEntries(given), ...markOf(body) };
}

function markOf(body: Body): Partial<Pick<Market, "mark">> {
  if (body.mark_price === undefined) return {};
  return { mark: typeof body.mark_price === "number" ? body.mark_price : null };
}
