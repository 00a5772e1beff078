/** The scale of a chart's axis: values to places, with ticks where a reader expects them. */

/** From values to 0..1 along the axis, and where it is labelled. */
export interface Scale {
  place(value: number): number;
  ticks: readonly number[];
}

const STEPS = [1, 2, 5, 10] as const;
const TICKS = 5;

/** From zero, in round steps; the highest tick is at or above the highest value. */
export function linearScale(highest: number): Scale {
  const most = highest > 0 ? highest : 1;
  const power = 10 ** Math.floor(Math.log10(most / TICKS));
  const step = power * (STEPS.find((factor) => power * factor * TICKS >= most) ?? 10);
  const count = Math.ceil(most / step);
  const ticks = Array.from({ length: count + 1 }, (_, n) => Number((n * step).toPrecision(12)));
  return { place: (value) => value / (count * step), ticks };
}

/** Powers of ten around the values. Shape: what is not above zero stands at the lowest. */
export function logScale(lowest: number, highest: number): Scale {
  const from = Math.floor(Math.log10(Math.max(lowest, 1e-3)));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(highest, 1e-3))));
  const ticks = Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n));
  const place = (value: number) => {
    const power = Math.log10(Math.max(value, 10 ** from));
    return (power - from) / (to - from);
  };
  return { place, ticks: ticks.map((tick) => Number(tick.toPrecision(6))) };
}
