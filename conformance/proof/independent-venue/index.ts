/**
 * A venue that shares no code with the reference: legal by the spec, and unlike the reference
 * wherever the spec leaves a choice. It shows whether a harness tests the spec or our habits.
 */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serveVenue } from "./http/server.ts";
import { DEFAULTS, type IndependentVenueOptions } from "./options.ts";
import { VenueClock } from "./pace/clock.ts";
import { gatherParts } from "./parts.ts";
import { openedProfile } from "./profile.ts";
import { Stream } from "./stream/stream.ts";
import { startMarketMaker } from "./trading/market-maker.ts";

export type { IndependentVenueOptions } from "./options.ts";

/** A running one: where it listens, the profile a harness needs, and how to stop it. */
export interface IndependentVenue {
  url: string;
  profile: object;
  close(): Promise<void>;
}

const SEED = 77;

/** Starts one on loopback; ids and keys are the same at every start. */
export async function startIndependentVenue(
  options: IndependentVenueOptions = {},
): Promise<IndependentVenue> {
  const settings = { ...DEFAULTS, ...options };
  const parts = gatherParts(settings, new VenueClock(settings.clock), SEED);
  const stream = new Stream(parts);
  const server = serveVenue(parts).listen(settings.port, "127.0.0.1");
  stream.attach(server);
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const profile = openedProfile(parts, url);
  const stopQuoting = settings.marketMaker ? startMarketMaker(parts) : () => {};
  const close = async () => {
    stopQuoting();
    stream.close();
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { url, profile, close };
}
