/** A rate limiter in front of a venue: what variants of the limits are made of. */

import { type Arriving, envelope, keyOf } from "./changes.ts";
import type { WireAnswer, WireRequest, WireVariant } from "./interposer.ts";
import { agentsOfOwner, venueNow } from "./look-around.ts";

/** Counts one request at a time and says how long to wait: 0 lets it pass. Units: ms, seconds. */
export type Meter = (nowMs: number) => number;

/** Who draws on a bucket. */
export interface Drawing {
  agent: string;
  key: string;
  prefix: string;
  rateClass: "read" | "write";
}

/** How a limiter differs from the documented one: 600 writes and 6000 reads per agent. */
export interface Limiter {
  meter?: (limit: number) => Meter;
  bucket?: (drawing: Drawing) => string;
  /** What is not counted. */
  spares?: (request: WireRequest) => boolean;
  /** As how many requests one is counted. */
  weighs?: (request: WireRequest) => number;
  refuse?: (
    waitSeconds: number,
    request: WireRequest,
    pass: () => Promise<WireAnswer>,
  ) => WireAnswer | Promise<WireAnswer>;
}

const WINDOW_MS = 60_000;
const LIMITS = { read: 6_000, write: 600 };

/** As many as the limit in any 60 seconds. */
export function rollingWindow(limit: number): Meter {
  const times: number[] = [];
  return (nowMs) => {
    while (times[0] !== undefined && nowMs - times[0] >= WINDOW_MS) times.shift();
    if (times.length < limit) return times.push(nowMs) && 0;
    return Math.ceil((WINDOW_MS - (nowMs - (times[0] ?? nowMs))) / 1_000);
  };
}

/** As many as the limit in each minute of the clock. */
export function fixedWindow(limit: number): Meter {
  let [minute, used] = [0, 0];
  return (nowMs) => {
    const now = Math.floor(nowMs / WINDOW_MS);
    if (now !== minute) [minute, used] = [now, 0];
    used += 1;
    return used <= limit ? 0 : Math.ceil((WINDOW_MS - (nowMs % WINDOW_MS)) / 1_000);
  };
}

/** A bucket as large as the limit, refilled evenly. */
export function tokenBucket(limit: number): Meter {
  const perMs = limit / WINDOW_MS;
  let [tokens, at] = [limit, 0];
  return (nowMs) => {
    tokens = Math.min(limit, tokens + (nowMs - at) * perMs);
    at = nowMs;
    if (tokens < 1) return Math.ceil((1 - tokens) / perMs / 1_000);
    tokens -= 1;
    return 0;
  };
}

/** The documented refusal. */
export function rateLimited(waitSeconds: number, code = "RATE_LIMITED"): WireAnswer {
  return { ...envelope(429, code), headers: { "retry-after": String(waitSeconds) } };
}

/** Venue settings that leave limiting to what stands in front. */
export const UNLIMITED = { rateLimits: { writesPerMinute: 1e6, readsPerMinute: 1e6 } };

/** A limiter of its own in front of a venue without one. */
export function limited(limiter: Limiter): WireVariant {
  const {
    meter = rollingWindow,
    bucket = ({ agent }) => agent,
    spares = () => false,
    weighs = () => 1,
    refuse = (waitSeconds) => rateLimited(waitSeconds),
  } = limiter;
  const agents = new Map<string, Promise<string>>();
  const meters = new Map<string, Meter>();
  const meterOf = (drawing: Drawing): Meter => {
    const name = `${drawing.rateClass} ${bucket(drawing)}`;
    const known = meters.get(name) ?? meter(LIMITS[drawing.rateClass]);
    meters.set(name, known);
    return known;
  };
  return async (request, venue) => {
    const key = keyOf(request);
    if (key === "" || spares(request)) return venue(request);
    const arriving = { request, venue };
    const agent = await (agents.get(key) ?? agents.set(key, agentOf(arriving)).get(key)!);
    const rateClass = request.method === "GET" ? "read" : "write";
    const draw = meterOf({ agent, key, prefix: request.prefix, rateClass });
    const nowMs = await venueNow(arriving);
    const waits = Array.from({ length: weighs(request) }, () => draw(nowMs));
    const waitSeconds = Math.max(...waits);
    return waitSeconds > 0 ? refuse(waitSeconds, request, () => venue(request)) : venue(request);
  };
}

/** The agent of a key: two keys of one agent draw on one budget. */
async function agentOf(arriving: Arriving): Promise<string> {
  const calling = (await agentsOfOwner(arriving)).find((one) => one["calling"]);
  return String(calling?.["agent_id"] ?? keyOf(arriving.request));
}
