/** Where the markets of checks come from: made by control for each check, or the target's own. */
import type { Control } from "../../scenarios/deployment/control.ts";
import type {
  MarketInfo,
  MarketKind,
  MarketStatus,
} from "../../scenarios/deployment/profile/credentials.ts";

/** Hands out markets. `own` means that nobody else trades them. */
export interface MarketSupply {
  own: boolean;
  /** How many OPEN markets of a kind there are; binaries and perps when no kind is given. */
  openCount(kind?: MarketKind): number;
  /** An OPEN market, not the one already leased. */
  open(kind?: MarketKind, not?: string): Promise<MarketInfo>;
  /** Told of a gated market (D-171): another is leased where there is one. Returns whether news. */
  gated(marketId: string): boolean;
  closedStatuses(): MarketStatus[];
  closed(status: MarketStatus): Promise<MarketInfo>;
}

const CLOSED: readonly MarketStatus[] = ["EXPIRED", "RESOLVED", "VOID"];

/** Geometry of the markets that checks have made: units are market price units. */
const MADE: Record<MarketKind, { band: [number, number]; tick: number; markPrice: number | null }> =
  {
    BTC_BINARY: { band: [1, 99], tick: 1, markPrice: null },
    // Cheap in whole dollars too, where a venue's scale is not cents.
    BTC_PERP: { band: [1_000, 400_000], tick: 10, markPrice: 65_000 },
    BTC_PARLAY: { band: [1, 99], tick: 1, markPrice: null },
  };

/** A fresh market for every check. */
export function marketsByControl(control: Control): MarketSupply {
  const make = async (kind: MarketKind, status: MarketStatus): Promise<MarketInfo> => {
    const { band, tick, markPrice } = MADE[kind];
    const id = await control.createMarket({
      kind,
      band,
      tick,
      status,
      ...(markPrice !== null && { mark_price: markPrice }),
    });
    return { id, kind, status, band, tick, markPrice, own: true };
  };
  return {
    own: true,
    openCount: () => Number.POSITIVE_INFINITY,
    open: (kind = "BTC_BINARY") => make(kind, "OPEN"),
    gated: () => false,
    closedStatuses: () => [...CLOSED],
    closed: (status) => make("BTC_BINARY", status),
  };
}

/** The markets of a profile or listing, shared: leases take turns, so that declines spread. */
export function marketsOfProfile(markets: readonly MarketInfo[]): MarketSupply {
  const open = (kind?: MarketKind) =>
    markets.filter(
      (market) =>
        market.status === "OPEN" &&
        (kind === undefined ? market.kind !== "BTC_PARLAY" : market.kind === kind),
    );
  const gated = new Set<string>();
  let turn = 0;
  return {
    own: false,
    openCount: (kind) => open(kind).length,
    async open(kind, not) {
      turn += 1;
      const all = open(kind).filter((market) => market.id !== not);
      const trading = all.filter((market) => !gated.has(market.id));
      const choice = trading.length > 0 ? trading : all;
      return existing(choice[turn % choice.length]);
    },
    gated(marketId) {
      const known = gated.has(marketId);
      gated.add(marketId);
      return !known;
    },
    closedStatuses: () =>
      CLOSED.filter((status) => markets.some((market) => market.status === status)),
    closed: async (status) => existing(markets.find((market) => market.status === status)),
  };
}

function existing(market: MarketInfo | undefined): MarketInfo {
  if (market === undefined) throw new Error("a check was leased a market its world lacks");
  return market;
}
