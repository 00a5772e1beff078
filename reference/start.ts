/** Starts a venue: on its store, with its routes, stream and control protocol, listening or not. */
import type { RequestListener } from "node:http";
import { CONTROL_PATH, controlEndpoint } from "./control/index.ts";
import { profileOf, type VenueProfile } from "./control/profile.ts";
import { DEFAULT_LIMITS, type VenueLimits } from "./core/limits.ts";
import type { VenueOptions } from "./core/venue.ts";
import { type OpenSource, openFeed } from "./feed/spot-source.ts";
import type { RateLimits } from "./http/rate-limit.ts";
import { type Handle, socketless } from "./http/socketless.ts";
import { type Followed, follow } from "./http/socketless-stream.ts";
import { EmbeddedProvider } from "./identity/embedded-provider.ts";
import { Operator } from "./identity/operator.ts";
import { type Issuer, RelyingParty } from "./identity/relying-party.ts";
import { systemClock } from "./injected/clock.ts";
import { openVenue, type VenueSettings } from "./open-venue.ts";
import { type Operate, operateBy } from "./operate.ts";
import { MEMORY_STORE } from "./store/memory-store.ts";
import { openStore } from "./store/open-store.ts";
import type { ResultsKept } from "./store/results.ts";
import { type Store, unusable } from "./store/store.ts";
import { serveStream } from "./stream/upgrade.ts";
import { listen } from "./wire/listen.ts";
import { isLoopback, OwnHosts } from "./wire/own-hosts.ts";
import { answerUnparsed } from "./wire/raw-answer.ts";

/** Where a venue that does not listen would be; no such host can exist. */
const UNHEARD_URL = "http://socketless.invalid";

type CreateApp = typeof import("./http/app.ts").createApp;

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
  /**
   * Where it keeps what has happened: `sqlite:FILE`, `postgres://…`, a store of one's own, or, the
   * default, `memory:`. What a store holds goes on; it is closed with the venue.
   */
  store?: string | Store;
  /** Mounts the control protocol; without it the venue has none. */
  controlToken?: string;
  /** Where the venue is reached from outside, if not where it listens: behind a TLS proxy. */
  baseUrl?: string;
  /** Who signs humans in; without it an embedded provider that believes any name, on this machine. */
  idp?: Issuer;
  /** Whether the venue's own series of markets are quoted; default no. */
  makers?: boolean;
  /** The price of bitcoin: a CSV file to play or a URL to ask; without it a seeded walk. */
  feed?: string;
  /** Is told a line of each request that was answered: time, method, path, status, ms, request id. */
  log?: (line: string) => void;
  limits?: Partial<VenueLimits>;
  /** `uncounted` leaves requests out: how a proof looks around beside those that it judges. */
  rateLimits?: Partial<Pick<RateLimits, "writesPerMinute" | "readsPerMinute" | "uncounted">>;
  /** Answers to client order ids: 24 hours in the store, and the newest 10,000 in memory. */
  results?: ResultsKept;
  /** Changes the list of admission gates: how a known-bad venue is made. */
  gates?: VenueOptions["gates"];
}

/** A running venue. */
export interface Reference {
  /** Such as `http://127.0.0.1:9000`. */
  url: string;
  controlUrl: string | null;
  seed: number;
  /** The store as people name it. */
  store: string;
  /** Serves one request without a socket, listening or not. */
  handle: Handle;
  /** Follows the stream without a socket, by a ticket. Errors: throws for a bad ticket. */
  follow(ticket: string, hear: (text: string) => void): Followed;
  /** Calls the control protocol without a socket. */
  operate: Operate;
  /** A profile of it, ready for a harness; holds keys and cookies in plaintext. */
  profile(): VenueProfile;
  /** Answers what is in flight, then stops. */
  close(): Promise<void>;
  /** `await using venue = await startReference()` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a venue: recovered from its store, or new and seeded.
 * Errors: rejects when the port cannot be taken, with StoreUnusable for a store that cannot be
 * used, and with a RangeError for a bad seed or feed.
 */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const { createApp } = await import("./http/app.ts"); // the harness alone has no HTTP server
  const { store: named = MEMORY_STORE, clock = "system" } = options;
  const openSource = await openFeed(options.feed, {
    clock: systemClock,
    isVirtual: clock === "virtual",
  });
  const store = typeof named === "string" ? await openStore(named) : named;
  try {
    return await startOn(store, options, { openSource, createApp });
  } catch (error) {
    await store.close();
    throw unusable(store.name, error);
  }
}

