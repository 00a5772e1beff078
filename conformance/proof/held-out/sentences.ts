/** Sentences that several defects contradict, each with the part of the spec it stands in. */

export const REPLAY =
  "Behaviour rules 2: when the same agent replays a client_order_id, the original result is returned and no duplicate order is placed";
export const OTHERS_ARE_FORBIDDEN =
  "Authentication 9: a resource owned by another agent gives 403, of the same owner too";
export const REVOKED =
  "States and transitions 4: a revoked API key stops authenticating immediately";
export const WRITE_RATE =
  "Limits: 600 requests per 60 seconds per agent, of POST, DELETE and PATCH alike";
export const READ_RATE = "Limits: 6,000 requests per 60 seconds per agent";
export const BUCKET = "Limits, bucket sharing: per agent, not per key";
export const NO_CASH =
  "Order reject codes, INSUFFICIENT_MARGIN: not enough free cash for the initial margin; what rests counts";
export const COLLATERAL =
  "Claim full_collateral: reserved while resting and when filled, given back on cancel";
export const PAYOUT =
  "Claim payout: settlement pays it per contract to the right side, VOID gives back what was paid";
export const PRIORITY =
  "Claim price_time_priority: at one price the oldest first, a part-filled maker keeps its place";
export const CANDLES =
  "Claim candles_from_trades: open, high, low, close and volume are those of the venue's trades";
export const REDUCE_ONLY =
  "Order place request, reduce_only: the order may only shrink an existing position";
export const COOLDOWN =
  "Order reject codes, AGENT_SIDE_COOLDOWN: repeated rejects put the agent, market and side in a temporary cooldown";
export const POSITION_CAP =
  "Order reject codes, POSITION_CAP: the order would exceed the per-agent position cap for the market";
export const CANCEL_ALL =
  "Endpoints, DELETE /orders: cancels all the caller's orders, narrowed by market_id when given";
export const ONLY_OPEN = "States and transitions 1: only an OPEN market accepts new orders";
export const TICKET = "Authentication 7: a ticket is valid 60 seconds and consumed on first use";
export const PRIVATE = "Events: the stream carries private channels per agent";
export const CSRF =
  "Authentication 4: state-changing browser requests also need the CSRF cookie's value in X-Service-CSRF";
export const TRADE_SCOPE =
  "Authentication 6: keys support the scopes read and trade; one without trade places nothing";
