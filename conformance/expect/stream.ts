/** Demands on what the stream tells. Spec: Events; D-153, D-155. */
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import {
  type BookReading,
  mentions,
  type PriceLevel,
} from "../../scenarios/deployment/reading/reading.ts";
import type { BookFrame } from "../../scenarios/deployment/reading/stream-dialect.ts";
import { type Expectation, show, that } from "../check/expectation.ts";

/** Frames of a socket, and texts they may or may not speak of. */
export interface StreamEvidence {
  frames: readonly string[];
  ids: readonly string[];
}

/** No frame speaks of any of the ids. */
export const speaksOfNone: Expectation<StreamEvidence> = that(
  "no frame that speaks of another agent's orders",
  (told) => spokenOf(told).length === 0,
  (told) => `${spokenOf(told).length} of ${told.ids.length} ids in ${told.frames.length} frames`,
);

/** Every id is spoken of in some frame. */
export const speaksOfAll: Expectation<StreamEvidence> = that(
  "frames that speak of each order",
  (told) => spokenOf(told).length === told.ids.length,
  (told) => `${spokenOf(told).length} of ${told.ids.length} orders told`,
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

/** A book as the stream and as REST tell it. */
export interface TwiceTold {
  frames: readonly BookFrame[];
  told: BookReading;
  shown: BookReading;
}

/** A snapshot first, and each number one more than that before it, but for a new snapshot's. */
export const withoutGaps: Expectation<TwiceTold> = that(
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
export const toldAsShown: Expectation<TwiceTold> = that(
  "the levels that REST shows",
  ({ told, shown }) => JSON.stringify(cut(told, shown)) === JSON.stringify(shown),
  ({ told, shown }) => `${show(cut(told, shown))} beside ${show(shown)}`,
);

/** REST may show fewer levels than there are. */
function cut(told: BookReading, shown: BookReading): BookReading {
  const as = (levels: PriceLevel[], others: PriceLevel[]) =>
    others.length < DEPTH_DEFAULT ? levels : levels.slice(0, others.length);
  return { bids: as(told.bids, shown.bids), asks: as(told.asks, shown.asks) };
}

const DEPTH_DEFAULT = 50;
