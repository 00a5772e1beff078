/** Rules on WebSocket tickets and the stream. */
import { conditional, either, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const STREAM_RULES: readonly Rule[] = [
  must(
    "TKT-MINT-01",
    "A bearer key with no body or {} mints a ticket: 201 with ticket and expires_at",
    { section: "WebSocket ticket", needs: ["agent"] },
  ),
  must("TKT-MINT-02", "A ticket starts with rw_live_", {
    section: "WebSocket ticket",
    needs: ["agent"],
  }),
  must("TKT-MINT-03", "expires_at is ISO 8601, 60 s after minting (5 s slack)", {
    section: "WebSocket ticket",
    needs: ["agent", "clock"],
    decisions: ["D-150"],
  }),
  must("TKT-MINT-04", "A bearer key with its own agent_id mints a ticket: 201", {
    section: "WebSocket ticket",
    needs: ["agent"],
  }),
  must("TKT-MINT-05", "A bearer key with another owner's agent_id is answered 403", {
    section: "Authentication 9",
    needs: ["two-owners"],
    decisions: ["D-15A"],
  }),
  either("TKT-MINT-06", "An agent_id that is not a UUID is answered 400 or 422", {
    section: "WebSocket ticket",
    needs: ["agent"],
    decisions: ["D-002"],
  }),
  must("TKT-MINT-07", "A session without agent_id is refused a ticket", {
    section: "WebSocket ticket",
    needs: ["browser"],
    decisions: ["D-137"],
  }),
  must("TKT-MINT-08", "A session with its own agent_id mints a ticket: 201", {
    section: "WebSocket ticket",
    needs: ["browser"],
  }),
  must("TKT-MINT-09", "A session with another owner's agent_id is answered 403", {
    section: "Authentication 9",
    needs: ["browser", "two-owners"],
    decisions: ["D-15A"],
  }),
  must("TKT-MINT-10", "Minting a ticket without credentials is answered 401", {
    section: "Authentication 9",
  }),
  must("TKT-MINT-11", "Two tickets differ", { section: "WebSocket ticket", needs: ["agent"] }),
  must("STRM-CONN-01", "A fresh ticket opens {stream_url}/stream", {
    section: "Authentication 7",
    needs: ["agent", "stream"],
  }),
  must("STRM-CONN-02", "The same ticket does not open a second connection", {
    section: "States 5",
    needs: ["agent", "stream"],
    decisions: ["D-151"],
  }),
  must("STRM-CONN-03", "A ticket older than 60 s (tested at 66 s) opens no connection", {
    section: "States 5",
    needs: ["agent", "stream", "wait"],
    decisions: ["D-151"],
  }),
  must("STRM-CONN-04", "No ticket, or a made-up one, opens no connection", {
    section: "Authentication 7",
    needs: ["stream"],
    decisions: ["D-151"],
  }),
  must("STRM-CONN-05", "A ticket stays consumed after its first socket was closed at once", {
    section: "States 5",
    needs: ["agent", "stream"],
    decisions: ["D-150"],
  }),
  open("STRM-CONN-06", "Whether the socket outlives the ticket's 60 s", {
    section: "(silent)",
    needs: ["agent", "stream", "wait"],
    decisions: ["D-159"],
  }),
  open("STRM-CONN-07", "The form of a refused handshake", {
    section: "(silent)",
    needs: ["stream"],
    decisions: ["D-151"],
  }),
  must("STRM-PRIV-01", "Nothing of another agent's private activity reaches the socket", {
    section: "Events",
    needs: ["two-owners", "stream", "binary", "quiet"],
    decisions: ["D-155"],
  }),
  open("STRM-PRIV-02", "Whether own order events reach the socket", {
    section: "Events",
    needs: ["agent", "stream", "binary"],
    decisions: ["D-155"],
  }),
  open("STRM-PROTO-01", "The greeting, subscription dialect, snapshot and sequence of the stream", {
    section: "Events gaps",
    needs: ["agent", "stream"],
    decisions: ["D-152", "D-153"],
  }),
  open("STRM-PROTO-02", "Heartbeat and idle behaviour of the stream", {
    section: "Events gaps",
    needs: ["agent", "stream", "wait"],
    decisions: ["D-154"],
  }),
  conditional(
    "STRM-PROTO-03",
    "In a declared dialect the sequence has no gaps and deltas rebuild the REST book",
    { section: "Events gaps", needs: ["agent", "stream", "binary"], decisions: ["D-153"] },
  ),
];
