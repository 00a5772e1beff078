/** One open channel: who follows it, and the number of its last message. */
import type { VenueEvent } from "../core/events.ts";
import type { Channel } from "./channels/channel.ts";
import type { Address } from "./channels/index.ts";

/** Whoever is told. */
export interface Follower {
  send(text: string): void;
}

/**
 * Writes each message once for all followers, so they share one sequence: a snapshot has the number
 * of the last update, the next update one more. D-153.
 */
export class Broadcast {
  readonly address: Address;
  readonly #channel: Channel;
  /** @bound as many as open sockets: one that closes leaves; reference/wire/listen.test.ts */
  readonly #followers = new Set<Follower>();
  #seq = 1;

  constructor(address: Address, channel: Channel) {
    this.address = address;
    this.#channel = channel;
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** Shape: who follows already gets a new snapshot. */
  join(follower: Follower): void {
    this.#followers.add(follower);
    follower.send(this.#message("snapshot", this.#channel.snapshot()));
  }

  leave(follower: Follower): void {
    this.#followers.delete(follower);
  }

  take(event: VenueEvent): void {
    this.#channel.take(event);
  }

  /** Tells what changed, if anything did. */
  send(): void {
    const changes = this.#channel.changes();
    if (changes === null) return;
    this.#seq++;
    const text = this.#message("update", changes);
    for (const follower of this.#followers) follower.send(text);
  }

  close(): void {
    this.#channel.close?.();
  }

  #message(type: "snapshot" | "update", data: object): string {
    return JSON.stringify({ type, channel: this.address.name, seq: this.#seq, data });
  }
}
