/** Source maps that lead to the line alone: columns are three quarters of a map, and few look at them. */
import { decode, encode, type SourceMapSegment } from "@jridgewell/sourcemap-codec";

/** Of each run of places that come from one line the first one stays. Takes and returns the text of a map. */
export function lineMap(text: string): string {
  const map = JSON.parse(text) as { mappings: string };
  return JSON.stringify({ ...map, mappings: encode(decode(map.mappings).map(linesOf)), names: [] });
}

function linesOf(places: readonly SourceMapSegment[]): SourceMapSegment[] {
  return places
    .filter((place, at) => at === 0 || !isOfOneLine(place, places[at - 1]!))
    .map(([column, file, line, from]) =>
      file === undefined ? [column] : [column, file, line!, from!],
    );
}

const isOfOneLine = (
  [, file, line]: SourceMapSegment,
  [, fileBefore, lineBefore]: SourceMapSegment,
): boolean => file === fileBefore && line === lineBefore;
