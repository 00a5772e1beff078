/** Everything a running independent venue consists of; a reset makes all but its clock anew. */
import { Keyring } from "./callers/keyring.ts";
import { People } from "./callers/people.ts";
import { Provider } from "./callers/provider.ts";
import { Sessions } from "./callers/sessions.ts";
import { Tickets } from "./callers/tickets.ts";
import { SpotFeed } from "./data/spot.ts";
import { Draw } from "./draw.ts";
import type { Settings } from "./options.ts";
import type { VenueClock } from "./pace/clock.ts";
import { openRateLimit, type RateLimit } from "./pace/rate-limits.ts";
import { listMarkets } from "./trading/market.ts";
import { Venue } from "./trading/venue.ts";
import { wireNamed } from "./wire/index.ts";
import type { Wire } from "./wire/wire.ts";

/** What the handlers share. */
export interface VenueParts {
  settings: Settings;
  wire: Wire;
  clock: VenueClock;
  draw: Draw;
  people: People;
  keys: Keyring;
  sessions: Sessions;
  tickets: Tickets;
  provider: Provider;
  venue: Venue;
  spot: SpotFeed;
  limits: RateLimit;
  frozen: boolean;
  closedGates: Set<string>;
}

/** A venue with its markets listed, nobody in it yet; the same seed draws the same ids and keys. */
export function gatherParts(settings: Settings, clock: VenueClock, seed: number): VenueParts {
  const draw = new Draw(seed);
  const markets = listMarkets(() => draw.uuid());
  const venue = new Venue(markets, { draw, clock, settings });
  return {
    settings,
    wire: wireNamed(settings.wire),
    clock,
    draw,
    people: new People(draw),
    keys: new Keyring(draw),
    sessions: new Sessions(draw),
    tickets: new Tickets(draw),
    provider: new Provider(draw),
    venue,
    spot: new SpotFeed(),
    limits: openRateLimit(settings.limits),
    frozen: false,
    closedGates: new Set(),
  };
}
