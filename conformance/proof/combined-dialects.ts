/** Combined dialects: one venue that speaks several at once is legal where each of them is. */

import { inFrontOf } from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { VenueVariation } from "../interposer/variation.ts";

const SIZE = 9;

/**
 * Groups that one venue each can speak; what changes more than the wire stays alone. Those of a
 * group are far apart in the list, where neighbours change the same answers.
 */
export function combinations(dialects: readonly Dialect[]): Dialect[][] {
  const sociable = dialects.filter(isSociable);
  const count = Math.ceil(sociable.length / SIZE);
  const groups = Array.from({ length: count }, (_, group) =>
    sociable.filter((_, index) => index % count === group),
  );
  return [...groups, ...dialects.filter((one) => !isSociable(one)).map((one) => [one])];
}

function isSociable({ wire, venue, stream, profile, load }: Dialect): boolean {
  return wire !== undefined && !venue && !stream && !profile && !load;
}

/** The venue that speaks all of them. */
export function together(dialects: readonly Dialect[]): VenueVariation & Pick<Dialect, "load"> {
  const [only, ...others] = dialects;
  if (others.length === 0) return only!;
  return { wire: () => dialects.map(({ wire }) => wire!()).reduce(inFrontOf) };
}
