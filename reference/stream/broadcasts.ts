/** The open channels of a venue: the core's events in, one update per command and channel out. */
import type { VenueEvent } from "../core/events.ts";
import { Broadcast, type Follower } from "./broadcast.ts";
import type { ChannelSource } from "./channels/channel.ts";
import { type Address, addressOf, SPOT } from "./channels/index.ts";

/** Without followers an event costs one comparison. */
export class Broadcasts {
  readonly #source: ChannelSource;
  /** @bound 100 channels a socket: closed with the last who follows; reference/stream/bad-input.test.ts */
  readonly #open = new Map<string, Broadcast>();
  /** By the market or agent whose events they take. @bound as many as are open: gone with them; reference/stream/bad-input.test.ts */
  readonly #bySubject = new Map<string, Set<Broadcast>>();
  /** @bound as many as are open: gone with them; reference/stream/bad-input.test.ts */
  readonly #changed = new Set<Broadcast>();

  constructor(source: ChannelSource) {
    this.#source = source;
  }

  /** Reads a channel's name as an agent means it; null where no such channel is. */
  find(name: string, agentId: string): Address | null {
    return addressOf(this.#source, name, agentId);
  }

  /** The follower gets a snapshot at once. */
  join(address: Address, follower: Follower): void {
    this.#send(); // what happened before the snapshot is not sent again after it
    this.#reach(address).join(follower);
  }

  /** The last follower to leave closes the channel. */
  leave(address: Address, follower: Follower): void {
    const broadcast = this.#open.get(keyOf(address));
    broadcast?.leave(follower);
    if (broadcast !== undefined && !broadcast.isFollowed) this.#close(broadcast);
  }

  /** Takes in one event; what it changed is told when the command is over. */
  take(event: VenueEvent): void {
    if (this.#open.size === 0) return;
    for (const broadcast of this.#concerned(event)) {
      broadcast.take(event);
      if (this.#changed.size === 0) queueMicrotask(() => this.#send());
      this.#changed.add(broadcast);
    }
  }

  /** Tells what moves with time alone. */
  pass(): void {
    for (const broadcast of this.#bySubject.get(SPOT) ?? []) broadcast.send();
  }

  /** A market's end or mark may change what any agent holds. */
  #concerned(event: VenueEvent): Broadcast[] {
    if (event.type === "market-changed") {
      const { marketId } = event.market;
      return [...this.#open.values()].filter(
        ({ address }) => address.isPrivate || address.subject === marketId,
      );
    }
    const subjects =
      event.type === "trade"
        ? [event.marketId, event.takerAgentId, event.makerAgentId]
        : [event.order.marketId, event.order.agentId];
    return subjects.flatMap((subject) => [...(this.#bySubject.get(subject) ?? [])]);
  }

  #send(): void {
    const changed = [...this.#changed];
    this.#changed.clear();
    for (const broadcast of changed) broadcast.send();
  }

  #reach(address: Address): Broadcast {
    const open = this.#open.get(keyOf(address));
    if (open !== undefined) return open;
    const broadcast = new Broadcast(address, address.open(this.#source));
    this.#open.set(keyOf(address), broadcast);
    const siblings = this.#bySubject.get(address.subject) ?? new Set();
    this.#bySubject.set(address.subject, siblings.add(broadcast));
    return broadcast;
  }

  #close(broadcast: Broadcast): void {
    const { address } = broadcast;
    const siblings = this.#bySubject.get(address.subject)!;
    siblings.delete(broadcast);
    if (siblings.size === 0) this.#bySubject.delete(address.subject);
    this.#open.delete(keyOf(address));
    this.#changed.delete(broadcast);
    broadcast.close();
  }
}

const keyOf = ({ name, subject }: Address): string => `${name}@${subject}`;
