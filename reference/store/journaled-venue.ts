/** The venue as commands reach it while it runs: what is applied is journaled. */
import type { Command } from "../core/commands.ts";
import type { Outcomes } from "../core/outcomes.ts";
import type { Venue } from "../core/venue.ts";
import type { Journal } from "./journal.ts";

/** A venue to be read alone. */
export type ReadableVenue = Omit<Venue, "apply" | "listen" | "state">;

/** The one way to change a running venue. */
export class JournaledVenue {
  readonly #venue: Venue;
  readonly #journal: Journal;

  constructor(venue: Venue, journal: Journal) {
    this.#venue = venue;
    this.#journal = journal;
  }

  /**
   * The venue, then the journal: until its record is settled nobody may be told of the outcome.
   * Units: epoch ms. Errors: throws only on a defect.
   */
  apply<C extends Command>(command: C, at: number): Outcomes[C["type"]] {
    const outcome = this.#venue.apply(command, at);
    this.#journal.record(command, at);
    return outcome;
  }
}
