/** Members in camel case below a `result`, times in epoch seconds, money in dollars as numbers. */
import type { Level, StreamWords, Wire } from "./wire.ts";

const seconds = (atMs: number) => atMs / 1_000;
const dollars = (cents: number) => cents / 100;
const named = ([price, qty]: Level) => ({ price, qty });

/** Remote calls with a method and parameters, as some gateways have them. */
const STREAM: StreamWords = {
  hello: (agentId) => ({ method: "ready", params: { agentId } }),
  wanted: (message) => {
    const { method, params } = Object(message) as { method?: unknown; params?: unknown };
    return method === "follow" ? [String(Object(params).channel)] : null;
  },
  following: (channels) => ({ method: "followed", params: { channels } }),
  refused: (reason) => ({ method: "failed", params: { reason } }),
  frame: ({ topic, number, whole, content }) => ({
    method: "told",
    params: { channel: topic, sequence: number, initial: whole, content },
  }),
  profile: {
    subscribe: { method: "follow", params: { channel: "book/{market}" } },
    channel: { at: "params.channel", is: "book/{market}" },
    seq: "params.sequence",
    snapshot: { at: "params.initial", is: true },
    levels: "params.content.result",
  },
};

/** Words of a venue whose gateway was written for browsers. */
export const CAMEL: Wire = {
  newestFirst: ["trades", "candles", "mids", "prices"],
  list: (name, items) => ({ result: items, of: name, count: items.length }),
  record: (_name, record) => ({ result: record }),
  done: (count) => ({ result: "done", ...(count !== undefined && { count }) }),
  fill: ({ executionId, price, qty }) => ({ tradeId: executionId, price, qty }),
  order: (order, seen) => ({
    orderId: order.id,
    marketId: order.market.id,
    clientOrderId: order.request.clientOrderId,
    side: order.request.side,
    type: order.request.type,
    timeInForce: order.request.tif,
    price: order.request.price,
    filledQty: seen.executed,
    remainingQty: seen.leaves,
    status: seen.state,
    createdAt: seconds(order.createdAtMs),
  }),
  market: ({ id, status, kind, min, max, tick, mark, series, event }) => ({
    id,
    status,
    kind,
    geometry: { band: [min, max], tickSize: tick },
    markPrice: mark,
    seriesId: series,
    eventId: event,
  }),
  book: ({ bids, asks }) => ({ result: { bids: bids.map(named), asks: asks.map(named) } }),
  trade: ({ price, qty, takerSide, atMs }) => ({ price, qty, takerSide, time: seconds(atMs) }),
  candle: ({ atMs, ...prices }) => ({ time: seconds(atMs), ...prices }),
  mid: ({ atMs, mid }) => ({ time: seconds(atMs), mid }),
  spot: ({ atMs, price }) => ({ time: seconds(atMs), price }),
  series: ({ series, history, upcoming }) => ({
    result: {
      seriesId: series,
      history: history.map(({ endsAtMs, outcome }) => ({ time: seconds(endsAtMs), outcome })),
      upcoming: upcoming.map(({ endsAtMs }) => ({ time: seconds(endsAtMs) })),
    },
  }),
  position: ({ market, net, averagePrice }) => ({
    marketId: market.id,
    side: net > 0 ? "LONG" : "SHORT",
    qty: Math.abs(net),
    entryPrice: averagePrice,
  }),
  wallet: ({ agentId, totalCents, freeCents }) => ({
    agentId,
    balance: dollars(totalCents),
    free: dollars(freeCents),
  }),
  account: ({ owner, publicId, agents }) => ({
    result: { name: owner, publicId, agentIds: agents.map(({ id }) => id) },
  }),
  leader: ({ rank, account, score, pnlCents, volume }) => ({
    rank,
    publicId: account.publicId,
    name: account.owner,
    score,
    pnl: dollars(pnlCents),
    volume,
  }),
  key: ({ key, plaintext }) => ({
    result: { keyId: key.id, name: key.name, scopes: key.scopes, plaintext },
  }),
  session: (account) => ({ result: { signedIn: account !== null, name: account?.owner ?? null } }),
  stream: STREAM,
};
