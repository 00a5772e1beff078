/** Demands on what the stream shows. Spec: Events; D-153, D-155. */
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import {
  type BookReading,
  freeCash,
  type Json,
  member,
  mentions,
  objectsIn,
  type PriceLevel,
  positionOf,
} from "../../scenarios/deployment/reading/reading.ts";
import type { BookFrame } from "../../scenarios/deployment/reading/stream-dialect.ts";
import { isUuid } from "../../scenarios/deployment/wire/uuid.ts";
import { type Expectation, show, that } from "../check/expectation.ts";

/** Frames of a socket, and texts they may or may not speak of. */
export interface StreamEvidence {
  frames: readonly string[];
  ids: readonly string[];
}

/** No frame speaks of any of the ids. */
export const speaksOfNone: Expectation<StreamEvidence> = that(
  "no frame that speaks of another agent's orders",
  (seen) => spokenOf(seen).length === 0,
  (seen) => `${spokenOf(seen).length} of ${seen.ids.length} ids in ${seen.frames.length} frames`,
);

/** Every id is spoken of in some frame. */
export const speaksOfAll: Expectation<StreamEvidence> = that(
  "frames that speak of each order",
  (seen) => spokenOf(seen).length === seen.ids.length,
  (seen) => `${spokenOf(seen).length} of ${seen.ids.length} orders told`,
);

function spokenOf({ frames, ids }: StreamEvidence): string[] {
  return ids.filter((id) => frames.some((frame) => speaksOf(frame, id)));
}

/** A frame that is not JSON speaks of whatever stands in it between other signs than an id has. */
function speaksOf(frame: string, id: string): boolean {
  const body = jsonIn(frame);
  if (body !== undefined) return mentions(body, id);
  return frame
    .toLowerCase()
    .split(/[^\w:.-]+/)
    .includes(id.toLowerCase());
}

/** What an agent has in a market; null where it cannot be read. Units: of its own records. */
export interface Holding {
  cash: number | null;
  position: number | null;
}

/** Frames of a socket, what its agent has, and what another one has. */
export interface PrivateFrames {
  frames: readonly string[];
  marketId: string;
  own: Holding;
  others: readonly Holding[];
  /** The positions of the socket's own agent, as its list shows them. */
  listed: unknown;
}

/**
 * No frame tells cash or a position that another agent of the check has and the socket's own has
 * not, nor anybody's position in a market where its own has none.
 */
export const tellsNoOthersHolding: Expectation<PrivateFrames> = that(
  "no frame that tells what another agent holds",
  (seen) => othersTold(seen).length === 0,
  (seen) => `${othersTold(seen).length} of ${seen.frames.length} frames tell it`,
);

function othersTold({ frames, marketId, own, others, listed }: PrivateFrames): string[] {
  const isOthers = (value: number | null, name: keyof Holding) =>
    value && value !== own[name] && others.some((other) => other[name] === value);
  return frames.filter((frame) => {
    const body = jsonIn(frame);
    // Trades and orders have a market and a quantity too.
    const position = /position/i.test(frame) ? positionOf(body, marketId) : null;
    const isKnown = isOthers(freeCash(body), "cash") || isOthers(position, "position");
    return isKnown || (isOfPositions(body) && objectsIn(body).some(isForeign(listed)));
  });
}

/** Whether a frame says of itself, or of a member, that it is positions. */
function isOfPositions(body: unknown): boolean {
  const named = (text: unknown) => typeof text === "string" && /^positions?$/i.test(text);
  return objectsIn(body).some((object) =>
    Object.entries(object).some(
      ([name, value]) => named(value) || (named(name) && Object(value) === value),
    ),
  );
}

/** Whether a record is a position in a market where the list shows none. */
function isForeign(listed: unknown): (record: Json) => boolean {
  return (record) => {
    const marketId = member(record, "marketid");
    if (!isUuid(marketId)) return false;
    return Boolean(positionOf([record], marketId)) && positionOf(listed, marketId) === 0;
  };
}

/** A book as the stream and as REST show it. */
export interface StreamedBook {
  frames: readonly BookFrame[];
  streamed: BookReading;
  shown: BookReading;
}

/** A snapshot first, and each number one more than that before it, but for a new snapshot's. */
export const withoutGaps: Expectation<StreamedBook> = that(
  "a numbered snapshot, and after it each number one more",
  ({ frames }) =>
    frames[0]?.isSnapshot === true &&
    frames.every(({ seq }) => seq !== null) &&
    frames.every(({ isSnapshot, seq }, index) => {
      const before = frames[index - 1]?.seq ?? null;
      return isSnapshot || before === null || seq === before + 1;
    }),
  ({ frames }) =>
    `numbers ${frames.map(({ seq, isSnapshot }) => `${seq}${isSnapshot ? " (snapshot)" : ""}`).join(", ") || "none: no frame of the book"}`,
);

/** The same levels of both sides, as far down as REST shows them. */
export const streamedAsShown: Expectation<StreamedBook> = that(
  "the levels that REST shows",
  ({ streamed, shown }) => JSON.stringify(cut(streamed, shown)) === JSON.stringify(shown),
  ({ streamed, shown }) => `${show(cut(streamed, shown))} beside ${show(shown)}`,
);

/** REST may show fewer levels than there are. */
function cut(streamed: BookReading, shown: BookReading): BookReading {
  const as = (levels: PriceLevel[], others: PriceLevel[]) =>
    others.length < DEPTH_DEFAULT ? levels : levels.slice(0, others.length);
  return { bids: as(streamed.bids, shown.bids), asks: as(streamed.asks, shown.asks) };
}

const DEPTH_DEFAULT = 50;
