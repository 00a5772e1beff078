/** All temperaments by name. */
import { canceller } from "./canceller.ts";
import { fatFingered } from "./fat-fingered.ts";
import { hoarder } from "./hoarder.ts";
import { maker } from "./maker.ts";
import { misbehaving } from "./misbehaving.ts";
import { momentum } from "./momentum.ts";
import { retrying } from "./retrying.ts";
import type { Temperament } from "./strategy.ts";
import { taker } from "./taker.ts";

/** By the name that parameters use. */
export const TEMPERAMENTS = {
  maker,
  taker,
  momentum,
  canceller,
  "fat-fingered": fatFingered,
  retrying,
  misbehaving,
  hoarder,
} as const satisfies Record<string, Temperament>;

/** The name of a temperament. */
export type TemperamentName = keyof typeof TEMPERAMENTS;

/** All names, in order. */
export const TEMPERAMENT_NAMES = Object.keys(TEMPERAMENTS) as TemperamentName[];
