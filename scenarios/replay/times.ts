/** Tells times from other values, and whether a recorded and a live one mean the same moment. */

/** Now, on both sides. Units: epoch ms. */
export interface ClockPair {
  recordedMs: number;
  liveMs: number;
}

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?/;
const SECONDS_NAMES = /^(t|ts|time|start|end|.*_(ts|time|at|start|end))$/;
const YEARS_MS = 20 * 365 * 86_400_000;
const TOLERANCE_MS = 5_000;

/** The epoch milliseconds of a value that is a time; null for any other. */
export function timeIn(value: unknown, name: string, nowMs: number): number | null {
  if (typeof value === "string") return ISO.test(value) ? finite(Date.parse(zoned(value))) : null;
  if (typeof value !== "number") return null;
  if (isNear(value, nowMs) && value > 1e12) return value;
  return SECONDS_NAMES.test(name) && isNear(value * 1_000, nowMs) ? value * 1_000 : null;
}

/**
 * Whether both lie as far from now; what lies in the past may lie elsewhere in it, as a replay
 * passes faster than what was recorded.
 */
export function sameMoment(recorded: number, live: number, now: ClockPair): boolean {
  const [then, today] = [recorded - now.recordedMs, live - now.liveMs];
  if (Math.abs(then - today) <= TOLERANCE_MS) return true;
  return then < 0 && today <= TOLERANCE_MS;
}

function isNear(ms: number, nowMs: number): boolean {
  return Math.abs(ms - nowMs) < YEARS_MS;
}

function finite(ms: number): number | null {
  return Number.isNaN(ms) ? null : ms;
}

/** A time without a zone is UTC (D-150). */
function zoned(text: string): string {
  return /(Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`;
}
