/** Rules on the stream. */
import { KINDS, PREFIXES, SIDES } from "../../check/cell.ts";
import { conditional, must, open, type Rule } from "../../check/rule.ts";

/** Whose ticket it is, and under which prefix it was asked for: the stream itself has one address. */
const TICKETS = { caller: ["key", "second-key", "session"], prefix: PREFIXES } as const;

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must("STRM-CONN-01", "A fresh ticket opens {stream_url}/stream", {
    section: "Authentication 7",
    over: { ...TICKETS, caller: [...TICKETS.caller, "sibling"] },
    fix:
      "Look the ticket up where it was minted, on whichever node the socket lands, and keep " +
      "the connection open afterwards. Check the proxy's upgrade headers.",
  }),
  must("STRM-CONN-02", "The same ticket does not open a second connection", {
    section: "States 5",
    over: TICKETS,
    decisions: ["D-151"],
    fix:
      "Consume the ticket in one atomic step at the handshake, by a delete that returns it. " +
      "Reading first and deleting later lets a second one in.",
  }),
  must("STRM-CONN-03", "A ticket older than 60 s (tested at 66 s) opens no connection", {
    section: "States 5",
    decisions: ["D-151"],
    fix:
      "Compare with the time of expiry at the handshake, rather than trusting that a sweeper " +
      "has been by.",
  }),
  must("STRM-CONN-04", "No ticket, or a made-up one, opens no connection", {
    section: "Authentication 7",
    over: TICKETS,
    decisions: ["D-151"],
    fix:
      "Refuse the handshake when the ticket is missing or unknown. Falling back on a public " +
      "stream counts as open too.",
  }),
  must("STRM-CONN-05", "A ticket stays consumed after its first socket was closed at once", {
    section: "States 5",
    follows: ["STRM-CONN-02"],
    over: TICKETS,
    decisions: ["D-150"],
    fix:
      "Keep the ticket consumed for good. Giving it back when the socket closes makes it a " +
      "password.",
  }),
  open("STRM-CONN-06", "Whether the socket outlives the ticket's 60 s", {
    section: "(silent)",
    decisions: ["D-159"],
  }),
  open("STRM-CONN-07", "The form of a refused handshake", {
    section: "(silent)",
    decisions: ["D-151"],
  }),
  must("STRM-CONN-08", "A ticket of 50 s still opens the stream", {
    section: "WebSocket ticket",
    follows: ["STRM-CONN-01"],
    decisions: ["D-150"],
    fix:
      "Count a ticket's 60 seconds from minting, in the unit that you think you count in: a " +
      "client that reconnects may hold one for most of a minute.",
  }),
  must("STRM-PRIV-01", "Nothing of another agent's private activity reaches the socket", {
    section: "Events",
    over: { kind: KINDS, side: SIDES, caller: ["sibling", "other"], prefix: PREFIXES },
    decisions: ["D-155"],
    fix:
      "Route private events by agent, on the server. Broadcasting to all sockets and " +
      "filtering in the client leaks everything.",
  }),
  open("STRM-PRIV-02", "Whether own order events reach the socket", {
    section: "Events",
    over: { kind: KINDS, side: SIDES },
    decisions: ["D-155"],
  }),
  conditional("STRM-PRIV-03", "Own order events come whoever of the agent acts, and wherever", {
    section: "Events",
    over: { side: SIDES, caller: ["key", "second-key", "session"], prefix: PREFIXES },
    decisions: ["D-155"],
    fix:
      "Send private events from where orders change, by agent: a feed fed by one route, side or " +
      "credential misses the others.",
  }),
  open("STRM-PROTO-01", "The greeting, subscription dialect, snapshot and sequence of the stream", {
    section: "Events gaps",
    decisions: ["D-152", "D-153"],
  }),
  open("STRM-PROTO-02", "Heartbeat and idle behaviour of the stream", {
    section: "Events gaps",
    decisions: ["D-154"],
  }),
  conditional(
    "STRM-PROTO-03",
    "In a declared dialect the sequence has no gaps and deltas rebuild the REST book",
    {
      section: "Events gaps",
      decisions: ["D-153"],
      fix:
        "Number every change of a channel by one, after the snapshot's own number, and send " +
        "removals as quantity 0. Changes dropped under load show as gaps.",
    },
  ),
];
