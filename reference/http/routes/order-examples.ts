/** Orders of each kind, as the description shows them; each is one that the venue takes. */

/** A request that is shown. */
export interface RequestExample {
  summary: string;
  value: object;
}

/** Stands in an example for a market of a kind; the page at `/docs` puts one of the venue in its place. */
export const EXAMPLE_MARKETS = {
  BTC_BINARY: "00000000-0000-4000-8000-00000000b1a0",
  BTC_PERP: "00000000-0000-4000-8000-0000000ee490",
  BTC_PARLAY: "00000000-0000-4000-8000-0000000a41a0",
} as const;

const binary = { market_id: EXAMPLE_MARKETS.BTC_BINARY, side: "BUY" };
const limit = { ...binary, type: "LIMIT", price: 40, qty: 5 };
const perp = { market_id: EXAMPLE_MARKETS.BTC_PERP, side: "BUY" };

/** Of `POST /orders`. */
export const PLACE_EXAMPLES: Record<string, RequestExample> = {
  limit: { summary: "a limit order that rests until it is cancelled", value: limit },
  "post-only": {
    summary: "a quote that is declined where it would trade at once",
    value: { ...limit, tif: "POST_ONLY" },
  },
  ioc: {
    summary: "what can be had now at 60 or better; the rest is cancelled",
    value: { ...limit, tif: "IOC", price: 60 },
  },
  fok: {
    summary: "all of it now at 60 or better, or nothing",
    value: { ...limit, tif: "FOK", price: 60 },
  },
  market: {
    summary: "a market order, no further than 5 cents from the touch",
    value: { ...binary, type: "MARKET", tif: "IOC", qty: 5, slippage_cap_cents: 5 },
  },
  idempotent: {
    summary: "an order that may be sent again without being placed again",
    value: { ...limit, client_order_id: "my-bot:1" },
  },
  perpetual: {
    summary: "a perpetual with leverage and a margin of its own",
    value: {
      ...perp,
      ...{ type: "LIMIT", price: 6_500_000, qty: 1, leverage: 5, margin_mode: "ISOLATED" },
    },
  },
  "reduce-only": {
    summary: "an order that closes a position, and opens none",
    value: { ...perp, side: "SELL", type: "MARKET", tif: "IOC", qty: 1, reduce_only: true },
  },
  parlay: {
    summary: "a parlay",
    value: { ...limit, market_id: EXAMPLE_MARKETS.BTC_PARLAY, price: 10 },
  },
};

const rung = { side: "BUY", type: "LIMIT", qty: 5 };

/** Of `POST /orders/replace-ladder`. */
export const LADDER_EXAMPLES: Record<string, RequestExample> = {
  bids: {
    summary: "two bids in the place of all bids of a market",
    value: {
      ...binary,
      orders: [
        { ...rung, price: 40 },
        { ...rung, price: 38 },
      ],
    },
  },
};

/** Of `PATCH /orders/{order_id}`. */
export const AMEND_EXAMPLES: Record<string, RequestExample> = {
  smaller: { summary: "a smaller order, which keeps its place", value: { qty: 3 } },
  elsewhere: { summary: "another price, behind those who wait there", value: { price: 41 } },
};
