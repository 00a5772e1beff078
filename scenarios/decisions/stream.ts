/** Decisions on tickets and the stream. */
import type { Decision } from "./decision.ts";

/** By id; ids are permanent. */
export const STREAM_DECISIONS: readonly Decision[] = [
  {
    id: "D-150",
    question: "A ticket's expiry",
    accepts:
      "60 s after minting, by the clock that control tells, else by the Date header, which " +
      "an edge may stamp; 5 s either way because clocks and seconds round. Without a zone it " +
      "counts as UTC and warns.",
    reference: "UTC with Z; consumed at the upgrade",
  },
  {
    id: "D-151",
    question: "How a handshake is refused",
    accepts:
      "Any status but 101, or a close within 5 s without data: the spec is silent. A working " +
      "connection fails.",
    reference: "401 before the upgrade",
  },
  {
    id: "D-152",
    question: "The protocol on the stream",
    accepts:
      "Anything, recorded: it is not shown. A dialect named in the profile is judged by its own" +
      " rules.",
    reference: "JSON with subscribe, snapshot and update",
  },
  {
    id: "D-153",
    question: "Snapshots and sequence numbers",
    accepts:
      "Anything, recorded; in a declared dialect there are no gaps and changes rebuild the " +
      "book.",
    reference: "A snapshot first, then changes by one",
  },
  {
    id: "D-154",
    question: "Heartbeats",
    accepts: "Anything: the harness answers pings.",
    reference: "A ping every 15 s",
  },
  {
    id: "D-155",
    question: "Private events",
    accepts:
      "Own ones are noted. Nothing of another agent may appear, as channels are private per " +
      "agent.",
    reference: "Sent for the ticket's agent alone",
  },
  {
    id: "D-157",
    question: "Slow readers and large frames",
    accepts: "Any limit, untested: the spec is silent.",
    reference: "1000 messages wait, then 4408; frames up to 16 KB",
  },
  {
    id: "D-158",
    question: "Tickets and sockets whose key or session is no more",
    accepts:
      "Anything, untested: venues let them live on or end them, and the spec speaks of " +
      "requests alone.",
    reference: "Tickets die with it; sockets are closed with 4401",
  },
  {
    id: "D-159",
    question: "How long a socket lives",
    accepts: "Any time; a cut at the ticket's expiry warns, since 60 s are the ticket's.",
    reference: "Up to 24 hours",
  },
  {
    id: "D-15A",
    question: "A ticket for somebody else's agent",
    accepts:
      "403; 404 warns; 201 fails, for agents of the same owner too: ownership is stated in general " +
      "words. Of an agent that does not exist 404 or 403; 400 and 422 warn.",
    reference: "403",
    statuses: [{ on: /ws-ticket$/, among: [403], odd: [404] }],
  },
];
