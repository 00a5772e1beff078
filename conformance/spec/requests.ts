/** Sentences on requests: placing an order, creating an API key, minting a ticket. */
import { about } from "./sentence.ts";

const resources = about("Resources", "POST /orders");
const order = about("Resources, order place request", "POST /orders");

export const ORDER_REQUEST = [
  resources.says("Identifiers of markets, orders and agents are UUIDs", "GEN-UUID-01"),
  resources.says(
    "Prices are integers in the market's scale",
    "ORD-FIELD-11 ORD-FIELD-12 MKT-TRD-06",
  ),
  resources.says("Quantities are whole contracts", "GEN-INT-01 ORD-FIELD-08"),
  order.says("market_id: required, a UUID", "ORD-FIELD-01 ORD-FIELD-02"),
  order.says(
    "market_id: an open market of one of the three kinds",
    "REJ-UNK-01 REJ-CLOSED-01 REJ-CLOSED-02 REJ-CLOSED-03 PARLAY-ORD-01",
  ),
  order.says("side: required, BUY or SELL", "ORD-FIELD-03 ORD-FIELD-04"),
  order.says("side: BUY goes long, or takes YES", "REJ-RO-02 REJ-RO-03 PROP-META-04"),
  order.says(
    "side: SELL reduces, or takes the opposite side",
    "BIN-SELL-01 BIN-SELL-02 PROP-META-04",
  ),
  order.says("type: required, LIMIT or MARKET", "ORD-FIELD-05 ORD-FIELD-06"),
  order.says("type: LIMIT requires price", "ORD-FIELD-10"),
  order.says(
    "type: MARKET takes the liquidity there is, with price protection",
    "ORD-FIELD-14 TIF-MKT-01 TIF-MKT-03 TIF-MKT-04 TIF-MKT-05 TIF-MKT-06",
  ),
  order.says(
    "tif: optional, GTC, IOC, FOK or POST_ONLY",
    "ORD-FIELD-09 TIF-GTC-01 TIF-IOC-01 TIF-IOC-05 TIF-FOK-01 TIF-PO-01 TIF-PO-06",
  ),
  order.says("tif: GTC for a LIMIT order that names none", "ORD-FIELD-13"),
  order.says(
    "tif: a MARKET order behaves as IOC",
    "ORD-FIELD-15 TIF-MKT-03 TIF-MKT-07 RES-STATE-05",
  ),
  order.says(
    "price: an integer, a LIMIT order's limit",
    "ORD-FIELD-10 ORD-FIELD-11 MATCH-CROSS-02 MATCH-CROSS-04",
  ),
  order.says(
    "price: on the grid and in the band of the market's geometry",
    "REJ-PRICE-01 REJ-PRICE-02 REJ-PRICE-03 REJ-PRICE-04 REJ-PRICE-05 REJ-PRICE-06",
  ),
  order.says("price: 55 cents on a binary are 55, not 0.55", "BIN-PRICE-01 ORD-FIELD-12"),
  order.says("qty: required, an integer", "ORD-FIELD-07 ORD-FIELD-08 ORD-FIELD-20"),
  order.says("qty: positive, within account and risk limits", "REJ-QTY-01 REJ-QTY-02 REJ-QTY-03"),
  order.says("client_order_id: optional", "ORD-FIELD-18 ORD-FIELD-21"),
  order.says("client_order_id: the idempotency key", "IDEM-REPLAY-01 IDEM-REPLAY-02"),
  order.says("client_order_id: letters, digits, _ - : and .", "ORD-FIELD-16 ORD-FIELD-17"),
  order.says(
    "client_order_id: one for each intended order",
    "IDEM-CONF-01 IDEM-CONF-02 IDEM-CONF-04 IDEM-ID-01",
  ),
  order.says("timestamp_ms: the send time in epoch ms, optional", "FRESH-IN-01 FRESH-NONE-01"),
  order.says("timestamp_ms: never without recv_window_ms", "FRESH-PAIR-01"),
  order.says(
    "recv_window_ms: from 1 to 60000",
    "FRESH-RANGE-01 FRESH-RANGE-02 FRESH-RANGE-03 FRESH-RANGE-04",
  ),
  order.says("recv_window_ms: never without timestamp_ms", "FRESH-PAIR-02"),
  order.says("reduce_only: a boolean, false by default", "ORD-FIELD-27 ORD-FIELD-29"),
  order.says(
    "reduce_only: when true the order may only shrink a position",
    "REJ-RO-01 REJ-RO-02 REJ-RO-03 REJ-RO-04 REJ-RO-05 REJ-RO-06",
  ),
  order.says("slippage_cap_cents: additive protection of a binary MARKET order", "TIF-MKT-04"),
  order.says(
    "slippage_cap_cents: the venue's default when left out",
    "TIF-MKT-06 TIF-MKT-08 CLAIM-SLIP-01 CLAIM-SLIP-02",
  ),
  order.says(
    "slippage_cap_bps: protection of a perp MARKET order past the touch",
    "TIF-MKT-05 TIF-MKT-08",
  ),
  order.says("slippage_cap_bps: rejected on a binary", "REJ-SLIP-01"),
  order.says("leverage: an integer, on perps only", "PERP-LEV-01 REJ-LEV-01 PARLAY-LEV-01"),
  order.says("margin_mode: CROSS or ISOLATED", "PERP-MM-01 PERP-MM-02 REJ-MM-02"),
  order.says("margin_mode: on perps only", "REJ-MM-01"),
  order.says(
    "margin_mode: applies when opening from flat",
    "PERP-MM-01 PERP-MM-02 PERP-MM-03 PERP-MM-04 REJ-MM-03",
  ),
  order.says(
    "confirm_fat_finger: a boolean, true only after FAT_FINGER",
    "REJ-FF-02 ORD-FIELD-28 ORD-FIELD-29",
  ),
  order.says("Unknown body fields are ignored", "GEN-UNK-01 PROP-META-02 PROP-FIELDS-01"),
];

const KEY = "Resources, API key create request";
const key = about(KEY, "POST /me/agents/{agent_id}/keys");

export const KEY_REQUEST = [
  key.says("name: required", "KEY-NEW-06 KEY-NEW-11"),
  key.says("name: at most 80 characters", "KEY-NEW-04 KEY-NEW-05"),
  key.says("scopes: read and trade by default", "KEY-NEW-02"),
  key.says("scopes: a user's key may have read and trade, no other", "KEY-NEW-07 KEY-SCOPE-02"),
  about(KEY, "POST /me/agents/{agent_id}/keys", "/agents/{agent_id}/keys").says(
    "scopes: privileged ones are the operator's",
    "KEY-NEW-07 KEY-OPER-01",
  ),
];

const TICKET_PART = "Resources, WebSocket ticket";
const ticket = about(TICKET_PART, "POST /auth/ws-ticket");

export const TICKET = [
  ticket.says("agent_id: a UUID", "TKT-MINT-06"),
  ticket.says("agent_id: required with a session", "TKT-MINT-07 TKT-MINT-08"),
  ticket.says(
    "agent_id: optional with a key, whose agent the ticket is for",
    "TKT-MINT-01 TKT-MINT-04",
  ),
  ticket.says("ticket: starts with rw_live_", "TKT-MINT-01 TKT-MINT-02"),
  about(TICKET_PART, "POST /auth/ws-ticket", "{stream_url}/stream").says(
    "ticket: single-use",
    "TKT-MINT-11 STRM-CONN-02",
  ),
  ticket.says("expires_at: ISO 8601, 60 s after minting", "TKT-MINT-01 TKT-MINT-03"),
];
