/** How near an average that is told has to be to the mean of the prices traded at. D-033. */

/** Averages are floats: what is lost on the way. Units: those of the average. */
const EXACTNESS = 1e-4;
/** What rounding to one decimal takes or gives. Units: those of the average. */
export const AVERAGE_ROUNDING = 0.05;

/**
 * Whether it is this mean, in units of which one price unit has `scale`. A mean that is no price may be
 * rounded, as far as it is told from the prices around it; at one that is a price nothing is rounded.
 */
export function isMean(average: number, mean: number, scale: number): boolean {
  const rounding = Number.isInteger(mean) ? 0 : Math.min(AVERAGE_ROUNDING, scale);
  return Math.abs(average - mean * scale) <= rounding + EXACTNESS;
}
