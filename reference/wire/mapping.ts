/** The one place where the venue's camelCase values and the wire's snake_case records meet. */
import type { OrderRequest } from "../core/commands.ts";
import type { TradeEvent } from "../core/events.ts";
import { isLiquidation } from "../core/liquidation.ts";
import type {
  AccountView,
  BookView,
  FillView,
  KeyView,
  MarketView,
  OrderView,
  PlaceOutcome,
  PlaceResult,
  PositionView,
  WalletView,
} from "../core/outcomes.ts";
import { ZERO_ID } from "../core/rejects.ts";
import type { Candle } from "../data/candles.ts";
import type { Standing } from "../data/leaderboard.ts";
import type { FeedHealth } from "../feed/spot-feed.ts";
import type { SpotPrice } from "../feed/spot-source.ts";
import type { MidPoint } from "../store/history/mid-points.ts";
import type * as FeedWire from "./feed-records.ts";
import type * as PeopleWire from "./people-records.ts";
import type * as Wire from "./records.ts";
import type { PlaceOrderBody } from "./schemas.ts";

/** Spec: Order place request. */
export function orderRequest(body: PlaceOrderBody): OrderRequest {
  const request: OrderRequest = {
    marketId: body.market_id,
    side: body.side,
    type: body.type,
    qty: body.qty,
  };
  if (body.tif !== undefined) request.tif = body.tif;
  if (body.price !== undefined) request.price = body.price;
  if (body.client_order_id !== undefined) request.clientOrderId = body.client_order_id;
  if (body.timestamp_ms !== undefined) request.timestampMs = body.timestamp_ms;
  if (body.recv_window_ms !== undefined) request.recvWindowMs = body.recv_window_ms;
  if (body.reduce_only !== undefined) request.reduceOnly = body.reduce_only;
  if (body.slippage_cap_cents !== undefined) request.slippageCapCents = body.slippage_cap_cents;
  if (body.slippage_cap_bps !== undefined) request.slippageCapBps = body.slippage_cap_bps;
  if (body.leverage !== undefined) request.leverage = body.leverage;
  if (body.margin_mode !== undefined) request.marginMode = body.margin_mode;
  if (body.confirm_fat_finger !== undefined) request.confirmFatFinger = body.confirm_fat_finger;
  return request;
}

/** Spec: OrderPlaceResult. */
export function placeResult(result: PlaceResult): Wire.PlaceResultRecord {
  return {
    order_id: result.orderId,
    market_id: result.marketId,
    status: result.status,
    reject_reason: result.rejectReason,
    reject_message: result.rejectMessage,
    filled_qty: result.filledQty,
    remaining_qty: result.remainingQty,
    avg_fill_price_cents: result.avgFillPrice,
    fills: result.fills.map(fillRecord),
    effective_leverage: result.effectiveLeverage,
  };
}

/** D-034. The taker's side of a trade; there are no fees on the testnet (D-035). */
function fillRecord(fill: FillView): Wire.FillRecord {
  return {
    fill_id: `${fill.tradeSeq}-T`,
    price: fill.price,
    qty: fill.qty,
    liquidity: "TAKER",
    ts_ms: fill.atMs,
    trade_id: String(fill.tradeSeq),
    fee_cents: 0,
  };
}

/** An agent's side of a trade, as the taker's is told in its placement. D-034. */
export function ownFillRecord(trade: TradeEvent, agentId: string): Wire.OwnFillRecord {
  const isTaker = trade.takerAgentId === agentId;
  const makerSide = trade.takerSide === "BUY" ? "SELL" : "BUY";
  return {
    ...fillRecord(trade),
    ...(!isTaker && { fill_id: `${trade.tradeSeq}-M`, liquidity: "MAKER" }),
    order_id: isTaker ? trade.takerOrderId : trade.makerOrderId,
    market_id: trade.marketId,
    side: isTaker ? trade.takerSide : makerSide,
  };
}

/**
 * D-031: one result per rung; a refused one is told as a decline, for the others stand.
 * Shape: `order` is what a repeated rung's first order is now, or null where there is none.
 */
export function ladderResult(
  outcome: PlaceOutcome,
  marketId: string,
  order: OrderView | null,
): Wire.LadderResultRecord {
  if (outcome.kind === "result") {
    const told = placeResult(outcome.result);
    if (order === null) return told;
    const { status, filled_qty, remaining_qty, avg_fill_price_cents } = orderRecord(order);
    return { ...told, status, filled_qty, remaining_qty, avg_fill_price_cents };
  }
  return {
    order_id: ZERO_ID,
    market_id: marketId,
    status: "REJECTED",
    reject_reason: outcome.code,
    reject_message: outcome.message,
    filled_qty: 0,
    remaining_qty: 0,
    avg_fill_price_cents: null,
    fills: [],
    effective_leverage: null,
  };
}

/** D-090. */
export function orderRecord(order: OrderView): Wire.OrderRecord {
  return {
    order_id: order.orderId,
    market_id: order.marketId,
    client_order_id: order.clientOrderId,
    side: order.side,
    type: order.type,
    tif: order.tif,
    price: order.price,
    qty: order.qty,
    filled_qty: order.filledQty,
    remaining_qty: order.remainingQty,
    avg_fill_price_cents: order.avgFillPrice,
    status: order.status,
    reduce_only: order.reduceOnly,
    liquidation: isLiquidation(order.orderId),
    leverage: order.leverage,
    created_at_ms: order.createdAtMs,
    updated_at_ms: order.updatedAtMs,
  };
}

