/** What a venue is asked and answers. Made by `npm run tables` from its description. */

/** Every record, by the name that the description gives it. */
export interface Records {
  Account: {
    account_id: string;
    public_id: string;
    display_name: string;
    agents: Array<{
      agent_id: string;
      name: string;
      calling: boolean;
    }>;
  };
  Agent: {
    agent_id: string;
    name: string;
  };
  AgentRequest: {
    name: string;
  };
  Book: {
    market_id: string;
    bids: Array<Records["Level"]>;
    asks: Array<Records["Level"]>;
    seq: number;
    /** epoch ms */
    ts_ms: number;
  };
  Candle: {
    /** epoch ms */
    start_ts_ms: number;
    /** price units of the market */
    open: number;
    /** price units of the market */
    high: number;
    /** price units of the market */
    low: number;
    /** price units of the market */
    close: number;
    /** contracts */
    volume: number;
    trades: number;
  };
  ErrorEnvelope: {
    code: string;
    message: string;
    request_id: string;
    details?: Record<string, unknown>;
  };
  EventMarket: {
    market_id: string;
    title: string;
    points: Array<Records["MidPoint"]>;
  };
  FeedHealth: {
    status: "OK" | "STALE" | "DOWN";
    source: string;
    age_ms: number | null;
    last_price: number | null;
    last_ts_ms: number | null;
  };
  Fill: {
    fill_id: string;
    /** price units of the market */
    price: number;
    /** contracts */
    qty: number;
    liquidity: "TAKER" | "MAKER";
    /** epoch ms */
    ts_ms: number;
    trade_id: string;
    /** cents */
    fee_cents: number;
  };
  Geometry: {
    /** price units of the market */
    min_price: number;
    /** price units of the market */
    max_price: number;
    /** price units of the market */
    tick_size: number;
    price_unit: "cents" | "cents per BTC";
    payout: number | null;
    contract_multiplier: number | null;
  };
  InvalidParameters: {
    detail: Array<{
      loc: Array<string | number>;
      msg: string;
      type: string;
    }>;
  };
  Key: {
    key_id: string;
    agent_id: string;
    name: string;
    scopes: Array<"read" | "trade">;
    prefix: string;
    created_at: string;
    revoked_at: string | null;
  };
  KeyRequest: {
    name: string;
    scopes?: Array<string>;
  };
  LadderRequest: {
    market_id: string;
    side?: "BUY" | "SELL";
    orders: Array<{
      market_id?: string;
      side: "BUY" | "SELL";
      type: "LIMIT" | "MARKET";
      tif?: "GTC" | "IOC" | "FOK" | "POST_ONLY";
      price?: number;
      qty: number;
      client_order_id?: string;
      timestamp_ms?: number;
      recv_window_ms?: number;
      reduce_only?: boolean;
      slippage_cap_cents?: number;
      slippage_cap_bps?: number;
      leverage?: number;
      margin_mode?: "CROSS" | "ISOLATED";
      confirm_fat_finger?: boolean;
    }>;
  };
  LadderResult: {
    order_id: string;
    market_id: string;
    status: "NEW" | "PARTIAL" | "FILLED" | "CANCELLED" | "REJECTED";
    reject_reason:
      | "TIMESTAMP_OUT_OF_WINDOW"
      | "UNKNOWN_MARKET"
      | "MARKET_CLOSED"
      | "INVALID_QTY"
      | "INVALID_LEVERAGE"
      | "INVALID_MARGIN_MODE"
      | "PRICE_OUT_OF_RANGE"
      | "AGENT_SIDE_COOLDOWN"
      | "NO_REFERENCE_PRICE"
      | "FAT_FINGER"
      | "REDUCE_ONLY_VIOLATION"
      | "POSITION_CAP"
      | "INSUFFICIENT_MARGIN"
      | "POST_ONLY_WOULD_CROSS"
      | "FOK_NOT_FILLABLE"
      | "MARKET_NO_LIQUIDITY"
      | "EXCHANGE_FROZEN"
      | "VALIDATION_ERROR"
      | "CLIENT_ORDER_ID_CONFLICT"
      | "ORDER_NOT_FOUND"
      | "ORDER_NOT_OPEN"
      | "AMEND_CONFLICT"
      | "FORBIDDEN"
      | "MARKET_NOT_FOUND"
      | "AGENT_NOT_FOUND"
      | "KEY_NOT_FOUND"
      | "AGENT_NAME_TAKEN"
      | null;
    reject_message: string | null;
    /** contracts */
    filled_qty: number;
    /** contracts */
    remaining_qty: number;
    avg_fill_price_cents: number | null;
    fills: Array<Records["Fill"]>;
    effective_leverage: number | null;
  };
  Level: {
    /** price units of the market */
    price: number;
    /** contracts */
    qty: number;
  };
  LoginRequest: {
    email: string;
    password: string;
  };
  Market: {
    id: string;
    market_id: string;
    kind: "BTC_BINARY" | "BTC_PERP" | "BTC_PARLAY";
    status: "OPEN" | "EXPIRED" | "RESOLVED" | "VOID";
    title: string;
    series_id: string | null;
    event_id: string | null;
    fixture_key: string | null;
    /** epoch ms */
    open_ts_ms: number;
    expiry_ts_ms: number | null;
    geometry: Records["Geometry"];
    legs: Array<string>;
    strike_price: number | null;
    resolution: "YES" | "NO" | null;
    settlement_price: number | null;
    settled_ts_ms: number | null;
    mark_price: number | null;
    best_bid: number | null;
    best_ask: number | null;
    /** contracts */
    max_position: number;
    max_leverage: number | null;
    maintenance_margin_bps: number | null;
  };
  Me: {
    caller: "key" | "session";
    account_id: string;
    public_id: string;
    display_name: string;
    agents: Array<{
      agent_id: string;
      name: string;
      calling: boolean;
    }>;
  };
  MidPoint: {
    /** epoch ms */
    ts_ms: number;
    /** price units of the market */
    mid: number;
  };
  NewKey: {
    key_id: string;
    agent_id: string;
    name: string;
    scopes: Array<"read" | "trade">;
    prefix: string;
    created_at: string;
    revoked_at: string | null;
    api_key: string;
  };
  Order: {
    order_id: string;
    market_id: string;
    client_order_id: string | null;
    side: "BUY" | "SELL";
    type: "LIMIT" | "MARKET";
    tif: "GTC" | "IOC" | "FOK" | "POST_ONLY";
    price: number | null;
    /** contracts */
    qty: number;
    /** contracts */
    filled_qty: number;
    /** contracts */
    remaining_qty: number;
    avg_fill_price_cents: number | null;
    status: "NEW" | "PARTIAL" | "FILLED" | "CANCELLED" | "REJECTED";
    reduce_only: boolean;
    /** the venue's own order, to close a position */
    liquidation: boolean;
    leverage: number | null;
    /** epoch ms */
    created_at_ms: number;
    /** epoch ms */
    updated_at_ms: number;
  };
  OrderAmendRequest: {
    price?: number;
    qty?: number;
  };
  OrderPlaceRequest: {
    market_id: string;
    side: "BUY" | "SELL";
    type: "LIMIT" | "MARKET";
    tif?: "GTC" | "IOC" | "FOK" | "POST_ONLY";
    price?: number;
    qty: number;
    client_order_id?: string;
    timestamp_ms?: number;
    recv_window_ms?: number;
    reduce_only?: boolean;
    slippage_cap_cents?: number;
    slippage_cap_bps?: number;
    leverage?: number;
    margin_mode?: "CROSS" | "ISOLATED";
    confirm_fat_finger?: boolean;
  };
  OrderPlaceResult: {
    order_id: string;
    market_id: string;
    status: "NEW" | "PARTIAL" | "FILLED" | "CANCELLED" | "REJECTED";
    reject_reason:
      | "TIMESTAMP_OUT_OF_WINDOW"
      | "UNKNOWN_MARKET"
      | "MARKET_CLOSED"
      | "INVALID_QTY"
      | "INVALID_LEVERAGE"
      | "INVALID_MARGIN_MODE"
      | "PRICE_OUT_OF_RANGE"
      | "AGENT_SIDE_COOLDOWN"
      | "NO_REFERENCE_PRICE"
      | "FAT_FINGER"
      | "REDUCE_ONLY_VIOLATION"
      | "POSITION_CAP"
      | "INSUFFICIENT_MARGIN"
      | "POST_ONLY_WOULD_CROSS"
      | "FOK_NOT_FILLABLE"
      | "MARKET_NO_LIQUIDITY"
      | null;
    reject_message: string | null;
    /** contracts */
    filled_qty: number;
    /** contracts */
    remaining_qty: number;
    avg_fill_price_cents: number | null;
    fills: Array<Records["Fill"]>;
    effective_leverage: number | null;
  };
  OwnFill: {
    fill_id: string;
    /** price units of the market */
    price: number;
    /** contracts */
    qty: number;
    liquidity: "TAKER" | "MAKER";
    /** epoch ms */
    ts_ms: number;
    trade_id: string;
    /** cents */
    fee_cents: number;
    order_id: string;
    market_id: string;
    side: "BUY" | "SELL";
  };
  Position: {
    market_id: string;
    kind: "BTC_BINARY" | "BTC_PERP" | "BTC_PARLAY";
    /** contracts, below zero when short */
    qty: number;
    avg_entry_price: number | null;
    /** cents */
    realized_pnl_cents: number;
    unrealized_pnl_cents: number | null;
    /** what the house has paid of its losses, in cents */
    house_paid_cents: number;
    leverage: number | null;
    margin_mode: "CROSS" | "ISOLATED" | null;
    liquidation_price: null;
  };
  RateLimited: {
    code: string;
    message: string;
    request_id: string;
    details?: Record<string, unknown>;
    detail: {
      code: string;
      message: string;
    };
  };
  Series: {
    series_id: string;
    kind: "BTC_BINARY" | "BTC_PERP" | "BTC_PARLAY";
    title: string;
    window_seconds: number | null;
  };
  SeriesContext: {
    series: Records["Series"];
    spot_price: number | null;
    current_market: Records["Market"] | null;
    history: Array<Records["Market"]>;
    upcoming: Array<Records["Market"]>;
    history_limit: number;
    upcoming_limit: number;
  };
  SignInConfig: {
    signup: boolean;
    idp_login_path: string;
    session_cookie: string;
    csrf_cookie: string;
    csrf_header: string;
    session_seconds: number;
    session_idle_seconds: number;
  };
  SignInStart: {
    authorization_url: string;
    state: string;
  };
  SignUpRequest: {
    email: string;
    password: string;
    display_name?: string;
    agent_name?: string;
  };
  SignedIn: {
    authenticated: true;
    account: Records["Account"];
  };
  SignedOut: {
    authenticated: false;
  };
  SpotCandle: {
    /** epoch ms */
    start_ts_ms: number;
    /** USD */
    open: number;
    /** USD */
    high: number;
    /** USD */
    low: number;
    /** USD */
    close: number;
  };
  SpotPoint: {
    /** epoch ms */
    ts_ms: number;
    /** USD */
    price: number;
  };
  Standing: {
    public_id: string;
    display_name: string;
    rank: number;
    /** basis points of the initial cash */
    score: number;
    /** cents */
    pnl_cents: number;
    /** cents */
    volume_cents: number;
    /** a fraction of the initial cash */
    roi: number;
    /** cents */
    equity_cents: number;
  };
  Ticket: {
    ticket: string;
    expires_at: string;
  };
  TicketRequest: {
    agent_id?: string;
  };
  Trade: {
    trade_id: string;
    /** price units of the market */
    price: number;
    /** contracts */
    qty: number;
    taker_side: "BUY" | "SELL";
    /** epoch ms */
    ts_ms: number;
  };
  Wallet: {
    agent_id: string;
    /** cents */
    cash_cents: number;
    /** cents */
    reserved_cents: number;
    /** cents */
    free_cents: number;
    /** cents */
    equity_cents: number;
  };
}

