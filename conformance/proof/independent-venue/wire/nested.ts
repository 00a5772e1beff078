/** Lists two levels deep, times as ISO texts, money in dollars: the least like a plain record. */
import type { StreamWords, Wire } from "./wire.ts";

const iso = (atMs: number) => new Date(atMs).toISOString();
const dollars = (cents: number) => (cents / 100).toFixed(2);

const NAMES = new Set(["trades", "positions", "candles", "prices"]);

/** Frames have a topic, a number `n` and an event; a client joins topics. */
const STREAM: StreamWords = {
  hello: (agent) => ({ event: "welcome", agent }),
  wanted: (message) => {
    const { cmd, topics } = Object(message) as { cmd?: unknown; topics?: unknown };
    return cmd === "join" && Array.isArray(topics) ? topics.map(String) : null;
  },
  following: (topics) => ({ event: "joined", topics }),
  refused: (text) => ({ event: "problem", text }),
  frame: ({ topic, number, whole, content }) => ({
    topic,
    n: number,
    event: whole ? "whole" : "change",
    payload: content,
  }),
  profile: {
    subscribe: { cmd: "join", topics: ["book/{market}"] },
    channel: { at: "topic", is: "book/{market}" },
    seq: "n",
    snapshot: { at: "event", is: "whole" },
    levels: "payload.book",
  },
};

/** Words of the venue as it comes. */
export const NESTED: Wire = {
  newestFirst: ["trades"],
  list: (name, items) => (NAMES.has(name) ? { [name]: items } : { data: { items } }),
  record: (name, record) => ({ [name]: record }),
  done: (count) => (count === undefined ? { ok: true } : { cancelled_count: count }),
  fill: ({ executionId, price, qty }) => ({ execution_id: executionId, px: price, quantity: qty }),
  order: (order, seen) => ({
    id: order.id,
    market: order.market.id,
    ...(order.request.clientOrderId !== null && { client_ref: order.request.clientOrderId }),
    side: order.request.side,
    order_type: order.request.type,
    time_in_force: order.request.tif,
    ...(order.request.type === "LIMIT" && { limit_price: order.request.price }),
    executed_qty: seen.executed,
    leaves_qty: seen.leaves,
    state: seen.state,
    created: iso(order.createdAtMs),
  }),
  market: ({ id, status, kind, min, max, tick, mark, series, event }) => ({
    id,
    status,
    kind,
    geometry: { price_min: min, price_max: max, tick },
    ...(mark !== null && { mark }),
    series: { id: series },
    event: { id: event },
  }),
  book: ({ market, bids, asks }) => ({ book: { market: market.id, buy: bids, sell: asks } }),
  trade: ({ price, qty, takerSide, atMs }) => ({
    px: price,
    quantity: qty,
    taker: takerSide,
    at: iso(atMs),
  }),
  candle: ({ atMs, open, high, low, close, volume }) => ({
    start: iso(atMs),
    o: open,
    h: high,
    l: low,
    c: close,
    v: volume,
  }),
  mid: ({ atMs, mid }) => ({ at: iso(atMs), mid }),
  spot: ({ atMs, price }) => ({ at: iso(atMs), usd: price.toFixed(2) }),
  series: ({ series, history, upcoming }) => ({
    context: {
      series,
      past_rounds: history.map(({ number, endsAtMs, outcome }) => ({
        round: number,
        ended: iso(endsAtMs),
        outcome,
      })),
      next_rounds: upcoming.map(({ number, endsAtMs }) => ({ round: number, ends: iso(endsAtMs) })),
    },
  }),
  position: ({ market, net, averagePrice }) => ({
    market: market.id,
    net_qty: net,
    ...(averagePrice !== null && { average_px: averagePrice }),
  }),
  wallet: ({ totalCents, freeCents }) => ({
    currency: "USD",
    total: dollars(totalCents),
    available: dollars(freeCents),
  }),
  account: ({ owner, publicId, agents }) => ({
    account: {
      display: owner,
      public_id: publicId,
      agents: agents.map(({ id, name }) => ({ agent_id: id, label: name })),
    },
  }),
  leader: ({ rank, account, score, pnlCents, volume }) => ({
    place: rank,
    public_id: account.publicId,
    display: account.owner,
    score,
    pnl: dollars(pnlCents),
    volume,
  }),
  key: ({ key, plaintext }) => ({
    key: { id: key.id, label: key.name, scopes: key.scopes, secret: plaintext },
  }),
  session: (account) => ({
    session: account === null ? null : { display: account.owner, public_id: account.publicId },
  }),
  stream: STREAM,
};
