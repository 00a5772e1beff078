/** Every number of the venue that the spec leaves open, in one place, each with its unit. */

/** Units are in the names; thresholds are inclusive. Decisions in brackets. */
export interface VenueLimits {
  /** Longest `client_order_id` (D-047). */
  clientOrderIdLengthMax: number;
  /** Declines on one agent, market and side within the window that start a cooldown (D-061). */
  cooldownDeclines: number;
  cooldownWindowMs: number;
  cooldownForMs: number;
  /** A perp price beyond this multiple or fraction of the mark is a fat finger (D-062). */
  fatFingerMarkMultiple: number;
  fatFingerQtyPerp: number;
  fatFingerQtyBinary: number;
  /** Per-agent position caps in contracts (D-063). */
  positionCapBinary: number;
  positionCapPerp: number;
  leverageCap: number;
  /** Price protection of a MARKET order that names none (D-065). */
  defaultSlippageCents: number;
  defaultSlippageBps: number;
  ladderOrdersMax: number;
}

export const DEFAULT_LIMITS: VenueLimits = {
  clientOrderIdLengthMax: 64,
  cooldownDeclines: 10,
  cooldownWindowMs: 10_000,
  cooldownForMs: 5_000,
  fatFingerMarkMultiple: 5,
  fatFingerQtyPerp: 10_000,
  fatFingerQtyBinary: 50_000,
  positionCapBinary: 100_000,
  positionCapPerp: 1_000,
  leverageCap: 20,
  defaultSlippageCents: 10,
  defaultSlippageBps: 500,
  ladderOrdersMax: 50,
};