/** What the stream tells, by its `type`. */
export type VenueFrame =
  /** The first frame: whose stream it is, and the channels it follows from the start. */
  | {
      type: "hello";
      agent_id: string;
      channels: Array<string>;
      heartbeat_ms: number;
      /** epoch ms */
      ts_ms: number;
    }
  /** Answers subscribe; a snapshot of each channel comes next. */
  | {
      type: "subscribed";
      id: string | number | null;
      channels: Array<string>;
      /** epoch ms */
      ts_ms: number;
    }
  /** Answers unsubscribe. */
  | {
      type: "unsubscribed";
      id: string | number | null;
      channels: Array<string>;
      /** epoch ms */
      ts_ms: number;
    }
  /** Answers ping, after everything said before. */
  | {
      type: "pong";
      id: string | number | null;
      /** epoch ms */
      ts_ms: number;
    }
  /** Nothing else was told for a while. */
  | {
      type: "heartbeat";
      /** epoch ms */
      ts_ms: number;
    }
  /** The message had no effect. */
  | {
      type: "error";
      id: string | number | null;
      code:
        | "NOT_JSON"
        | "INVALID_REQUEST"
        | "UNKNOWN_OP"
        | "UNKNOWN_CHANNEL"
        | "TOO_MANY_SUBSCRIPTIONS";
      message: string;
      /** epoch ms */
      ts_ms: number;
    }
  /** All levels, then those that changed; qty 0 removes one. */
  | {
      type: "snapshot" | "update";
      /** book:{market} */
      channel: string;
      seq: number;
      data: Records["Book"];
    }
  /** Trades as they happen, oldest first. */
  | {
      type: "snapshot" | "update";
      /** trades:{market} */
      channel: string;
      seq: number;
      data: {
        trades: Array<Records["Trade"]>;
      };
    }
  /** The market, again when status, mark price or touch changed. */
  | {
      type: "snapshot" | "update";
      /** market:{market} */
      channel: string;
      seq: number;
      data: Records["Market"];
    }
  /** The price of bitcoin and the state of its feed, again when either changed. */
  | {
      type: "snapshot" | "update";
      channel: "spot";
      seq: number;
      data: {
        status: "OK" | "STALE" | "DOWN";
        last: Records["SpotPoint"] | null;
      };
    }
  /** The agent's resting orders, then every order that came, changed or ended. */
  | {
      type: "snapshot" | "update";
      channel: "orders";
      seq: number;
      data: {
        orders: Array<Records["Order"]>;
      };
    }
  /** The agent's side of each trade as it happens, oldest first. */
  | {
      type: "snapshot" | "update";
      channel: "fills";
      seq: number;
      data: {
        fills: Array<Records["OwnFill"]>;
      };
    }
  /** The agent's positions, then those that changed; one that is gone has qty 0. */
  | {
      type: "snapshot" | "update";
      channel: "positions";
      seq: number;
      data: {
        positions: Array<Records["Position"]>;
      };
    }
  /** The agent's wallet, again when it changed. */
  | {
      type: "snapshot" | "update";
      channel: "wallet";
      seq: number;
      data: Records["Wallet"];
    };

