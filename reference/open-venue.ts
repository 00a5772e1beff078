/** Opens a venue on its store: recovered from it, or new and seeded. */

import { reopenSeeded, type Seeded, seedVenue } from "./control/seeding.ts";
import { Venue, type VenueOptions } from "./core/venue.ts";
import type { OpenSource } from "./feed/spot-source.ts";
import { type Clock, systemClock, VirtualClock } from "./injected/clock.ts";
import { drawSecret, drawSeed } from "./injected/entropy.ts";
import {
  type Access,
  createServices,
  type Services,
  type ServicesOptions,
} from "./running-venue.ts";
import { openHouse } from "./series/open-series.ts";
import { resumeProjection } from "./store/history/resume.ts";
import { Journal } from "./store/journal.ts";
import { type Recovered, recover } from "./store/recovery.ts";
import { type Store, StoreUnusable } from "./store/store.ts";

/** What kind of venue it is. */
export interface VenueSettings {
  seed?: number | undefined;
  isVirtual: boolean;
  makers: boolean;
  venue: VenueOptions;
  rateLimits: NonNullable<ServicesOptions["rateLimits"]>;
  access: Access;
  openSource: OpenSource;
}

/** A venue that runs. */
export interface OpenVenue {
  services: Services;
  /** What it was seeded with; on a recovered venue its keys are made when they are first asked for. */
  seeded(): Seeded;
  /** Starts over from a seed, in place. */
  reset(seed: number): void;
}

/** Errors: StoreUnusable for a damaged store, or one of another kind of venue. */
export async function openVenue(store: Store, settings: VenueSettings): Promise<OpenVenue> {
  const recovered = await recover(store, { venue: settings.venue });
  refuseOther(recovered, store, settings);
  const journal = new Journal(store, recovered);
  const seeding = journal.facts.the("seeded");
  const services = createServices({ ...basics(settings, recovered.atMs), ...recovered, journal });
  if (seeding !== null) {
    await resumeProjection(services.projection, services.venue, await store.database());
  }
  let seeded = seeding === null ? seedVenue(services) : null;
  openHouse(services, settings);
  await journal.settled();
  return {
    services,
    seeded() {
      seeded ??= reopenSeeded(services, seeding!);
      return seeded;
    },
    reset(seed) {
      services.streams.closeAll();
      journal.startOver();
      const venue = new Venue(settings.venue);
      const anew = basics({ ...settings, seed }, 0);
      Object.assign(services, createServices({ ...anew, venue, journal }));
      seeded = seedVenue(services);
      openHouse(services, settings);
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
