/** The venue as commands reach it while it runs: what is applied is journaled. */
import type { Command, OrderRequest } from "../core/commands.ts";
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
    this.#journal.record({ command, outcome, at });
    return outcome;
  }

  /**
   * Brings back what the venue has let go of the answers to such requests; null when there is none
   * to wait for. Units: epoch ms. Errors: rejects while the store fails.
   */
  recall(agentId: string, requests: readonly OrderRequest[], at: number): Promise<void> | null {
    if (this.#venue.forgotten === 0) return null;
    const asked = requests.flatMap(({ clientOrderId = [] }) => clientOrderId);
    const ids = this.#unknown(agentId, asked);
    return ids.length === 0 ? null : this.#recall(agentId, ids, at);
  }

  /** Once more when some were let go meanwhile, which may be those that another request made. */
  async #recall(agentId: string, ids: readonly string[], at: number): Promise<void> {
    for (let unknown = [...ids], before = -1; before !== this.#venue.forgotten; ) {
      before = this.#venue.forgotten;
      const results = await this.#journal.lookUp.find(agentId, unknown);
      this.#journal.assertAvailable();
      if (results.length > 0) this.apply({ type: "recall-results", agentId, results }, at);
      unknown = this.#unknown(agentId, unknown);
      if (unknown.length === 0) return;
    }
  }

  #unknown(agentId: string, ids: readonly string[]): string[] {
    return ids.filter((id) => !this.#venue.remembers(agentId, id));
  }
}
