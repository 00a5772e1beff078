/** Venues that open the stream to the wrong ones, tell the wrong agent, or tell a book wrongly. */

import { changeAnswer, type Fields, fieldsOf } from "../../interposer/changes.ts";
import { hasSession, MINT } from "../../interposer/credentials.ts";
import type { WireRequest } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";

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

/** Marks of tickets, which the venue knows without: of sessions, and of one prefix. */
const SESSIONS = /^rw_live_of-a-session-/;
const UNDER_API = /^rw_live_under-api-/;

/** Tickets that were asked for in some way can be told from others. */
const marking = (mark: string, isMarked: (request: WireRequest) => boolean) => () =>
  changeAnswer(MINT, (given, request) => {
    const { ticket, ...body } = fieldsOf(given.body);
    if (given.status !== 201 || !isMarked(request)) return given;
    const marked = String(ticket).replace(/^rw_live_/, `rw_live_${mark}-`);
    return { ...given, body: { ...body, ticket: marked } };
  });

const sessionsMarked = marking("of-a-session", hasSession);

const unmarked = (ticket: string) => ticket.replace(SESSIONS, "rw_live_");

/** rw_live_ and 32 bytes in base64url. */
const TICKET_CHARS = 51;

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "stream-refuses-tickets",
    breaks: ["STRM-CONN-01"],
    defect: "No ticket opens the stream.",
    stream: { decide: () => "refuse" },
  },
  {
    name: "stream-closes-at-once",
    breaks: ["STRM-CONN-01"],
    defect: "The stream closes every connection it has accepted.",
    stream: { decide: () => "refuse", refusesBy: "close" },
  },
  {
    name: "tickets-used-twice",
    breaks: ["STRM-CONN-02"],
    defect: "A ticket opens a second connection while the first is open.",
    stream: { decide: ({ open }) => (open > 0 ? "accept" : "pass") },
  },
  {
    name: "tickets-of-a-prefix-used-twice",
    breaks: ["STRM-CONN-02"],
    defect: "A ticket that was asked for under /api opens a second connection.",
    wire: marking("under-api", ({ prefix }) => prefix === "/api"),
    stream: {
      ticketOf: (ticket) => ticket.replace(UNDER_API, "rw_live_"),
      decide: ({ ticket, open }) => (UNDER_API.test(ticket) && open > 0 ? "accept" : "pass"),
    },
  },
  {
    name: "tickets-raced",
    breaks: ["STRM-CONN-02"],
    defect: "A ticket opens every connection that comes before the first is up.",
    stream: { decide: ({ minted, pending }) => (minted && pending > 0 ? "accept" : "pass") },
  },
  {
    name: "tickets-never-expire",
    breaks: ["STRM-CONN-03"],
    defect: "A minted ticket opens one connection at any time.",
    stream: {
      decide: ({ ageMs, earlier }) => ((ageMs ?? 0) > 60_000 && earlier === 0 ? "accept" : "pass"),
    },
  },
  {
    name: "tickets-of-sessions-live-for-70-seconds",
    breaks: ["STRM-CONN-03"],
    defect: "A ticket that a session asked for opens one connection within 70 seconds.",
    wire: sessionsMarked,
    stream: {
      ticketOf: unmarked,
      decide: ({ ticket, ageMs, earlier }) => {
        const isAged = (ageMs ?? 0) > 60_000 && (ageMs ?? 0) < 70_000;
        return SESSIONS.test(ticket) && isAged && earlier === 0 ? "accept" : "pass";
      },
    },
  },
  {
    name: "tickets-of-sessions-die-early",
    breaks: ["STRM-CONN-08"],
    defect: "A ticket that a session asked for opens the stream for 45 seconds.",
    wire: sessionsMarked,
    stream: {
      ticketOf: unmarked,
      decide: ({ ticket, ageMs }) =>
        SESSIONS.test(ticket) && (ageMs ?? 0) > 45_000 ? "refuse" : "pass",
    },
  },
  {
    name: "tickets-die-early",
    breaks: ["STRM-CONN-08"],
    defect: "A ticket opens the stream for 45 seconds.",
    stream: { decide: ({ ageMs }) => ((ageMs ?? 0) > 45_000 ? "refuse" : "pass") },
  },
  {
    name: "made-up-tickets-open",
    breaks: ["STRM-CONN-04"],
    defect: "A ticket nobody minted opens the stream.",
    stream: { decide: ({ ticket, minted }) => (ticket !== "" && !minted ? "accept" : "pass") },
  },
  {
    name: "tickets-compared-in-part",
    breaks: ["STRM-CONN-04"],
    defect: "Nobody looks at what stands behind a ticket.",
    stream: { ticketOf: (ticket) => ticket.slice(0, TICKET_CHARS) },
  },
  {
    name: "stream-needs-no-ticket",
    breaks: ["STRM-CONN-04"],
    defect: "The stream opens without a ticket.",
    stream: { decide: ({ ticket }) => (ticket === "" ? "accept" : "pass") },
  },
  {
    name: "stream-opens-to-cookies",
    breaks: ["STRM-CONN-04"],
    defect: "The stream opens without a ticket to who sends cookies.",
    stream: { decide: ({ ticket, cookies }) => (ticket === "" && cookies ? "accept" : "pass") },
  },
  {
    name: "stream-opens-to-keys",
    breaks: ["STRM-CONN-04"],
    defect: "The stream opens without a ticket to who sends a key in the Authorization header.",
    stream: { decide: ({ ticket, bearer }) => (ticket === "" && bearer ? "accept" : "pass") },
  },
  {
    name: "cookies-open-by-used-tickets",
    breaks: ["STRM-CONN-02"],
    defect: "A ticket opens any number of connections to who sends cookies.",
    stream: {
      decide: ({ minted, earlier, cookies }) =>
        minted && earlier > 0 && cookies ? "accept" : "pass",
    },
  },
  {
    name: "keys-open-by-used-tickets",
    breaks: ["STRM-CONN-02"],
    defect: "A ticket opens any number of connections to who sends a key.",
    stream: {
      decide: ({ minted, earlier, bearer }) =>
        minted && earlier > 0 && bearer ? "accept" : "pass",
    },
  },
  {
    name: "keys-open-by-used-tickets-of-sessions",
    breaks: ["STRM-CONN-02"],
    defect: "A ticket that a session asked for opens any number of connections to who sends a key.",
    wire: sessionsMarked,
    stream: {
      ticketOf: unmarked,
      decide: ({ ticket, earlier, bearer }) =>
        SESSIONS.test(ticket) && earlier > 0 && bearer ? "accept" : "pass",
    },
  },
  {
    name: "browsers-refused",
    breaks: ["STRM-CONN-01"],
    defect: "The stream refuses who sends cookies.",
    stream: { decide: ({ cookies }) => (cookies ? "refuse" : "pass") },
  },
  {
    name: "sessions-tickets-given-back",
    breaks: ["STRM-CONN-05"],
    defect: "A ticket that a session asked for may be used again once its socket is closed.",
    wire: sessionsMarked,
    stream: {
      ticketOf: unmarked,
      decide: ({ ticket, earlier, open, pending }) =>
        SESSIONS.test(ticket) && earlier > 0 && open + pending === 0 ? "accept" : "pass",
    },
  },
  {
    name: "tickets-given-back",
    breaks: ["STRM-CONN-05"],
    defect: "A ticket may be used again once its socket is closed.",
    stream: {
      decide: ({ minted, earlier, open, pending }) =>
        minted && earlier > 0 && open + pending === 0 ? "accept" : "pass",
    },
  },
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
