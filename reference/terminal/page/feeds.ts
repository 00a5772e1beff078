/** Keeps what the page knows up to date: by the stream, and by asking where there is none. */
import { effect } from "@preact/signals";
import { VenueError } from "../../client/client.ts";
import type { Framed } from "./framed.ts";
import {
  followed,
  followedId,
  forgetHoldings,
  forgetMarket,
  type Holdings,
  looked,
  marketId,
  markets,
  own,
  stream,
  venueMs,
} from "./state.ts";
import { type StreamStatus, VenueStream } from "./stream.ts";
import { takeHistory, takeHoldings, takePublic, takeTrades } from "./take.ts";
import { acting, call, listIn } from "./venue.ts";

/** How often what is not live is asked for. */
const POLL_MS = 3_000;
/** How often the list of markets is asked for, which no channel tells. */
const MARKETS_MS = 15_000;
const MARKETS_LISTED = 200;

const STREAM_URL = `${location.origin.replace(/^http/, "ws")}/v1/stream`;

let current: VenueStream | null = null;
let beside: VenueStream | null = null;

/** Starts when somebody is signed in and an agent chosen; returns what stops it. */
export function startFeeds(): () => void {
  const ends = [
    effect(() => {
      current?.close();
      forgetHoldings(own);
      if (acting.value !== null) current = openStream(acting.value, own, true);
      current?.follow(publicChannels(marketId.peek()));
    }),
    effect(() => {
      beside?.close();
      beside = null;
      forgetHoldings(followed);
      if (followedId.value !== null) beside = openStream(followedId.value, followed, false);
    }),
    effect(() => {
      forgetMarket();
      current?.follow(publicChannels(marketId.value));
      void askForWhatIsNotLive();
      void askForTrades();
    }),
  ];
  const timers = [
    setInterval(() => void askForWhatIsNotLive(), POLL_MS),
    setInterval(() => void askForMarkets(), MARKETS_MS),
  ];
  return () => {
    for (const end of ends) end();
    for (const timer of timers) clearInterval(timer);
    current?.close();
    beside?.close();
    current = null;
    beside = null;
  };
}

const publicChannels = (id: string | null): string[] =>
  id === null ? ["spot"] : ["spot", `market:${id}`, `book:${id}`, `trades:${id}`];

function openStream(agentId: string, holdings: Framed<Holdings>, isOwn: boolean): VenueStream {
  return new VenueStream(STREAM_URL, {
    ticket: async () =>
      (await call("POST /auth/ws-ticket", { body: { agent_id: agentId } })).ticket,
    take(channel, data, isWhole) {
      if (channel.includes(":") || channel === "spot") takePublic(channel, data, isWhole);
      else takeHoldings(holdings, channel, data, isWhole);
      if (isWhole && channel === "orders") void askForHistory(holdings, agentId);
      if (isWhole && channel.startsWith("trades:")) void askForTrades();
    },
    stale(channels) {
      for (const channel of channels) {
        holdings.value.live.delete(channel);
        looked.value.live.delete(channel);
      }
      holdings.touch();
      looked.touch();
    },
    status(status: StreamStatus, why: string) {
      if (isOwn) stream.value = { status, why };
    },
    clock(ms) {
      venueMs.value = ms;
    },
    isEnd: (error) => error instanceof VenueError && error.status === 401,
  });
}

/** Errors: none; what does not come is asked for again. */
export async function askForMarkets(): Promise<void> {
  try {
    const answer = await call("GET /markets", { query: { limit: MARKETS_LISTED } });
    markets.value = listIn(answer, "markets");
  } catch {
    // Asked for again soon; the state of the stream tells how the venue is.
  }
}

/** What no channel tells at the moment is read, so that it is seldom older than a poll. */
async function askForWhatIsNotLive(): Promise<void> {
  const [view, id, agent] = [looked.value, marketId.value, acting.value];
  const asked: Promise<void>[] = [];
  const unless = (
    isLive: () => boolean,
    ask: () => Promise<unknown>,
    take: (it: unknown) => void,
  ) => {
    if (isLive()) return;
    asked.push(
      ask().then((answer) => {
        if (!isLive()) take(answer);
      }),
    );
  };
  if (id !== null) {
    const params = { market_id: id };
    for (const [name, ask] of [
      ["market", () => call("GET /markets/{market_id}", { params })],
      ["book", () => call("GET /markets/{market_id}/book", { params, query: { depth: 200 } })],
    ] as const) {
      const channel = `${name}:${id}`;
      const isLive = () => looked.value !== view || view.live.has(channel);
      unless(isLive, ask, (answer) => {
        takePublic(channel, answer, true);
        view.live.delete(channel);
      });
    }
  }
  if (agent !== null) {
    const holdings = own.value;
    for (const [channel, ask] of [
      ["orders", () => call("GET /orders/open", { query: { limit: 500 } })],
      ["positions", () => call("GET /positions")],
      ["wallet", () => call("GET /me/wallet")],
    ] as const) {
      const isLive = () => own.value !== holdings || holdings.live.has(channel);
      unless(isLive, ask, (answer) => {
        takeHoldings(own, channel, answer, true);
        holdings.live.delete(channel);
      });
    }
  }
  await Promise.allSettled(asked);
}

async function askForTrades(): Promise<void> {
  const [view, id] = [looked.value, marketId.value];
  if (id === null) return;
  try {
    const answer = await call("GET /markets/{market_id}/trades", { params: { market_id: id } });
    if (looked.value !== view) return;
    takeTrades(answer);
    looked.touch();
  } catch {
    // The next trades tell themselves.
  }
}

async function askForHistory(holdings: Framed<Holdings>, agentId: string): Promise<void> {
  if (agentId !== acting.value) return; // the history of another agent is not asked for
  const before = holdings.value;
  try {
    const answer = await call("GET /orders", { query: { limit: 100 } });
    if (holdings.value === before) takeHistory(holdings, answer);
  } catch {
    // Without it the orders that ended before are not listed.
  }
}
