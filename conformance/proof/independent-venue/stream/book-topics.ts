/** Books as topics: a whole one for who begins to follow, then the levels that changed. */
import type { VenueParts } from "../parts.ts";
import { seenBook } from "../routes/market-routes.ts";
import type { Market } from "../trading/market.ts";
import type { Frame, Level, SeenBook } from "../wire/wire.ts";

interface Topic {
  number: number;
  shown: SeenBook;
}

/** Every book that somebody ever followed. */
export class BookTopics {
  readonly #parts: VenueParts;
  readonly #tell: (frame: Frame) => void;
  readonly #topics = new Map<Market, Topic>();
  readonly #touched = new Set<Market>();

  constructor(parts: VenueParts, tell: (frame: Frame) => void) {
    this.#parts = parts;
    this.#tell = tell;
  }

  /** Notes that a book may have changed; it is told once the command is done. */
  touched(market: Market): void {
    if (!this.#topics.has(market)) return;
    if (this.#touched.size === 0) queueMicrotask(() => this.#flush());
    this.#touched.add(market);
  }

  /** The whole of a book as it was last told; null when no book has that name. */
  whole(topic: string): Frame | null {
    const id = /^book\/(.+)$/.exec(topic)?.[1]?.toLowerCase();
    const market = this.#parts.venue.books.get(id ?? "")?.market;
    if (market === undefined) return null;
    this.#flush();
    const known = this.#topics.get(market) ?? { number: 1, shown: this.#now(market) };
    this.#topics.set(market, known);
    const content = this.#parts.wire.book(known.shown);
    return { topic, number: known.number, whole: true, content };
  }

  #flush(): void {
    for (const market of this.#touched) this.#tellChange(market, this.#topics.get(market)!);
    this.#touched.clear();
  }

  #tellChange(market: Market, topic: Topic): void {
    const now = this.#now(market);
    const bids = changed(topic.shown.bids, now.bids);
    const asks = changed(topic.shown.asks, now.asks);
    topic.shown = now;
    if (bids.length + asks.length === 0) return;
    topic.number += 1;
    const content = this.#parts.wire.book({ market, bids, asks });
    this.#tell({ topic: `book/${market.id}`, number: topic.number, whole: false, content });
  }

  #now(market: Market): SeenBook {
    return seenBook(market, this.#parts.venue.books.get(market.id)?.orders() ?? [], Infinity);
  }
}

/** Levels with another quantity than before; one that is gone has 0. */
function changed(before: Level[], after: Level[]): Level[] {
  const old = new Map(before);
  const gone = before.filter(([price]) => !after.some(([other]) => other === price));
  const other = after.filter(([price, qty]) => old.get(price) !== qty);
  return [...gone.map(([price]): Level => [price, 0]), ...other];
}