/** D-069, D-103. */
export function marketRecord(market: MarketView): Wire.MarketRecord {
  const { seriesId, eventId, fixtureKey, openTsMs, expiryTsMs, strikePrice } = market.background;
  return {
    id: market.marketId,
    market_id: market.marketId,
    kind: market.kind,
    status: market.status,
    title: market.title,
    series_id: seriesId,
    event_id: eventId,
    fixture_key: fixtureKey,
    open_ts_ms: openTsMs,
    expiry_ts_ms: expiryTsMs,
    geometry: {
      min_price: market.minPrice,
      max_price: market.maxPrice,
      tick_size: market.tickSize,
      price_unit: market.kind === "BTC_PERP" ? "cents per BTC" : "cents",
      payout: market.payoutCents,
      contract_multiplier: market.contractMultiplier,
    },
    legs: market.legs,
    strike_price: strikePrice,
    resolution: market.resolution,
    settlement_price: market.settlementPrice,
    settled_ts_ms: market.settledAtMs,
    mark_price: market.markPrice,
    best_bid: market.bestBid,
    best_ask: market.bestAsk,
    max_position: market.positionCap,
    max_leverage: market.leverageCap,
    maintenance_margin_bps: market.maintenanceMarginBps,
  };
}

/** D-104. */
export function bookRecord(marketId: string, book: BookView, atMs: number): Wire.BookRecord {
  return { market_id: marketId, bids: book.bids, asks: book.asks, seq: book.seq, ts_ms: atMs };
}

/** D-105. Whose orders met is nobody else's business. */
export function tradeRecord(trade: TradeEvent): Wire.TradeRecord {
  return {
    trade_id: String(trade.tradeSeq),
    price: trade.price,
    qty: trade.qty,
    taker_side: trade.takerSide,
    ts_ms: trade.atMs,
  };
}

/** D-106. */
export function candleRecord(candle: Candle): Wire.CandleRecord {
  const { startMs, open, high, low, close, volume, trades } = candle;
  return { start_ts_ms: startMs, open, high, low, close, volume, trades };
}

/** D-107. */
export function midRecord({ tsMs, mid }: MidPoint): Wire.MidPointRecord {
  return { ts_ms: tsMs, mid };
}

/** D-110. Units: USD. */
export function spotRecord({ tsMs, priceCents }: SpotPrice): FeedWire.SpotPointRecord {
  return { ts_ms: tsMs, price: priceCents / 100 };
}

/** D-110. Units: USD. Shape: nothing trades in the feed, so there is no volume. */
export function spotCandleRecord({
  startMs,
  open,
  high,
  low,
  close,
}: Candle): FeedWire.SpotCandleRecord {
  return {
    start_ts_ms: startMs,
    open: open / 100,
    high: high / 100,
    low: low / 100,
    close: close / 100,
  };
}

/** D-111. */
export function feedHealthRecord({
  status,
  source,
  ageMs,
  last,
}: FeedHealth): FeedWire.FeedHealthRecord {
  return {
    status,
    source,
    age_ms: ageMs,
    last_price: last === null ? null : last.priceCents / 100,
    last_ts_ms: last?.tsMs ?? null,
  };
}

/** D-121. */
export function standingRecord(standing: Standing): PeopleWire.StandingRecord {
  return {
    public_id: standing.publicId,
    display_name: standing.displayName,
    rank: standing.rank,
    score: standing.score,
    pnl_cents: standing.pnlCents,
    volume_cents: standing.volumeCents,
    roi: standing.roi,
    equity_cents: standing.equityCents,
  };
}

/** D-120. What is liquidated depends on all that an agent has, so no price is told (D-076). */
export function positionRecord(position: PositionView): Wire.PositionRecord {
  return {
    market_id: position.marketId,
    kind: position.kind,
    qty: position.qty,
    avg_entry_price: position.avgEntryPrice,
    realized_pnl_cents: position.realizedPnlCents,
    unrealized_pnl_cents: position.unrealizedPnlCents,
    house_paid_cents: position.housePaidCents,
    leverage: position.leverage,
    margin_mode: position.marginMode,
    liquidation_price: null,
  };
}

/** D-120. */
export function walletRecord(wallet: WalletView): Wire.WalletRecord {
  return {
    agent_id: wallet.agentId,
    cash_cents: wallet.cashCents,
    reserved_cents: wallet.reservedCents,
    free_cents: wallet.freeCents,
    equity_cents: wallet.equityCents,
  };
}

/** D-132. `prefix` is the key's first characters behind `rk_live_`, to tell keys apart. */
export function keyRecord(key: KeyView): PeopleWire.KeyRecord {
  return {
    key_id: key.keyId,
    agent_id: key.agentId,
    name: key.name,
    scopes: [...key.scopes],
    prefix: key.prefix,
    created_at: new Date(key.createdAtMs).toISOString(),
    revoked_at: key.revokedAtMs === null ? null : new Date(key.revokedAtMs).toISOString(),
  };
}

/** D-120, D-123: `calling` marks the agent whose key asks. */
export function accountRecord(account: AccountView, callerId: string): PeopleWire.AccountRecord {
  return {
    account_id: account.accountId,
    public_id: account.publicId,
    display_name: account.displayName,
    agents: account.agents.map(({ agentId, name }) => ({
      agent_id: agentId,
      name,
      calling: agentId === callerId,
    })),
  };
}
