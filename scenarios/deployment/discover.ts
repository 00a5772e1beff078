/** Finds the markets of a run: those the profile names, else the target's own listing. */

import type { PreflightProblem } from "./preflight.ts";
import type { MarketInfo } from "./profile/credentials.ts";
import type { Profile, ProfileMarket } from "./profile/profile.ts";
import {
  bookOf,
  geometryOf,
  type Json,
  listOf,
  markOf,
  recordOf,
  statusOf,
} from "./reading/reading.ts";
import { MARKET_KINDS, MARKET_STATUSES, type MarketStatus } from "./vocabulary.ts";
import type { Client } from "./wire/client.ts";
import { patient } from "./wire/patient.ts";

/** How a target is asked. */
type DiscoveryClient = Pick<Client, "send">;

/** Usable markets, and why others are not. */
export interface Discovery {
  markets: MarketInfo[];
  problems: PreflightProblem[];
}

/** Of a binary or parlay whose band cannot be read (D-069). Units: market price units. */
export const BAND_ASSUMED: MarketInfo["band"] = [1, 99];
/** Of one whose tick cannot be read. */
export const TICK_ASSUMED = 1;

const KEPT_PER_KIND_AND_STATUS = 3;
const PAGE_SIZE = 50;
const PAGES_MAX = 4;

/** Markets with their geometry; what neither profile nor target says follows D-069. */
export async function discoverMarkets(
  profile: Profile,
  hasty: DiscoveryClient,
): Promise<Discovery> {
  const client = patient(hasty);
  const stated =
    profile.markets.length > 0
      ? await Promise.all(profile.markets.map((market) => completed(market, profile, client)))
      : await listed(profile, client);
  const priced = await Promise.all(stated.map((market) => withMark(market, profile, client)));
  const markets = priced.map((market, index) => infoOf(market, fieldOf(profile, index)));
  return {
    markets: markets.filter((one) => "id" in one),
    problems: markets.filter((one) => "message" in one),
  };
}

/** Asks as the profile's first agent, or as nobody where the profile has none. */
export function readsAs(profile: Profile): { credentials?: Profile["agents"][number] } {
  const [credentials] = profile.agents;
  return credentials === undefined ? {} : { credentials };
}

function fieldOf(profile: Profile, index: number): string {
  return profile.markets.length > 0 ? `markets[${index}].band` : "markets";
}

async function completed(
  market: ProfileMarket,
  profile: Profile,
  client: DiscoveryClient,
): Promise<ProfileMarket> {
  if (isWhole(market)) return market;
  const path = `${profile.prefix}/markets/${market.id}`;
  const { response } = await client.send({ method: "GET", path, ...readsAs(profile) });
  const record = recordOf(response?.body, market.id) ?? {};
  return { ...read(record, market), ...given(market) };
}

/** A perp whose mark nobody shows is priced by its book, as orders must not rest across it. */
async function withMark(
  market: ProfileMarket,
  profile: Profile,
  client: DiscoveryClient,
): Promise<ProfileMarket> {
  const { id, kind, status } = market;
  if (kind !== "BTC_PERP" || status !== "OPEN" || isMarked(market)) return market;
  const path = `${profile.prefix}/markets/${id}/book`;
  const { response } = await client.send({ method: "GET", path, ...readsAs(profile) });
  const { bids = [], asks = [] } = bookOf(response?.body) ?? {};
  const [[bid], [ask]] = [bids, asks];
  const twoSided = bid !== undefined && ask !== undefined;
  return { ...market, markPrice: twoSided ? Math.round((bid.price + ask.price) / 2) : null };
}

/** A mark outside the band is in other units than prices are. */
function isMarked({ band, markPrice }: ProfileMarket): boolean {
  if (markPrice === null || band === null) return markPrice !== null;
  return band[0] <= markPrice && markPrice <= band[1];
}

function isWhole({ kind, band, tick, markPrice }: ProfileMarket): boolean {
  return band !== null && tick !== null && (markPrice !== null || kind !== "BTC_PERP");
}

function given({ band, tick, markPrice }: ProfileMarket): Partial<ProfileMarket> {
  return {
    ...(band !== null && { band }),
    ...(tick !== null && { tick }),
    ...(markPrice !== null && { markPrice }),
  };
}

async function listed(profile: Profile, client: DiscoveryClient): Promise<ProfileMarket[]> {
  const kept = new Map<string, ProfileMarket[]>();
  for (const status of MARKET_STATUSES) {
    for (const market of await withStatus(status, profile, client)) {
      const group = kept.get(`${market.kind} ${market.status}`) ?? [];
      if (group.length < KEPT_PER_KIND_AND_STATUS && !group.some(({ id }) => id === market.id)) {
        kept.set(`${market.kind} ${market.status}`, [...group, market]);
      }
    }
  }
  return [...kept.values()].flat();
}

async function withStatus(
  status: MarketStatus,
  profile: Profile,
  client: DiscoveryClient,
): Promise<ProfileMarket[]> {
  const found: ProfileMarket[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { response } = await client.send({
      method: "GET",
      path: `${profile.prefix}/markets`,
      query: { status, limit: PAGE_SIZE, offset: page * PAGE_SIZE },
      ...readsAs(profile),
    });
    const records = (response?.status === 200 ? listOf(response.body) : null) ?? [];
    found.push(...records.map(marketOf).filter((market) => market !== null));
    if (records.length < PAGE_SIZE) break;
  }
  return found;
}

/** A listed market; null when id, kind or status cannot be read (D-103). */
function marketOf(record: Json): ProfileMarket | null {
  const id = record["id"] ?? record["market_id"];
  const kind = MARKET_KINDS.find((known) => known === record["kind"]);
  const status = MARKET_STATUSES.find((known) => known === statusOf(record));
  if (typeof id !== "string" || kind === undefined || status === undefined) return null;
  return read(record, { id, kind, status, band: null, tick: null, markPrice: null });
}

function read(record: Json, market: ProfileMarket): ProfileMarket {
  const { band, tick } = geometryOf(record) ?? { band: null, tick: null };
  return { ...market, band, tick, markPrice: markOf(record) };
}

// A perp's scale cannot be assumed: its prices may be of any size (D-069).
function infoOf(market: ProfileMarket, field: string): MarketInfo | PreflightProblem {
  const { id, kind, status, markPrice } = market;
  if (kind !== "BTC_PERP") {
    return {
      id,
      kind,
      status,
      band: market.band ?? BAND_ASSUMED,
      tick: market.tick ?? TICK_ASSUMED,
      markPrice,
      own: false,
    };
  }
  const { band, tick } = market;
  if (band !== null && tick !== null)
    return { id, kind, status, band, tick, markPrice, own: false };
  const what = band === null ? "band" : "tick";
  const message = `${what} of perp ${id} cannot be read; state band and tick in the profile`;
  return { field, message, fatal: false };
}
