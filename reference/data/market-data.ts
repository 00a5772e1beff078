/** What readers ask of markets and traders beyond the present state. */
import type { VenueEvent } from "../core/events.ts";
import type { Venue } from "../core/venue.ts";
import { MarketCandles } from "./market-candles.ts";
import { MidHistory } from "./mid-history.ts";
import { TradeTape } from "./trade-tape.ts";
import { Volumes } from "./volumes.ts";

/** The projections of one venue, fed together. */
export class MarketData {
  readonly trades = new TradeTape();
  readonly candles = new MarketCandles();
  readonly volumes = new Volumes();
  readonly mids: MidHistory;

  /** `venue` is asked for best prices when an event has changed them. */
  constructor(venue: () => Venue) {
    this.mids = new MidHistory((marketId) => venue().touch(marketId));
  }

  /** Takes in one event of the core. */
  record(event: VenueEvent): void {
    this.trades.record(event);
    this.candles.record(event);
    this.mids.record(event);
    this.volumes.record(event);
  }
}
