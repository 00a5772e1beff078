/** Venues whose stream opens to the wrong ones, tells the wrong agent, or tells a book wrongly. */

import { type Fields, fieldsOf } from "../../interposer/changes.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { SESSIONS, sessionsMarked, unmarked } from "./marked-tickets.ts";
import { opening } from "./mutants-opening.ts";
import { ofWallets } from "./mutants-wallets.ts";

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

/** Several levels that go at once are not told; what is told is numbered as if they had not been. */
function clearedUntold() {
  let untold = 0;
  const told = changeUpdates((frame) => {
    const { bids, asks } = fieldsOf(frame["data"]);
    const levels = [bids, asks].flat();
    const isUntold = levels.length > 1 && standing(levels).length === 0;
    untold += Number(isUntold);
    return isUntold ? null : { ...frame, seq: Number(frame["seq"]) - untold };
  });
  return told();
}

/** True for a frame of a channel that is one agent's alone. */
function isPrivate(frame: string): boolean {
  return /^(orders|fills|positions|wallet)/.test(String(fieldsOf(JSON.parse(frame))["channel"]));
}

const isWhole = (frame: string) => fieldsOf(JSON.parse(frame))["type"] === "snapshot";

const standing = (levels: unknown) => (levels as Fields[]).filter(({ qty }) => qty !== 0);

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  ...opening,
  {
    name: "private-frames-to-everybody",
    breaks: ["STRM-PRIV-01"],
    defect: "Every socket gets the private frames of all agents.",
    stream: { spreads: isPrivate },
  },
  {
    name: "orders-at-once-told-to-everybody",
    breaks: ["STRM-PRIV-01"],
    defect: "Every socket is told the IOC orders of all agents.",
    stream: { spreads: (frame) => isPrivate(frame) && /"tif": ?"IOC"/.test(frame) },
  },
  {
    name: "private-snapshots-to-everybody",
    breaks: ["STRM-PRIV-01"],
    defect: "What stands when one agent's socket opens, every socket is told.",
    stream: { spreads: (frame) => isPrivate(frame) && isWhole(frame) },
  },
  ...ofWallets,
  {
    name: "own-sells-untold",
    breaks: ["STRM-PRIV-03"],
    defect: "Events of own SELL orders are not sent.",
    stream: {
      toCaller: () => (frame) => (isPrivate(frame) && /"side": ?"SELL"/.test(frame) ? null : frame),
    },
  },
  {
    name: "sessions-sockets-untold",
    breaks: ["STRM-PRIV-03"],
    defect: "Own orders are told on the sockets of keys alone.",
    wire: sessionsMarked,
    stream: {
      ticketOf: unmarked,
      toCaller: (ticket) => (frame) => (SESSIONS.test(ticket) && isPrivate(frame) ? null : frame),
    },
  },
  {
    name: "book-updates-lost",
    breaks: ["STRM-PROTO-03"],
    defect: "Every third change of a book is lost on the way.",
    stream: { toCaller: changeUpdates((frame, nth) => (nth % 3 === 0 ? null : frame)) },
  },
  {
    name: "book-updates-unnumbered",
    breaks: ["STRM-PROTO-03"],
    defect: "Changes of a book have the number of the snapshot.",
    stream: { toCaller: changeUpdates((frame) => ({ ...frame, seq: 1 })) },
  },
  {
    name: "book-levels-that-go-at-once-untold",
    breaks: ["STRM-PROTO-03"],
    defect: "Levels of a book that go at once, as by a cancel of all, are not told.",
    stream: { toCaller: clearedUntold },
  },
  {
    name: "book-levels-never-go",
    breaks: ["STRM-PROTO-03"],
    defect: "A level of a book that is gone is not told.",
    stream: {
      toCaller: changeUpdates((frame) => {
        const data = fieldsOf(frame["data"]);
        const { bids, asks } = data;
        return { ...frame, data: { ...data, bids: standing(bids), asks: standing(asks) } };
      }),
    },
  },
];