/** Every route: what it takes and answers. */
export interface VenueRoutes {
  /** the engine declined it; the order entered the ledger. */
  "POST /orders": {
    body: Records["OrderPlaceRequest"];
    answer: Records["OrderPlaceResult"];
  };
  /** orders, newest first. */
  "GET /orders": {
    query?: { market_id?: string; limit?: number; status?: string };
    answer: {
      orders: Array<Records["Order"]>;
      count: number;
      limit: number;
    };
  };
  /** the ids of the cancelled orders. */
  "DELETE /orders": {
    query?: { market_id?: string };
    answer: {
      cancelled: Array<string>;
      count: number;
    };
  };
  /** resting orders, newest first. */
  "GET /orders/open": {
    query?: { market_id?: string; limit?: number };
    answer: {
      orders: Array<Records["Order"]>;
      count: number;
      limit: number;
    };
  };
  /** ids of the cancelled orders and one result per new order. */
  "POST /orders/replace-ladder": {
    body: Records["LadderRequest"];
    answer: {
      cancelled: Array<string>;
      results: Array<Records["LadderResult"]>;
    };
  };
  /** the order. */
  "GET /orders/{order_id}": {
    params: { order_id: string };
    answer: Records["Order"];
  };
  /** the cancelled order. */
  "DELETE /orders/{order_id}": {
    params: { order_id: string };
    answer: Records["Order"];
  };
  /** the amended order. */
  "PATCH /orders/{order_id}": {
    params: { order_id: string };
    body: Records["OrderAmendRequest"];
    answer: Records["Order"];
  };
  /** the account that owns the calling agent. */
  "GET /account": {
    answer: Records["Account"];
  };
  /** the agent's positions. */
  "GET /positions": {
    answer: {
      positions: Array<Records["Position"]>;
      count: number;
    };
  };
  /** the agent's wallet. */
  "GET /me/wallet": {
    answer: Records["Wallet"];
  };
  /** the new account with its first agent. */
  "POST /auth/signup": {
    body: Records["SignUpRequest"];
    answer: Records["Account"];
  };
  /** signed in: session and CSRF cookies are set. */
  "POST /auth/login": {
    body: Records["LoginRequest"];
    answer: Records["SignedIn"];
  };
  /** the account, and the agent the caller acts for. */
  "GET /auth/me": {
    answer: Records["Me"];
  };
  /** whether somebody is signed in, and who. */
  "GET /auth/session": {
    answer:
      | {
          authenticated: true;
          account: Records["Account"];
          expires_at: string;
        }
      | Records["SignedOut"];
  };
  /** the ways to sign in, and the names of cookies and header. */
  "GET /auth/config": {
    answer: Records["SignInConfig"];
  };
  /** the session has ended, with its tickets and sockets. */
  "POST /auth/logout": {
    answer: Records["SignedOut"];
  };
  /** where to go, and the state to come back with; to there, for browsers. */
  "GET /auth/idp/login": {
    answer: Records["SignInStart"];
  };
  /** signed in: session and CSRF cookies are set; likewise, for browsers. */
  "GET /auth/idp/callback": {
    query?: { code?: string; state?: string; error?: string; iss?: string };
    answer: Records["SignedIn"];
  };
  /** a ticket for one connection within 60 seconds. */
  "POST /auth/ws-ticket": {
    body?: Records["TicketRequest"];
    answer: Records["Ticket"];
  };
  /** the account's agents, oldest first. */
  "GET /me/agents": {
    answer: {
      agents: Array<Records["Agent"]>;
      count: number;
    };
  };
  /** the new agent, with cash from the faucet. */
  "POST /me/agents": {
    body: Records["AgentRequest"];
    answer: Records["Agent"];
  };
  /** the new key, in plaintext this once. */
  "POST /me/agents/{agent_id}/keys": {
    params: { agent_id: string };
    body: Records["KeyRequest"];
    answer: Records["NewKey"];
  };
  /** the agent's keys, oldest first, revoked ones too. */
  "GET /me/agents/{agent_id}/keys": {
    params: { agent_id: string };
    answer: {
      keys: Array<Records["Key"]>;
      count: number;
    };
  };
  /** the key has ended. */
  "DELETE /me/agents/{agent_id}/keys/{key_id}": {
    params: { agent_id: string; key_id: string };
    answer: Records["Key"];
  };
  /** the new key, in plaintext this once. */
  "POST /agents/{agent_id}/keys": {
    params: { agent_id: string };
    body: Records["KeyRequest"];
    answer: Records["NewKey"];
  };
  /** the agent's keys, oldest first, revoked ones too. */
  "GET /agents/{agent_id}/keys": {
    params: { agent_id: string };
    answer: {
      keys: Array<Records["Key"]>;
      count: number;
    };
  };
  /** the key has ended. */
  "DELETE /agents/{agent_id}/keys/{key_id}": {
    params: { agent_id: string; key_id: string };
    answer: Records["Key"];
  };
  /** the mids of each market of the event; none without an event. */
  "GET /markets/event-history": {
    query?: {
      event_id?: string;
      fixture_key?: string;
      period_seconds?: 1 | 5 | 15 | 60 | 300 | 900 | 3600 | 86400;
      limit?: number;
    };
    answer: {
      markets: Array<Records["EventMarket"]>;
      count: number;
      event_id: string;
      fixture_key: string;
      period_seconds: 1 | 5 | 15 | 60 | 300 | 900 | 3600 | 86400;
      limit: number;
    };
  };
  /** a page of markets: open ones first, soonest expiry first, then the others, the last to expire first. */
  "GET /markets": {
    query?: {
      status?: "OPEN" | "EXPIRED" | "RESOLVED" | "VOID";
      kind?: "BTC_BINARY" | "BTC_PERP" | "BTC_PARLAY";
      limit?: number;
      offset?: number;
    };
    answer: {
      markets: Array<Records["Market"]>;
      count: number;
      status?: "OPEN" | "EXPIRED" | "RESOLVED" | "VOID";
      kind?: "BTC_BINARY" | "BTC_PERP" | "BTC_PARLAY";
      limit: number;
      offset: number;
    };
  };
  /** markets that take orders, soonest expiry first. */
  "GET /markets/active": {
    query?: { limit?: number };
    answer: {
      markets: Array<Records["Market"]>;
      count: number;
      limit: number;
    };
  };
  /** the market. */
  "GET /markets/{market_id}": {
    params: { market_id: string };
    answer: Records["Market"];
  };
  /** price levels of both sides, best first. */
  "GET /markets/{market_id}/book": {
    params: { market_id: string };
    query?: { depth?: number };
    answer: Records["Book"];
  };
  /** trades, newest first. */
  "GET /markets/{market_id}/trades": {
    params: { market_id: string };
    query?: { limit?: number };
    answer: {
      trades: Array<Records["Trade"]>;
      count: number;
      market_id: string;
      limit: number;
    };
  };
  /** candles of the periods with trades, oldest first. */
  "GET /markets/{market_id}/candles": {
    params: { market_id: string };
    query?: { period_seconds?: 1 | 5 | 15 | 60 | 300 | 900 | 3600 | 86400; limit?: number };
    answer: {
      candles: Array<Records["Candle"]>;
      count: number;
      market_id: string;
      period_seconds: 1 | 5 | 15 | 60 | 300 | 900 | 3600 | 86400;
      limit: number;
    };
  };
  /** one point for each second with both sides in the book, oldest first. */
  "GET /markets/{market_id}/mid-history": {
    params: { market_id: string };
    query?: { limit?: number };
    answer: {
      points: Array<Records["MidPoint"]>;
      count: number;
      market_id: string;
      limit: number;
    };
  };
  /** the series, its current market, those resolved and those to come. */
  "GET /series/{series_id}/context": {
    params: { series_id: string };
    query?: { history_limit?: number; upcoming_limit?: number };
    answer: Records["SeriesContext"];
  };
  /** prices of the last seconds, oldest first. */
  "GET /feed/btc-spot/history": {
    query?: { seconds?: number };
    answer: {
      points: Array<Records["SpotPoint"]>;
      count: number;
      seconds: number;
    };
  };
  /** candles of the price, oldest first. */
  "GET /feed/btc-spot/candles": {
    query?: { period_seconds?: 1 | 5 | 15 | 60 | 300 | 900 | 3600 | 86400; limit?: number };
    answer: {
      candles: Array<Records["SpotCandle"]>;
      count: number;
      period_seconds: 1 | 5 | 15 | 60 | 300 | 900 | 3600 | 86400;
      limit: number;
    };
  };
  /** whether there is a price, and how old it is. */
  "GET /feed/btc-spot/health": {
    answer: Records["FeedHealth"];
  };
  /** a page of accounts. */
  "GET /leaderboard": {
    query?: {
      sort?: "score" | "pnl" | "volume" | "roi";
      order?: "asc" | "desc";
      limit?: number;
      offset?: number;
    };
    answer: {
      entries: Array<Records["Standing"]>;
      count: number;
      total: number;
      sort: "score" | "pnl" | "volume" | "roi";
      order: "asc" | "desc";
      limit: number;
      offset: number;
    };
  };
  /** one account's place. */
  "GET /leaderboard/account/{public_id}": {
    params: { public_id: string };
    answer: Records["Standing"];
  };
  /** ok. */
  "GET /health": {
    answer: {
      status: "ok";
      snapshot_error?: string;
    };
  };
  /** live. */
  "GET /live": {
    answer: {
      status: "live";
      snapshot_error?: string;
    };
  };
  /** ready. */
  "GET /ready": {
    answer: {
      status: "ready";
      snapshot_error?: string;
    };
  };
  /** the OpenAPI document. */
  "GET /openapi.json": {
    answer: Record<string, unknown>;
  };
  /** the AsyncAPI document of the stream. */
  "GET /asyncapi.json": {
    answer: Record<string, unknown>;
  };
}
