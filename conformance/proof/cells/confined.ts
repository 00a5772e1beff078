/** A defect in one cell alone: elsewhere the venue is as it should be. */

import { isDeepStrictEqual } from "node:util";
import { type Cell, cellText, contains } from "../../check/cell.ts";
import type { Behind, WireRequest, WireVariant } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { RequestCells } from "./request-cell.ts";

/** A confined defect, and whether it has changed anything so far. */
export interface Confined {
  mutant: Mutant;
  cell: Cell;
  /** Whether some request of the cell was answered otherwise than by the venue. */
  reached(): boolean;
}

/** The mutant in this cell alone; null where its defect is not a change of what passes on the wire. */
export function confined(mutant: Mutant, cell: Cell): Confined | null {
  const { wire, venue: settings, stream = {} } = mutant;
  // What else tickets are called is no defect of the stream.
  const { ticketOf: _, ...ofStream } = stream;
  if (wire === undefined || settings !== undefined || Object.keys(ofStream).length > 0) return null;
  let reached = false;
  const inCell = (): WireVariant => {
    const variant = wire();
    const cells = new RequestCells();
    return async (request, venue) => {
      const here = await cells.of(request, venue);
      const touched = watching(venue);
      const isHere = contains(here, cell);
      const before = watching(venue);
      if (!isHere) await variant.due?.(request, before.venue);
      reached ||= before.acted();
      const answer = isHere ? await variant(request, touched.venue) : await venue(request);
      if (isHere) reached ||= touched.changed(request, answer);
      else variant.witness?.(request, answer);
      await cells.answered(request, here, answer);
      return isHere ? answer : (variant.retell?.(request, answer) ?? answer);
    };
  };
  const named = { name: `${mutant.name} @ ${cellText(cell)}`, wire: inCell };
  return { mutant: { ...mutant, ...named }, cell, reached: () => reached };
}

/**
 * A venue, whether a request and its answer went through as they came, and whether anything but a
 * look-up was sent; who looks up changes nothing.
 */
function watching(venue: Behind) {
  const passed: { asked: WireRequest; answer: unknown }[] = [];
  const watched: Behind = async (request) => {
    const answer = await venue(request);
    passed.push({ asked: request, answer });
    return answer;
  };
  const changed = (request: WireRequest, given: unknown) => {
    const [own, ...more] = passed.filter(
      ({ asked }) => asked === request || asked.method !== "GET",
    );
    return more.length > 0 || own?.asked !== request || !isDeepStrictEqual(own.answer, given);
  };
  const acted = () => passed.some(({ asked }) => asked.method !== "GET");
  return { venue: watched, changed, acted };
}
