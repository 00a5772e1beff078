/** What a dialect of this venue decides: the shape of everything whose shape the spec leaves open. */
import type { MintedKey } from "../callers/keyring.ts";
import type { Account } from "../callers/people.ts";
import type { Standing } from "../data/leaderboard.ts";
import type { SeriesContext } from "../data/series.ts";
import type { Candle, SpotPoint } from "../data/spot.ts";
import type { MidPoint, Trade } from "../trading/book.ts";
import type { Market } from "../trading/market.ts";
import type { Fill, Order, Progress } from "../trading/order.ts";

/** A list a route answers with; its name is the venue's word for what is in it. */
export type ListName =
  | "orders"
  | "markets"
  | "trades"
  | "candles"
  | "mids"
  | "events"
  | "positions"
  | "prices"
  | "leaders";

/** A position as a reader sees it. */
export interface SeenPosition {
  market: Market;
  net: number;
  averagePrice: number | null;
}

/** Cash of an agent in cents. */
export interface SeenWallet {
  agentId: string;
  totalCents: number;
  freeCents: number;
}

/** Price and quantity. */
export type Level = [price: number, qty: number];

/** Both sides of a book, best first; `number` counts the frames that told it. */
export interface SeenBook {
  market: Market;
  bids: Level[];
  asks: Level[];
}

/** Bodies of answers; every function gives what goes to JSON. */
export interface Wire {
  newestFirst: readonly ListName[];
  list(name: ListName, items: unknown[]): unknown;
  record(name: string, record: object): unknown;
  done(count?: number): unknown;
  fill(fill: Fill): unknown;
  order(order: Order, seen: Progress): object;
  market(market: Market): object;
  book(book: SeenBook): object;
  trade(trade: Trade): unknown;
  candle(candle: Candle): unknown;
  mid(point: MidPoint): unknown;
  spot(point: SpotPoint): unknown;
  series(context: SeriesContext): object;
  position(position: SeenPosition): object;
  wallet(wallet: SeenWallet): object;
  account(account: Account): object;
  leader(standing: Standing): object;
  key(minted: MintedKey): object;
  session(account: Account | null): object;
  /** What a client sends to follow a book, and how a frame tells it; null without a book channel. */
  stream: StreamWords | null;
}

/** The stream in words of its own: what is sent, and where its parts are. */
export interface StreamWords {
  hello(agentId: string): object;
  wanted(message: unknown): string[] | null;
  following(topics: string[]): object;
  refused(text: string): object;
  frame(frame: Frame): object;
  /** The profile's lines for a harness that wants to follow a book. */
  profile: object;
}

/** One message of a topic: the whole of it, or what changed. */
export interface Frame {
  topic: string;
  number: number;
  whole: boolean;
  content: object;
}
