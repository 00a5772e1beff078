/** Opens a venue on its store: recovered from it, or new and seeded. */
import { reopenSeeded, type Seeded, seedVenue } from "./control/seeding.ts";
import { Venue, type VenueOptions } from "./core/venue.ts";
import type { OpenSource } from "./feed/spot-source.ts";
import { type Clock, systemClock, VirtualClock } from "./injected/clock.ts";
import { drawSecret, drawSeed } from "./injected/entropy.ts";
import { type Access, buildParts, type PartsOptions, type VenueParts } from "./running-venue.ts";
import { openSeries } from "./series/open-series.ts";
import { resumeProjection } from "./store/history/resume.ts";
import { Journal } from "./store/journal.ts";
import { type Recovered, recover } from "./store/recovery.ts";
import type { ResultsKept } from "./store/results.ts";
import { type Store, StoreUnusable } from "./store/store.ts";

/** What kind of venue it is. */
export interface VenueSettings {
  seed?: number | undefined;
  isVirtual: boolean;
  makers: boolean;
  venue: VenueOptions;
  rateLimits: NonNullable<PartsOptions["rateLimits"]>;
  results?: ResultsKept | undefined;
  access: Access;
  openSource: OpenSource;
}

/** A venue that runs. */
export interface OpenVenue {
  /** As they are now: a reset exchanges them. */
  parts(): VenueParts;
  /** What it was seeded with; on a recovered venue its keys are made when they are first asked for. */
  seeded(): Seeded;
  /** Starts over from a seed: new parts, which serve the requests that come after. */
  reset(seed: number): void;
}

/** Errors: StoreUnusable for a damaged store, or one of another kind of venue. */
export async function openVenue(store: Store, settings: VenueSettings): Promise<OpenVenue> {
  const recovered = await recover(store, { venue: settings.venue });
  refuseOther(recovered, store, settings);
  const { venue, facts, atMs } = recovered;
  const journal = new Journal(store, recovered, { results: settings.results });
  await journal.resumeResults(venue);
  const seeding = facts.the("seeded");
  let parts = buildParts({ ...basics(settings, atMs), venue, journal });
  if (seeding !== null) {
    await resumeProjection(parts.projection, venue, await store.history());
  }
  let seeded = seeding === null ? seedVenue(parts) : null;
  openSeries(parts, settings);
  await journal.settled();
  return {
    parts: () => parts,
    seeded() {
      seeded ??= reopenSeeded(parts, seeding!);
      return seeded;
    },
    reset(seed) {
      parts.streams.closeAll();
      const journal = parts.journal.startOver();
      const venue = new Venue(settings.venue);
      parts = buildParts({ ...basics({ ...settings, seed }, 0), venue, journal });
      seeded = seedVenue(parts);
      openSeries(parts, settings);
    },
  };
}

/** Virtual time goes on where it stood; secrets are guessable only where a run is to be repeated. */
function basics(settings: VenueSettings, lastAtMs: number) {
  const { seed, isVirtual, access, openSource, rateLimits } = settings;
  const clock: Clock = isVirtual ? new VirtualClock(lastAtMs || undefined) : systemClock;
  const drawn = seed === undefined && !isVirtual ? { drawSecret } : {};
  return { seed: seed ?? drawSeed(), clock, access, openSource, rateLimits, ...drawn };
}

/** A venue goes on as what it was. */
function refuseOther({ facts }: Recovered, { name }: Store, settings: VenueSettings): void {
  const started = facts.the("started");
  if (started === null) return;
  const { seed, clock } = started;
  if (settings.seed !== undefined && settings.seed !== seed) {
    throw new StoreUnusable(
      `${name} holds a venue of seed ${seed}: leave --seed out, or name another store`,
    );
  }
  if (clock !== (settings.isVirtual ? "virtual" : "system")) {
    throw new StoreUnusable(
      `${name} holds a venue in ${clock} time: add --clock ${clock}, or name another store`,
    );
  }
}
