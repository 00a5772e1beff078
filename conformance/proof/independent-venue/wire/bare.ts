/** Bare arrays and flat records, times in epoch milliseconds, money in cents. */
import { NESTED } from "./nested.ts";
import type { Wire } from "./wire.ts";

/** The shortest words. */
export const BARE: Wire = {
  ...NESTED,
  newestFirst: [],
  list: (_name, items) => items,
  record: (_name, record) => record,
  done: (count) => (count === undefined ? {} : { count }),
  fill: ({ executionId, price, qty }) => ({ id: executionId, price, qty }),
  order: (order, seen) => ({
    order_id: order.id,
    market_id: order.market.id,
    client_order_id: order.request.clientOrderId,
    side: order.request.side,
    type: order.request.type,
    tif: order.request.tif,
    price: order.request.price,
    qty: order.qty,
    filled_qty: seen.executed,
    remaining_qty: seen.leaves,
    status: seen.state,
    created_at: order.createdAtMs,
  }),
  market: ({ id, status, kind, min, max, tick, mark, series, event }) => ({
    id,
    status,
    kind,
    geometry: { min, max, step: tick },
    mark_price: mark,
    series_id: series,
    event_id: event,
  }),
  book: ({ bids, asks }) => ({ bids, asks }),
  trade: ({ price, qty, takerSide, atMs }) => ({ price, qty, side: takerSide, time: atMs }),
  candle: ({ atMs, open, high, low, close, volume }) => [atMs, open, high, low, close, volume],
  mid: ({ atMs, mid }) => [atMs, mid],
  spot: ({ atMs, price }) => [atMs, price],
  series: ({ series, history, upcoming }) => ({
    series_id: series,
    history: history.map(({ number, endsAtMs, outcome }) => ({ number, at: endsAtMs, outcome })),
    upcoming: upcoming.map(({ number, endsAtMs }) => ({ number, at: endsAtMs })),
  }),
  position: ({ market, net, averagePrice }) => ({
    market_id: market.id,
    qty: net,
    entry_price: averagePrice,
  }),
  wallet: ({ agentId, totalCents, freeCents }) => ({
    agent_id: agentId,
    cash: totalCents,
    free: freeCents,
  }),
  account: ({ owner, publicId, agents }) => ({
    name: owner,
    public_id: publicId,
    agents: agents.map(({ id }) => id),
  }),
  leader: ({ rank, account, score, pnlCents, volume }) => ({
    rank,
    public_id: account.publicId,
    name: account.owner,
    score,
    pnl: pnlCents,
    volume,
  }),
  key: ({ key, plaintext }) => ({ key_id: key.id, name: key.name, api_key: plaintext }),
  session: (account) => ({ user: account?.owner ?? null }),
  stream: null,
};
