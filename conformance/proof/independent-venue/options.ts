/** What may vary between two independent venues: each choice is one legal reading of the spec. */
import type { ControlPart } from "./control/parts.ts";

/**
 * Choices a caller may make; every one left out takes the value least like the reference.
 * Units: milliseconds for `readLagMs` (age of what reads show, on a running clock only) and
 * `jitterMs` (longest delay). Shape: `declineStatus` carries REJECTED results; `refusals` says
 * whether closed and unknown markets, prices, quantities and leverage are errors or declines;
 * `replays` shows an order as it is or was; `freezes` says what a freeze stops; `port` 0 takes a
 * free one; an empty `control` offers none; `owners` is how many the profile has, from 2 to 6.
 */
export interface IndependentVenueOptions {
  port?: number;
  control?: readonly ControlPart[];
  clock?: "running" | "standing";
  wire?: "nested" | "bare" | "camel";
  validation?: "flat-400" | "array-422" | "both-422";
  counts?: "clamped" | "strict";
  refusals?: "errors" | "declines";
  declineStatus?: 200 | 201;
  conflicts?: "original" | "error" | "decline";
  replays?: "now" | "first";
  selfTrade?: "decline" | "allow" | "cancel-maker";
  iocRest?: "partial" | "cancelled";
  excessReduce?: "trim" | "decline";
  amends?: "none" | "patch" | "post";
  freezes?: "orders" | "writes";
  keysUnder?: "everything" | "v1";
  limits?: "window" | "bucket" | "sliding";
  people?: "provider" | "password";
  owners?: number;
  publicData?: boolean;
  cooldown?: boolean;
  readLagMs?: number;
  jitterMs?: number;
  marketMaker?: boolean;
}

/** The choices of one running independent venue, all decided. */
export type Settings = Required<IndependentVenueOptions>;

/** Choices taken when nothing is said. */
export const DEFAULTS: Settings = {
  port: 0,
  control: [],
  clock: "running",
  wire: "nested",
  validation: "array-422",
  counts: "clamped",
  refusals: "errors",
  declineStatus: 201,
  conflicts: "original",
  replays: "now",
  selfTrade: "decline",
  iocRest: "partial",
  excessReduce: "trim",
  amends: "none",
  freezes: "orders",
  keysUnder: "everything",
  limits: "window",
  people: "provider",
  owners: 2,
  publicData: false,
  cooldown: true,
  readLagMs: 200,
  jitterMs: 20,
  marketMaker: false,
};
