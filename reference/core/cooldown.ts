/** Repeated declines on one agent, market and side lead to a short pause. */
import type { VenueLimits } from "./limits.ts";
import type { WorkingSide } from "./position.ts";

/** Units: ms. Shape: `declinesAtMs` oldest first, only those inside the window. */
export interface Cooldown {
  declinesAtMs: number[];
  untilMs: number;
}

/** Counts a decline; the one that reaches the threshold starts the pause. D-061. */
export function countDecline(side: WorkingSide, atMs: number, limits: VenueLimits): void {
  const cooldown = side.cooldown ?? { declinesAtMs: [], untilMs: 0 };
  const recent = cooldown.declinesAtMs.filter((at) => atMs - at < limits.cooldownWindowMs);
  recent.push(atMs);
  const starts = recent.length >= limits.cooldownDeclines;
  side.cooldown = {
    declinesAtMs: starts ? [] : recent,
    untilMs: starts ? atMs + limits.cooldownForMs : cooldown.untilMs,
  };
}

/** True while the pause lasts. */
export function isCooling(side: WorkingSide, atMs: number): boolean {
  return side.cooldown !== null && atMs < side.cooldown.untilMs;
}
