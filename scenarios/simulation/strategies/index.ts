/** All strategies by name. */
import { canceller, maker, momentum, taker } from "./ordinary.ts";
import type { Strategy } from "./strategy.ts";
import { fatFingered, hoarder, misbehaving, retrying } from "./troublesome.ts";

/** By the name that parameters use. */
export const STRATEGIES = {
  maker,
  taker,
  momentum,
  canceller,
  "fat-fingered": fatFingered,
  retrying,
  misbehaving,
  hoarder,
} as const satisfies Record<string, Strategy>;

/** The name of a strategy. */
export type StrategyName = keyof typeof STRATEGIES;

/** All names, in order. */
export const STRATEGY_NAMES = Object.keys(STRATEGIES) as StrategyName[];
