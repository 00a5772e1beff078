/** Keeps the harness inside the documented limits, and declines rare enough to meet no cooldown. */
import type { RequestClass } from "./exchange.ts";
import type { AgentSeat } from "./seat.ts";

/** Monotonic milliseconds and a way to wait. */
export interface Clock {
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** Documented limits of the target. Units: requests per 60 seconds and agent. */
export interface PaceLimits {
  writesPerMinute: number;
  readsPerMinute: number;
}

const WINDOW_MS = 60_000;
/** Part of a limit that ordinary checks may use; the rest is for clocks that differ. */
const SHARE = 0.9;
const DECLINES_MAX = 3;
const DECLINE_WINDOW_MS = 30_000;

/** Send times of one budget, oldest first, and until when the target wants none. */
interface Log {
  sentAt: number[];
  blockedUntil: number;
}

export class Pacer {
  readonly #limits: PaceLimits;
  readonly #clock: Clock;
  readonly #logs = new Map<string, Log>();
  readonly #declines = new Map<string, number[]>();

  constructor(limits: PaceLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Waits until one more request stays inside the agent's budget, and counts it. */
  async admit(seat: AgentSeat, requestClass: RequestClass): Promise<void> {
    const log = this.#log(seat, requestClass);
    const { writesPerMinute, readsPerMinute } = this.#limits;
    const room = Math.floor(SHARE * (requestClass === "write" ? writesPerMinute : readsPerMinute));
    for (;;) {
      const now = this.#clock.now();
      dropBefore(log.sentAt, now - WINDOW_MS);
      const oldest = log.sentAt.length < room ? 0 : (log.sentAt[0] ?? now) + WINDOW_MS;
      const at = Math.max(log.blockedUntil, oldest);
      if (at <= now) break;
      await this.#clock.sleep(at - now);
    }
    log.sentAt.push(this.#clock.now());
  }

  /** The target has limited this agent: no more of that class before the wait is over. */
  limited(seat: AgentSeat, requestClass: RequestClass, waitMs: number): void {
    this.#log(seat, requestClass).blockedUntil = this.#clock.now() + waitMs;
  }

  /** How long to wait before another decline on this agent, market and side (H-03). */
  declineRoom(seat: AgentSeat, marketId: string, side: string): number {
    const declines = this.#declinesOn(seat, marketId, side);
    const now = this.#clock.now();
    dropBefore(declines, now - DECLINE_WINDOW_MS);
    if (declines.length < DECLINES_MAX) return 0;
    return (declines[declines.length - DECLINES_MAX] ?? now) + DECLINE_WINDOW_MS - now;
  }

  /** Counts a decline. */
  declined(seat: AgentSeat, marketId: string, side: string): void {
    this.#declinesOn(seat, marketId, side).push(this.#clock.now());
  }

  #log(seat: AgentSeat, requestClass: RequestClass): Log {
    return entry(this.#logs, `${budgetOf(seat)} ${requestClass}`, () => ({
      sentAt: [],
      blockedUntil: 0,
    }));
  }

  #declinesOn(seat: AgentSeat, marketId: string, side: string): number[] {
    return entry(this.#declines, `${budgetOf(seat)} ${marketId} ${side}`, () => []);
  }
}

/** All keys of one agent share its budget. Spec: Limits, bucket sharing. */
function budgetOf(seat: AgentSeat): string {
  return seat.agentId ?? seat.name;
}

function dropBefore(times: number[], limit: number): void {
  const keep = times.findIndex((time) => time > limit);
  times.splice(0, keep === -1 ? times.length : keep);
}

function entry<V>(map: Map<string, V>, key: string, fresh: () => V): V {
  const found = map.get(key) ?? fresh();
  map.set(key, found);
  return found;
}
