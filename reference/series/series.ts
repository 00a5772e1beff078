/** The series of markets that the venue runs by itself. */
import type { MarketKind } from "../core/commands.ts";
import type { MarketOutline } from "../core/outcomes.ts";

/** How long a window of the series in windows is. Units: ms. */
export const WINDOW_MS = 15 * 60_000;

/** A line of markets of one making. Units: `windowMs` ms; null where nothing expires. */
export interface Series {
  seriesId: string;
  kind: MarketKind;
  title: string;
  windowMs: number | null;
}

export const ABOVE: Series = {
  seriesId: "btc-above-15m",
  kind: "BTC_BINARY",
  title: "BTC above a price, every fifteen minutes",
  windowMs: WINDOW_MS,
};

export const PARLAY: Series = {
  seriesId: "btc-above-twice-15m",
  kind: "BTC_PARLAY",
  title: "BTC above a price at the end of two windows running",
  windowMs: WINDOW_MS,
};

export const PERPETUAL: Series = {
  seriesId: "btc-perpetual",
  kind: "BTC_PERP",
  title: "BTC perpetual",
  windowMs: null,
};

/** Every series there is. */
export const SERIES: readonly Series[] = [ABOVE, PARLAY, PERPETUAL];

/** Where a series stands. D-109. Shape: `history` newest first, `upcoming` soonest first. */
export interface SeriesContext {
  current: MarketOutline | null;
  history: MarketOutline[];
  upcoming: MarketOutline[];
}

/** Sorts the markets of a series out: those resolved, the one to expire next, those behind it. */
export function contextOf({ seriesId }: Series, markets: readonly MarketOutline[]): SeriesContext {
  const own = markets
    .filter(({ background }) => background.seriesId === seriesId)
    .toSorted((one, two) => endOf(one) - endOf(two));
  const [current = null, ...upcoming] = own.filter(({ status }) => status === "OPEN");
  const history = own.filter(({ status }) => status === "RESOLVED").reverse();
  return { current, history, upcoming };
}

const endOf = ({ background }: MarketOutline): number => background.expiryTsMs ?? 0;
