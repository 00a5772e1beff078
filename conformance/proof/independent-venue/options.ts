/** What may vary between two independent venues: each choice is one legal reading of the spec. */

/**
 * Choices a caller may make; every one left out takes the value least like the reference.
 * Units: milliseconds for `readLagMs` (age of what reads show) and `jitterMs` (longest delay).
 * Shape: `declineStatus` carries REJECTED results; `wrappers` decides how lists are wrapped;
 * `port` 0 takes a free one.
 */
export interface IndependentVenueOptions {
  port?: number;
  declineStatus?: 200 | 201;
  validation?: "flat-400" | "array-422";
  cooldown?: boolean;
  readLagMs?: number;
  jitterMs?: number;
  marketMaker?: boolean;
  wrappers?: "array" | "nested";
}

/** The choices of one running independent venue, all decided. */
export type Settings = Required<IndependentVenueOptions>;

/** Choices taken when nothing is said. */
export const DEFAULTS: Settings = {
  port: 0,
  declineStatus: 201,
  validation: "array-422",
  cooldown: true,
  readLagMs: 200,
  jitterMs: 20,
  marketMaker: false,
  wrappers: "nested",
};
