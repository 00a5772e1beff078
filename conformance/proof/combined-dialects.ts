/** Combined dialects: one venue that speaks several at once is legal where each of them is. */

import { inFrontOf } from "../interposer/changes.ts";
import type { Dialect } from "../interposer/dialect.ts";
import type { VenueVariation } from "../interposer/variation.ts";

const SIZE = 12;

/**
 * Groups that one venue each can speak: of what changes more than the wire, one at most, and what is
 * late by itself: whatever else a venue did there would wait for it. Those of a group are far apart
 * in the list, where neighbours change the same answers.
 */
export function combinations(dialects: readonly Dialect[]): Dialect[][] {
  const late = dialects.filter((one) => one.late);
  const ofWire = dialects.filter((one) => !one.late && isOfWireAlone(one));
  const others = dialects.filter((one) => !one.late && !isOfWireAlone(one));
  const count = Math.max(Math.ceil(ofWire.length / SIZE), others.length);
  const groups = Array.from({ length: count }, (_, group) => [
    ...others.slice(group, group + 1),
    ...ofWire.filter((_, index) => index % count === group),
  ]);
  return [...groups, ...late.map((one) => [one])];
}

const isOfWireAlone = ({ wire, venue, stream, profile, load }: Dialect): boolean =>
  wire !== undefined && !venue && !stream && !profile && !load;

/**
 * The venue that speaks all of them. What changes more than the wire is first of them, and behind the
 * others, where what it asks of the venue is answered in the venue's own words; but limits are in
 * front, where they count what comes.
 */
export function together(dialects: readonly Dialect[]): VenueVariation & Pick<Dialect, "load"> {
  const [first, ...others] = dialects;
  if (others.length === 0) return first!;
  const inOrder = first!.load ? dialects : [...others, first!];
  const wires = inOrder.flatMap(({ wire }) => wire ?? []);
  return { ...first!, wire: () => wires.map((wire) => wire()).reduce(inFrontOf) };
}
