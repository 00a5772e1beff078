/** The markets of a run: one of its own for each flow where the operator makes them. */
import type { Deployment } from "../../scenarios/deployment/connect.ts";
import { discoverMarkets } from "../../scenarios/deployment/discover.ts";
import { madeMarkets } from "../../scenarios/deployment/made-supply.ts";
import { TradableMarket } from "../../scenarios/deployment/market.ts";
import type { MarketInfo } from "../../scenarios/deployment/profile/credentials.ts";
import { Inconclusive } from "../../scenarios/deployment/stops.ts";
import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import type { FlowName } from "../plan/flows.ts";
import type { SessionLoad } from "../plan/session-step.ts";
import type { LoadMarket } from "../plan/settings.ts";

/** Markets by flow; a flow without one is missing. Shape: `decline` has none of the others'. */
export async function marketsFor(
  deployment: Deployment,
  flows: readonly FlowName[],
): Promise<Map<FlowName, LoadMarket[]>> {
  const { control } = deployment;
  if (!control?.can("markets")) return shared(await openMarkets(deployment), flows);
  const supply = madeMarkets(control);
  const made = new Map<FlowName, LoadMarket[]>();
  for (const flow of flows) made.set(flow, [unquoted(await supply.open())]);
  return made;
}

/** The prices of a market that nobody has quoted yet. */
function unquoted({ id, band: [low, high], tick }: MarketInfo): LoadMarket {
  return { id, low, high, cross: (low + high) / 2, outside: high + tick };
}

/** A session with its markets bound: made as it describes them, or found by kind and status. */
export async function boundSession(
  { control, profile, client }: Deployment,
  session: SessionLoad | null,
): Promise<SessionLoad | null> {
  if (session === null) return null;
  const markets: Record<string, string> = {};
  const found = control?.can("markets") ? [] : (await discoverMarkets(profile, client)).markets;
  for (const [recorded, described] of Object.entries(session.described)) {
    const { kind, status, band, tick } = described;
    const live = found.find((one) => one.kind === kind && one.status === status);
    if (control?.can("markets")) {
      markets[recorded] = await control.createMarket({ kind, status, band, tick });
    } else if (live !== undefined) markets[recorded] = live.id;
    else throw new UsageError(`the session needs a ${status} market of kind ${kind}`);
  }
  return { ...session, markets };
}

/** Declines may put an agent's side of a market into cooldown: they get one to themselves. */
function shared(markets: LoadMarket[], flows: readonly FlowName[]): Map<FlowName, LoadMarket[]> {
  const last = markets.slice(-1);
  const others = markets.length > 1 ? markets.slice(0, -1) : markets;
  return new Map(flows.map((flow) => [flow, flow === "decline" ? last : others]));
}

/** Binaries first: nothing of theirs hangs on a mark. */
async function openMarkets(deployment: Deployment): Promise<LoadMarket[]> {
  const { markets } = await discoverMarkets(deployment.profile, deployment.client);
  const open = markets.filter(({ status }) => status === "OPEN");
  const binaries = open.filter(({ kind }) => kind === "BTC_BINARY");
  const chosen = binaries.length > 0 ? binaries : open;
  const priced = await Promise.all(chosen.map((info) => pricedMarket(deployment, info)));
  return priced.filter((market) => market !== null);
}

async function pricedMarket(
  { profile, client }: Deployment,
  info: MarketInfo,
): Promise<LoadMarket | null> {
  const path = `${profile.prefix}/markets/${info.id}/book`;
  const readBook = async () => (await client.send({ method: "GET", path })).response?.body;
  const market = new TradableMarket(info, { freshId: () => "", readBook });
  try {
    const [cross = market.lowest] = await market.inside();
    const outside = market.highest + info.tick;
    return { id: info.id, low: market.far("BUY"), high: market.far("SELL"), cross, outside };
  } catch (error) {
    if (error instanceof Inconclusive) return null;
    throw error;
  }
}
