/** Combined dialects: one venue that speaks several at once is legal where each of them is. */

import { inFrontOf } from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { VenueVariation } from "../interposer/variation.ts";

const SIZE = 9;

/**
 * Groups that one venue each can speak: of what changes more than the wire, one at most. Those of a
 * group are far apart in the list, where neighbours change the same answers.
 */
export function combinations(dialects: readonly Dialect[]): Dialect[][] {
  const ofWire = dialects.filter(isOfWireAlone);
  const others = dialects.filter((one) => !isOfWireAlone(one));
  const count = Math.max(Math.ceil(ofWire.length / SIZE), others.length);
  return Array.from({ length: count }, (_, group) => [
    ...others.slice(group, group + 1),
    ...ofWire.filter((_, index) => index % count === group),
  ]);
}

const isOfWireAlone = ({ wire, venue, stream, profile, load }: Dialect): boolean =>
  wire !== undefined && !venue && !stream && !profile && !load;

/** The venue that speaks all of them: what changes more than the wire is first, and in front. */
export function together(dialects: readonly Dialect[]): VenueVariation & Pick<Dialect, "load"> {
  const [first, ...others] = dialects;
  if (others.length === 0) return first!;
  const wires = dialects.flatMap(({ wire }) => wire ?? []);
  return { ...first!, wire: () => wires.map((wire) => wire()).reduce(inFrontOf) };
}
