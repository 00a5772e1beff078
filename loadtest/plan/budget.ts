/** How many agents a run needs so that no documented limit is met, and what fewer can carry. */
import { STREAM_WRITES_PER_SECOND } from "./flows.ts";
import { mostPerMinute, peakOf } from "./schedule.ts";
import { atRate, type LoadSettings, peakRate } from "./settings.ts";

/** Evenly spaced and below the limit: the window's algorithm is not known. */
const SHARE_USED = 0.8;
const AGENTS_MAX = 2_000;
/** Below any cooldown that is likely: the spec names none. */
const DECLINES_PER_AGENT_AND_SECOND = 0.5;

/** Requests of the busiest minute, warm-up included. */
export interface RateDemand {
  writes: number;
  reads: number;
}

/** What the run asks of all agents together. */
export function demandOf({ flows, sockets }: LoadSettings): RateDemand {
  const sum = (kind: "writes" | "reads") =>
    flows.reduce((total, flow) => total + mostPerMinute(flow.stages) * flow.cost[kind], 0);
  return { writes: sum("writes") + sockets * STREAM_WRITES_PER_SECOND * 60, reads: sum("reads") };
}

/** Agents that keep within 80% of the limits. Shape: at least two, as one makes and one takes. */
export function agentsNeeded(settings: LoadSettings): number {
  const { writes, reads } = demandOf(settings);
  const { writesPerMinute, readsPerMinute } = settings.limits;
  const share = Math.max(writes / writesPerMinute, reads / readsPerMinute) / SHARE_USED;
  return Math.max(Math.ceil(share - 1e-9), 2, settings.session?.agents ?? 0);
}

/** Agents to create where they cost nothing: also enough to stay clear of cooldowns. */
export function agentsWished(settings: LoadSettings): number {
  const declining = settings.flows.find(({ name }) => name === "decline");
  const declines = peakOf(declining?.stages ?? []) / DECLINES_PER_AGENT_AND_SECOND;
  return Math.min(Math.max(agentsNeeded(settings), Math.ceil(declines)), AGENTS_MAX);
}

/** A run that so many agents can carry, and the sentence that says so when it was lowered. */
export function carriedBy(
  settings: LoadSettings,
  agents: number,
): { settings: LoadSettings; note: string | null } {
  const needed = agentsNeeded(settings);
  if (agents >= needed || agents === 0) return { settings, note: null };
  const factor = affordable(settings, agents);
  const lowered = atRate(settings, factor);
  const [from, to] = [peakRate(settings), peakRate(lowered)].map((rate) => rate.toFixed(1));
  const have = `${agents} ${agents === 1 ? "agent" : "agents"}`;
  const note =
    `rate lowered from ${from}/s to ${to}/s at its peak: ${have} where ${needed} would keep ` +
    `within 80% of ${settings.limits.writesPerMinute} writes and ` +
    `${settings.limits.readsPerMinute} reads per 60 s each`;
  return { settings: lowered, note };
}

/** The share of the rate that leaves room for the streams, whose writes do not scale. */
function affordable(settings: LoadSettings, agents: number): number {
  const { writes, reads } = demandOf(settings);
  const fixed = settings.sockets * STREAM_WRITES_PER_SECOND * 60;
  const room = (limit: number) => agents * limit * SHARE_USED;
  const ofWrites = (room(settings.limits.writesPerMinute) - fixed) / Math.max(writes - fixed, 1);
  const ofReads = room(settings.limits.readsPerMinute) / Math.max(reads, 1);
  return Math.max(Math.min(ofWrites, ofReads, 1), 0.001);
}
