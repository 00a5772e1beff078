/** Sentences of the table of market and data routes. */
import { about } from "./sentence.ts";

const PART = "Endpoints, markets and data";
const list = about(PART, "GET /markets");
const active = about(PART, "GET /markets/active");
const book = about(PART, "GET /markets/{market_id}/book");
const trades = about(PART, "GET /markets/{market_id}/trades");
const candles = about(PART, "GET /markets/{market_id}/candles");
const mids = about(PART, "GET /markets/{market_id}/mid-history");
const events = about(PART, "GET /markets/event-history");
const series = about(PART, "GET /series/{series_id}/context");
const history = about(PART, "GET /feed/btc-spot/history");
const spotCandles = about(PART, "GET /feed/btc-spot/candles");

export const MARKET_ROUTES = [
  list.says("Markets: 200", "MKT-LIST-01"),
  list.says("Markets: status narrows", "MKT-LIST-04 MKT-LIST-06"),
  list.says("Markets: kind narrows", "MKT-LIST-05 MKT-LIST-06"),
  list.says("Markets: limit, 50 by default", "MKT-LIST-02"),
  list.says("Markets: offset, 0 by default", "MKT-LIST-03"),
  active.says("Active markets: 200", "MKT-ACT-01"),
  active.says("Active markets: limit, 50 by default", "MKT-ACT-01"),
  about(PART, "GET /markets/{market_id}").says("One market: 200", "MKT-GET-01"),
  book.says("Book: 200", "MKT-BOOK-01"),
  book.says("Book: depth, 50 by default", "MKT-BOOK-02"),
  trades.says("Trades: 200", "MKT-TRD-01"),
  trades.says("Trades: limit, 100 by default", "MKT-TRD-01"),
  candles.says("Candles: 200", "MKT-CDL-01"),
  candles.says("Candles: period_seconds, 60 by default", "MKT-CDL-02 MKT-CDL-03"),
  candles.says("Candles: limit, 500 by default", "MKT-CDL-01"),
  mids.says("Mid history: 200", "MKT-MID-01"),
  mids.says("Mid history: limit, 3600 by default", "MKT-MID-01"),
  events.says("Event history: 200", "MKT-EVT-01"),
  events.says("Event history: four parameters, all with defaults", "MKT-EVT-02"),
  series.says("Series context: 200", "MKT-SER-01 MKT-SER-02"),
  series.says("Series context: history_limit, 8, and upcoming_limit, 5", "MKT-SER-02"),
  history.says("Spot history: 200", "SPOT-HIST-01"),
  history.says("Spot history: seconds, 900 by default", "SPOT-HIST-02"),
  spotCandles.says("Spot candles: 200", "SPOT-CDL-01"),
  spotCandles.says("Spot candles: period_seconds, 300, and limit, 500", "SPOT-CDL-01"),
  about(PART, "GET /feed/btc-spot/health").says("Spot health: 200", "SPOT-HLT-01"),
  about(
    PART,
    "GET /markets",
    "GET /markets/{market_id}/candles",
    "GET /feed/btc-spot/history",
  ).says("Invalid query parameters are answered 422", "MKT-LIST-07 MKT-CDL-02 SPOT-VAL-01"),
];
