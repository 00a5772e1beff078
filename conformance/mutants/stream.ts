/** Venues whose stream tells the wrong agent, or tells a book wrongly. */

import { type Fields, fieldsOf } from "../interposer/changes.ts";
import type { Mutant } from "../interposer/mutant.ts";

/** Updates of books, changed; null loses one. Other frames are as they came. */
function changeUpdates(change: (frame: Fields, nth: number) => Fields | null) {
  return () => {
    let count = 0;
    return (text: string) => {
      const frame = fieldsOf(JSON.parse(text));
      const isOfABook = String(frame["channel"]).startsWith("book:");
      if (!isOfABook || frame["type"] !== "update") return text;
      count += 1;
      const changed = change(frame, count);
      return changed === null ? null : JSON.stringify(changed);
    };
  };
}

const standing = (levels: unknown) => (levels as Fields[]).filter(({ qty }) => qty !== 0);

/** Defects of what the stream tells. */
export const stream: readonly Mutant[] = [
  {
    name: "private-frames-to-everybody",
    breaks: ["STRM-PRIV-01"],
    defect: "Every socket gets the private frames of all agents.",
    stream: { spreads: true },
  },
  {
    name: "book-updates-lost",
    breaks: ["STRM-PROTO-03"],
    defect: "Every third change of a book is lost on the way.",
    stream: { tells: changeUpdates((frame, nth) => (nth % 3 === 0 ? null : frame)) },
  },
  {
    name: "book-updates-unnumbered",
    breaks: ["STRM-PROTO-03"],
    defect: "Changes of a book have the number of the snapshot.",
    stream: { tells: changeUpdates((frame) => ({ ...frame, seq: 1 })) },
  },
  {
    name: "book-levels-never-go",
    breaks: ["STRM-PROTO-03"],
    defect: "A level of a book that is gone is not told.",
    stream: {
      tells: changeUpdates((frame) => {
        const data = fieldsOf(frame["data"]);
        const { bids, asks } = data;
        return { ...frame, data: { ...data, bids: standing(bids), asks: standing(asks) } };
      }),
    },
  },
];
