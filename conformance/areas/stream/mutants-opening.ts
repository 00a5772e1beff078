/** Venues that open the stream to the wrong ones, or not to the right ones. */
import type { Mutant } from "../../interposer/mutant.ts";
import {
  marking,
  numbered,
  SESSIONS,
  sessionsMarked,
  UNDER_API,
  unmarked,
  usedInOrder,
} from "./marked-tickets.ts";

/** rw_live_ and 32 bytes in base64url. */
const TICKET_CHARS = 51;

/** Defects of who may open the stream, and by which tickets. */
export const opening: readonly Mutant[] = [
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
    name: "tickets-before-a-used-one-open-nothing",
    breaks: ["STRM-CONN-01"],
    defect: "Once a ticket of an agent is used, those minted before it open nothing.",
    wire: numbered,
    stream: usedInOrder(),
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
];
