/** All strategies by name. */
import { canceller } from "./canceller.ts";
import { fatFingered } from "./fat-fingered.ts";
import { hoarder } from "./hoarder.ts";
import { maker } from "./maker.ts";
import { misbehaving } from "./misbehaving.ts";
import { momentum } from "./momentum.ts";
import { retrying } from "./retrying.ts";
import type { Strategy } from "./strategy.ts";
import { taker } from "./taker.ts";

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
