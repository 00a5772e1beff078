/** What the page knows. */
import { computed, signal } from "@preact/signals";
import type { Records } from "../../client/client.ts";
import { ShownBook } from "./book.ts";
import { Framed } from "./framed.ts";
import type { StreamStatus } from "./stream.ts";

/** Who looks at the page. */
export type Visitor =
  | { kind: "unknown"; problem: string }
  | { kind: "stranger"; note: string }
  | { kind: "member"; account: Records["Account"] };

/** Who it is. */
export const visitor = signal<Visitor>({ kind: "unknown", problem: "" });

/** How to sign in, as the venue tells it; null before it has. */
export const signInConfig = signal<Records["SignInConfig"] | null>(null);

/** Every market, open ones first. */
export const markets = signal<Records["Market"][]>([]);

/** The market that is looked at. */
export const marketId = signal<string | null>(null);

/** How the agent's stream stands, and why. */
export const stream = signal<{ status: StreamStatus; why: string }>({
  status: "connecting",
  why: "",
});

/** The venue's clock. Units: epoch ms; null before it was told. */
export const venueMs = signal<number | null>(null);

/** What an agent has, with whether it is known to be so now. */
export interface Holdings {
  orders: Map<string, Records["Order"]>;
  positions: Map<string, Records["Position"]>;
  wallet: Records["Wallet"] | null;
  /** Channels that are told as they change. */
  live: Set<string>;
}

const nothing = (): Holdings => ({
  orders: new Map(),
  positions: new Map(),
  wallet: null,
  live: new Set(),
});

/** What the agent has that this page acts for. @bound orders and positions of one agent: forgotten with it; reference/terminal/trading.test.ts */
export const own = new Framed<Holdings>(nothing());

/** What a followed agent of the same owner has. @bound as above: forgotten with it; reference/terminal/trading.test.ts */
export const followed = new Framed<Holdings>(nothing());

/** The agent that is followed beside; null for none. */
export const followedId = signal<string | null>(null);

/** What is public of one market. */
export interface LookedAt {
  market: Records["Market"] | null;
  book: ShownBook;
  trades: Records["Trade"][];
  live: Set<string>;
}

const noMarket = (): LookedAt => ({
  market: null,
  book: new ShownBook(),
  trades: [],
  live: new Set(),
});

/** The market that is looked at, with book and trades. */
export const looked = new Framed<LookedAt>(noMarket());

/** Its record alone: who shows no more of it is not drawn again with each price of the book. */
export const lookedMarket = computed(() => looked.read().market);

/** Its trades alone, as above. */
export const lookedTrades = computed(() => looked.read().trades);

/** The price of bitcoin. */
export const spot = new Framed<{ status: string; price: number | null }>({
  status: "",
  price: null,
});

/** Forgets the market. */
export const forgetMarket = (): void => looked.set(noMarket());

/** Forgets what an agent has. */
export const forgetHoldings = (holdings: Framed<Holdings>): void => holdings.set(nothing());
