/** A book as the stream shows it: a snapshot, and the changes since (D-153). */
import type { BookReading, PriceLevel } from "../../scenarios/deployment/reading/reading.ts";
import {
  type BookFrame,
  bookFrames,
  type StreamDialect,
} from "../../scenarios/deployment/reading/stream-dialect.ts";
import type { StreamSocket } from "../../scenarios/deployment/wire/stream-socket.ts";

export class StreamBook {
  readonly #socket: StreamSocket;
  readonly #dialect: StreamDialect;
  readonly #marketId: string;

  constructor(socket: StreamSocket, dialect: StreamDialect, marketId: string) {
    this.#socket = socket;
    this.#dialect = dialect;
    this.#marketId = marketId;
  }

  /** What came of its channel so far. */
  get frames(): BookFrame[] {
    return bookFrames(this.#socket.frames, this.#dialect, this.#marketId);
  }

  /** Whether all that came is kept. */
  get isWhole(): boolean {
    return this.#socket.keepsAll;
  }

  /** Waits while more may come. Units: ms. */
  quiet(ms: number): Promise<void> {
    return this.#socket.quiet(ms, { orFrame: false });
  }

  /** Both sides as the frames so far show them, best first. */
  get levels(): BookReading {
    return rebuilt(this.frames);
  }
}

/** Both sides after these frames: a snapshot replaces all levels, a change those it names. */
export function rebuilt(frames: readonly BookFrame[]): BookReading {
  const bids = new Map<number, number>();
  const asks = new Map<number, number>();
  for (const { isSnapshot, levels } of frames) {
    if (isSnapshot) bids.clear();
    if (isSnapshot) asks.clear();
    for (const { price, qty } of levels?.bids ?? []) bids.set(price, qty);
    for (const { price, qty } of levels?.asks ?? []) asks.set(price, qty);
  }
  return {
    bids: standing(bids).toSorted((a, b) => b.price - a.price),
    asks: standing(asks).toSorted((a, b) => a.price - b.price),
  };
}

function standing(levels: ReadonlyMap<number, number>): PriceLevel[] {
  const all = [...levels].map(([price, qty]) => ({ price, qty }));
  return all.filter(({ qty }) => qty > 0);
}