async function startOn(
  store: Store,
  options: ReferenceOptions,
  { openSource, createApp }: { openSource: OpenSource; createApp: CreateApp },
): Promise<Reference> {
  const { host = "127.0.0.1", port = 0, controlToken } = options;
  let baseUrl = options.baseUrl ?? "";
  let listensAt = UNHEARD_URL;
  const redirectUri = () => `${baseUrl}/auth/idp/callback`;
  let embeddedUrl: string | null = UNHEARD_URL;
  const embedded = new EmbeddedProvider(() => ({ url: embeddedUrl, redirectUri: redirectUri() }));
  const access = {
    baseUrl: () => baseUrl,
    ownHosts: new OwnHosts(() => ({ listensAt, baseUrl: baseUrl || UNHEARD_URL })),
    operator: controlToken === undefined ? null : new Operator(controlToken),
    provider: new RelyingParty(options.idp ?? (() => embedded.issuer()), redirectUri),
  };
  const settings = { ...settingsOf(options), access, openSource };
  const { parts, seeded, reset } = await openVenue(store, settings);
  const control =
    access.operator === null ? null : controlEndpoint({ parts, reset }, access.operator);
  const app = createApp(parts, { control, log: options.log }).callback();
  const callback: RequestListener = (req, res) => {
    if (options.idp !== undefined || !embedded.serve(req, res, access.ownHosts)) void app(req, res);
  };
  const listening = options.listen === false ? null : listen(callback, { host, port });
  const door = await listening?.catch((error) => {
    parts().feed.close();
    throw error;
  });
  const url = door?.url ?? UNHEARD_URL;
  listensAt = url;
  baseUrl ||= url;
  if (door) embeddedUrl = embeddedUrlOf(door.url, baseUrl);
  if (door) {
    answerUnparsed(door.server, parts);
    serveStream(door.server, parts);
  }
  const keepUp = (): void => {
    const { journal, schedule, clock } = parts();
    if (journal.isAvailable) schedule.runDue(clock.nowMs());
  };
  const timer = settings.isVirtual ? undefined : setInterval(keepUp, KEEP_UP_MS).unref();
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const providerUrl = () => (options.idp === undefined && embedded.issuer() ? embeddedUrl : null);
  const handle = socketless(callback);
  const close = async (): Promise<void> => {
    const { streams, feed, journal } = parts();
    streams.closeAll();
    feed.close();
    clearInterval(timer);
    await door?.close();
    await journal.close();
  };
  return {
    url,
    controlUrl: control === null ? null : url + CONTROL_PATH,
    seed: parts().entropy.seed,
    store: store.name,
    handle,
    follow: (ticket, hear) => follow(parts(), ticket, hear),
    operate: operateBy(handle, controlToken),
    profile: () => {
      const reached = { url, providerUrl: providerUrl(), controlToken, limits };
      return profileOf(parts(), seeded(), reached);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/**
 * Where the embedded provider stands: on this machine; nowhere once the venue is reached from
 * outside, as it would sign in anybody as anybody.
 */
function embeddedUrlOf(doorUrl: string, baseUrl: string): string | null {
  if (baseUrl !== doorUrl && !isLoopback(new URL(baseUrl).hostname)) return null;
  const url = new URL(doorUrl);
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  return url.origin;
}

function settingsOf(options: ReferenceOptions): Omit<VenueSettings, "access" | "openSource"> {
  const { seed, makers = false, limits, gates, rateLimits, results } = options;
  const isVirtual = options.clock === "virtual";
  // In virtual time the second of D-166 need never end, and nobody guesses keys at a stopped clock.
  const endless = { unauthenticatedPerSecond: Infinity, dearReadsPerSecond: Infinity };
  return {
    seed,
    isVirtual,
    makers,
    results,
    venue: { ...(limits && { limits }), ...(gates && { gates }) },
    rateLimits: { ...rateLimits, ...(isVirtual && endless) },
  };
}
