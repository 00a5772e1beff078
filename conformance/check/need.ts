/** What proving a rule can take beyond the address of the target, and what supplies it. */

/** A precondition of a rule or check. */
export type Need =
  | "agent"
  | "two-owners"
  | "second-key"
  | "read-only-key"
  | "browser"
  | "two-browsers"
  | "spare-session"
  | "market"
  | "binary"
  | "perp"
  | "parlay"
  | "two-markets"
  | "expired-market"
  | "resolved-market"
  | "void-market"
  | "closed-market"
  | "quiet"
  | "stream"
  | "wait"
  | "clock"
  | "load"
  | "many-orders"
  | "kill-switch"
  | "feed-switch"
  | "feature-gates"
  | "operator";

/**
 * Each need in a reader's words.
 * Shape: `means` completes "needs ..."; `supply` is the line of the profile that unlocks it.
 */
export const NEEDS: Readonly<Record<Need, { means: string; supply: string }>> = {
  agent: {
    means: "an agent whose key may read and trade, with cash",
    supply: "an agents entry with api_key",
  },
  "two-owners": {
    means: "two agents of different owners",
    supply: "a second agents entry with another owner",
  },
  "second-key": {
    means: "two keys of one agent",
    supply: "second_api_key on an agents entry",
  },
  "read-only-key": {
    means: "a key that may only read",
    supply: "an agents entry with scopes: [read]",
  },
  browser: {
    means: "a signed-in browser session",
    supply: "browser with session_cookie and csrf_cookie",
  },
  "two-browsers": {
    means: "browser sessions of two owners",
    supply: "control with capability sessions",
  },
  "spare-session": {
    means: "a browser session that may be ended",
    supply: "control with capability sessions",
  },
  market: {
    means: "an OPEN binary or perp",
    supply: "a markets entry of kind BTC_BINARY or BTC_PERP with status: OPEN",
  },
  binary: {
    means: "an OPEN binary",
    supply: "a markets entry with kind: BTC_BINARY, status: OPEN",
  },
  perp: {
    means: "an OPEN perp",
    supply: "a markets entry with kind: BTC_PERP, status: OPEN",
  },
  parlay: {
    means: "an OPEN parlay",
    supply: "a markets entry with kind: BTC_PARLAY, status: OPEN",
  },
  "two-markets": {
    means: "two OPEN markets",
    supply: "a second markets entry with status: OPEN",
  },
  "expired-market": {
    means: "an EXPIRED market",
    supply: "a markets entry with status: EXPIRED",
  },
  "resolved-market": {
    means: "a RESOLVED market",
    supply: "a markets entry with status: RESOLVED",
  },
  "void-market": {
    means: "a VOID market",
    supply: "a markets entry with status: VOID",
  },
  "closed-market": {
    means: "a market that is not OPEN",
    supply: "a markets entry with status: EXPIRED, RESOLVED or VOID",
  },
  quiet: {
    means: "a market no third party trades during the check",
    supply: "a markets entry nobody else trades, or control with capability markets",
  },
  stream: {
    means: "the WebSocket stream",
    supply: "stream_url",
  },
  wait: {
    means: "about a minute of the venue's time to pass",
    supply: "nothing but time, or control with capability clock",
  },
  clock: {
    means: "the offset between the target's clock and ours",
    supply: "a Date header on the target's answers, or control with capability clock",
  },
  load: {
    means: "bursts of hundreds or thousands of requests",
    supply: "allow: [load]",
  },
  "many-orders": {
    means: "leave to place some hundred orders, at an ordinary pace",
    supply: "allow: [load]",
  },
  "feed-switch": {
    means: "a reference feed that can be cut off",
    supply: "control with capability upstream",
  },
  "feature-gates": {
    means: "feature gates that can be closed",
    supply: "control with capability gates",
  },
  "kill-switch": {
    means: "a kill switch to close and open",
    supply: "control with capability freeze",
  },
  operator: {
    means: "an operator's hand on market status, feed or marks",
    supply: "control with capability markets",
  },
};
