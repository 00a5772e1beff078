/**
 * A venue that shares no code with the reference: legal by the spec, and unlike the reference
 * wherever the spec leaves a choice. It shows whether a harness tests the spec or our habits.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { VenueParts } from "./call.ts";
import { Draw } from "./draw.ts";
import { serveVenue } from "./http.ts";
import { listMarkets, type Market } from "./market.ts";
import { startMarketMaker } from "./market-maker.ts";
import { DEFAULTS, type IndependentVenueOptions } from "./options.ts";
import { gatherPeople } from "./people.ts";
import { Venue } from "./venue.ts";

export type { IndependentVenueOptions } from "./options.ts";

/** A running one: where it listens, the profile a harness needs, and how to stop it. */
export interface IndependentVenue {
  url: string;
  profile: object;
  close(): Promise<void>;
}

const SEED = 77;

/** Starts one on loopback; ids and keys are the same at every start, the clock is real. */
export async function startIndependentVenue(
  options: IndependentVenueOptions = {},
): Promise<IndependentVenue> {
  const settings = { ...DEFAULTS, ...options };
  const draw = new Draw(SEED);
  const people = gatherPeople(draw);
  const markets = listMarkets(draw);
  const house: VenueParts = {
    settings,
    draw,
    people,
    venue: new Venue(markets, draw, settings.cooldown),
  };
  const server = serveVenue(house).listen(settings.port, "127.0.0.1");
  await once(server, "listening");
  const stopQuoting = settings.marketMaker ? startMarketMaker(house) : () => {};
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    stopQuoting();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { url, profile: profileOf(url, people.entries, markets), close };
}

function profileOf(url: string, agents: object[], markets: Market[]): object {
  return {
    name: "stranger",
    base_url: url,
    prefix: "/v1",
    agents,
    markets: markets.map(({ id, kind, status, min, max, tick, mark }) => ({
      id,
      kind,
      status,
      band: [min, max],
      tick,
      ...(mark !== null && { mark_price: mark }),
    })),
    limits: { writes_per_minute: 600, reads_per_minute: 6000 },
  };
}
