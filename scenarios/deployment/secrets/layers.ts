/** What bytes say once their encodings are taken off, one after the other, to the last. */
import {
  encodedRuns,
  type Span,
  type Unescaped,
  unescaped,
  withoutBackslashEscapes,
} from "./encodings.ts";

/** Escapes are taken off so often; what has more of them is not looked into. */
const LAYERS_MAX = 16;
/** Base64 and hex within each other are taken off so often. */
const NESTING_MAX = 3;

/** One reading of the bytes. */
export interface Layer {
  bytes: Buffer;
  /** The bytes themselves. */
  isOutermost: boolean;
  /** There would be more layers: nobody can say what these bytes hold. */
  isBottomless: boolean;
  /** Where in the bytes a piece of this layer stands. */
  placeOf(span: Span): Span;
}

type PlaceOf = (span: Span) => Span;

/** Every reading, the bytes themselves first. */
export function* layersOf(
  bytes: Buffer,
  placeOf: PlaceOf = (span) => span,
  nesting = NESTING_MAX,
): Generator<Layer> {
  const first = unescaped(bytes);
  yield* layersBelow(bytes, first, { placeOf, nesting });
  // Of JSON that holds text encoded in part, its own backslashes go first, where they did not anyway.
  if (first === null || first.isOfBackslashes) return;
  const unquoted = withoutBackslashEscapes(bytes);
  if (unquoted === null) return;
  const below = { placeOf: placeThrough(unquoted, placeOf), nesting };
  for (const layer of layersBelow(unquoted.bytes, unescaped(unquoted.bytes), below)) {
    yield { ...layer, isOutermost: false };
  }
}

function placeThrough({ originOf }: Unescaped, placeOf: PlaceOf): PlaceOf {
  return ({ from, to }) => placeOf({ from: originOf(from), to: originOf(to) });
}

interface Below {
  placeOf: PlaceOf;
  nesting: number;
}

/** The bytes, and what they say once `first` is taken off, and so on. */
function* layersBelow(outermost: Buffer, first: Unescaped | null, below: Below): Generator<Layer> {
  const { nesting } = below;
  let { placeOf } = below;
  let bytes = outermost;
  for (let depth = 0, next = first; ; depth += 1) {
    const isBottomless = next !== null && depth === LAYERS_MAX;
    const isOutermost = depth === 0 && nesting === NESTING_MAX;
    yield { bytes, isOutermost, isBottomless, placeOf };
    if (nesting > 0) yield* decodedLayers(bytes, placeOf, nesting - 1);
    if (next === null || isBottomless) return;
    placeOf = placeThrough(next, placeOf);
    bytes = next.bytes;
    next = unescaped(bytes);
  }
}

function* decodedLayers(bytes: Buffer, placeOf: PlaceOf, nesting: number): Generator<Layer> {
  for (const { readings, ...run } of encodedRuns(bytes)) {
    for (const reading of readings) yield* layersOf(reading, () => placeOf(run), nesting);
  }
}
