/** The one public door of the reference venue: start it, embedded or standing alone. */
import { type Clock, systemClock, VirtualClock } from "./clock.ts";
import { CONTROL_PATH, controlEndpoint } from "./control/index.ts";
import { profileOf } from "./control/profile.ts";
import { seedVenue } from "./control/seeding.ts";
import type { VenueLimits } from "./core/limits.ts";
import type { VenueOptions } from "./core/venue.ts";
import { drawSecret, drawSeed } from "./entropy.ts";
import { openFeed } from "./feed/open-feed.ts";
import { createApp } from "./http/app.ts";
import { answerUnparsed } from "./http/raw-answer.ts";
import { type Access, createServices } from "./http/services.ts";
import { type Handle, socketless } from "./http/socketless.ts";
import { EmbeddedProvider } from "./identity/embedded-provider.ts";
import { type Issuer, RelyingParty } from "./identity/relying-party.ts";
import { digestOf } from "./identity/secrets.ts";
import { openHouse } from "./series/open-house.ts";
import { listen } from "./server.ts";
import { serveStream } from "./stream/upgrade.ts";

export type * from "./core/commands.ts";
export type { VenueEvent } from "./core/events.ts";
export type * from "./core/outcomes.ts";
export { REFUSAL_CODES, REJECT_CODES } from "./core/rejects.ts";
/** The bare state machine, for who drives a venue without HTTP. */
export { Venue, type VenueOptions } from "./core/venue.ts";
export type { SocketlessRequest, SocketlessResponse } from "./http/socketless.ts";

/** Where a venue that does not listen would be; no such host can exist. */
const UNHEARD_URL = "http://socketless.invalid";

/** How often a venue in real time looks at what is due while nobody asks it. */
const KEEP_UP_MS = 1_000;

/** How to start a venue; everything has a default. */
export interface ReferenceOptions {
  /** 0, the default, takes a free port. */
  port?: number;
  /** Default 127.0.0.1. */
  host?: string;
  /** The same seed gives the same ids and keys; without one, and in real time, nothing tells them. */
  seed?: number;
  /** False: takes no port, and answers `handle` alone. Default true. */
  listen?: boolean;
  /** Default `system`; virtual time stands still until the control protocol advances it. */
  clock?: "system" | "virtual";
  /** Mounts the control protocol; without it the venue has none. */
  controlToken?: string;
  /** Where the venue is reached from outside, if not where it listens: behind a TLS proxy. */
  baseUrl?: string;
  /** Who signs humans in; without it an embedded provider that believes any name. */
  idp?: Issuer;
  /** Whether the venue's own series of markets are quoted; default no. */
  makers?: boolean;
  /** The price of bitcoin: a CSV file to play or a URL to ask; without it a seeded walk. */
  feed?: string;
  limits?: Partial<VenueLimits>;
  rateLimits?: { writesPerMinute?: number; readsPerMinute?: number };
  /** Changes the list of admission gates: how a known-bad venue is made. */
  gates?: VenueOptions["gates"];
}

/** A running venue. */
export interface Reference {
  /** Such as `http://127.0.0.1:9000`. */
  url: string;
  controlUrl: string | null;
  seed: number;
  /** Serves one request without a socket, listening or not. */
  handle: Handle;
  /** A profile of it, ready for a harness; holds keys and cookies in plaintext. */
  profile(): object;
  /** Answers what is in flight, then stops. */
  close(): Promise<void>;
}

/**
 * Starts a seeded venue.
 * Errors: rejects when the port cannot be taken, and with a RangeError for a bad seed or feed.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const { host = "127.0.0.1", port = 0, seed = drawSeed(), controlToken } = options;
  let baseUrl = options.baseUrl ?? "";
  const redirectUri = () => `${baseUrl}/auth/idp/callback`;
  const embedded = new EmbeddedProvider(redirectUri);
  const access = {
    baseUrl: () => baseUrl,
    operatorDigest: controlToken === undefined ? null : digestOf(controlToken),
    provider: new RelyingParty(options.idp ?? (() => embedded.issuer()), redirectUri),
  };
  const isVirtual = options.clock === "virtual";
  const openSource = await openFeed(options.feed, { clock: systemClock, isVirtual });
  const build = (from: number) =>
    createServices({ ...servicesOptions(options, access, from), openSource });
  const guessable = options.seed !== undefined || isVirtual;
  const first = { ...servicesOptions(options, access, seed), openSource };
  const services = createServices(guessable ? first : { ...first, drawSecret });
  const { makers = false } = options;
  let seeded = seedVenue(services);
  openHouse(services, { makers });
  const reset = (newSeed: number): void => {
    services.streams.closeAll();
    Object.assign(services, build(newSeed));
    seeded = seedVenue(services);
    openHouse(services, { makers });
  };
  const control =
    controlToken === undefined ? null : controlEndpoint({ services, reset }, controlToken);
  const app = createApp(services, control);
  const callback = app.callback();
  const listening = options.listen === false ? null : listen(callback, { host, port });
  const door = await listening?.catch((error) => {
    services.feed.close();
    throw error;
  });
  const url = door?.url ?? UNHEARD_URL;
  baseUrl ||= url;
  if (door) {
    answerUnparsed(door.server, services);
    serveStream(door.server, services);
  }
  const keepUp = (): void => services.schedule.runDue(services.clock.nowMs());
  const timer = isVirtual ? undefined : setInterval(keepUp, KEEP_UP_MS).unref();
  return {
    url,
    controlUrl: control === null ? null : url + CONTROL_PATH,
    seed,
    handle: socketless(callback),
    profile: () => profileOf(services, seeded, { url, controlToken }),
    async close() {
      services.streams.closeAll();
      services.feed.close();
      clearInterval(timer);
      await Promise.all([door?.close(), embedded.close()]);
    },
  };
}

function servicesOptions(options: ReferenceOptions, access: Access, seed: number) {
  const { limits, gates, rateLimits } = options;
  const virtual = options.clock === "virtual";
  const clock: Clock = virtual ? new VirtualClock() : systemClock;
  // In virtual time the second of D-166 need never end, and nobody guesses keys at a stopped clock.
  const guesses = virtual ? { unauthenticatedPerSecond: Infinity } : {};
  return {
    seed,
    clock,
    access,
    rateLimits: { ...rateLimits, ...guesses },
    ...(limits && { limits }),
    ...(gates && { gates }),
  };
}
