/** One store, served by one process at a time, which is ended without warning. */
import { after } from "node:test";
import { spawnVenue, UNLIMITED, type VenueProcess } from "./spawn-venue.ts";

/** Of the control protocol. */
export const TOKEN = "torture";

/** Who trades on which market; the same over every restart. */
export interface Ground {
  apiKey: string;
  marketId: string;
}

/** A venue that is killed and started again. */
export class Mortal {
  readonly #store: string;
  #running: VenueProcess | null = null;

  constructor(store: string) {
    this.#store = store;
    after(() => this.kill());
  }

  /** Starts it; who trades where is as the first start told. Errors: rejects when it ends instead. */
  async start(): Promise<Ground> {
    const options = { store: this.#store, controlToken: TOKEN, rateLimits: UNLIMITED };
    this.#running = await spawnVenue(options);
    const { agents, markets } = this.#running.profile;
    return { apiKey: agents[0]!.api_key, marketId: markets[0]!.id };
  }

  get url(): string {
    return this.#running?.url ?? "http://ended.invalid";
  }

  get pid(): number {
    return this.#running!.child.pid!;
  }

  /** As a power cut, but for what the system has not written yet. */
  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = null;
    await running?.kill();
  }
}
