/** How to fix a venue that fails a rule on tickets and the stream. */

/** By rule id, in the catalogue's order. */
export const STREAM_ADVICE: Readonly<Record<string, string>> = {
  "TKT-MINT-01": "Answer 201 with ticket and expires_at, for an empty body and for {}.",
  "TKT-MINT-02":
    "Put rw_live_ in front of the random part, so that tickets and keys cannot be mistaken for " +
    "each other.",
  "TKT-MINT-03":
    "Send expires_at as ISO 8601 in UTC, 60 seconds after minting by the same clock as the Date" +
    " header.",
  "TKT-MINT-04":
    "Accept the key's own agent_id. Compare UUIDs without regard to case, after resolving the " +
    "key.",
  "TKT-MINT-05":
    "Compare agent_id with the key's agent and answer 403. Trusting the body gives away " +
    "somebody else's private feed.",
  "TKT-MINT-06": "Validate the form of agent_id before the ownership check: 400 or 422.",
  "TKT-MINT-07":
    "Ask for agent_id when the caller is a session: it may own several agents, and picking one " +
    "is a guess.",
  "TKT-MINT-08":
    "Accept sessions with their CSRF header on this route. A route registered for keys alone " +
    "leaves the site without its feed.",
  "TKT-MINT-09": "Check that the agent belongs to the session's account and answer 403.",
  "TKT-MINT-10": "Require credentials on the route itself.",
  "TKT-MINT-11":
    "Draw each ticket anew from a cryptographic source. Caching of the answer, or one ticket " +
    "per agent, breaks single use.",
  "STRM-CONN-01":
    "Look the ticket up where it was minted, on whichever node the socket lands, and keep the " +
    "connection open afterwards. Check the proxy's upgrade headers.",
  "STRM-CONN-02":
    "Consume the ticket in one atomic step at the handshake, by a delete that returns it. " +
    "Reading first and deleting later lets a second one in.",
  "STRM-CONN-03":
    "Compare with the time of expiry at the handshake, rather than trusting that a sweeper has " +
    "been by.",
  "STRM-CONN-04":
    "Refuse the handshake when the ticket is missing or unknown. Falling back on a public " +
    "stream counts as open too.",
  "STRM-CONN-05":
    "Keep the ticket consumed for good. Giving it back when the socket closes makes it a " +
    "password.",
  "STRM-PRIV-01":
    "Route private events by agent, on the server. Broadcasting to all sockets and filtering in" +
    " the client leaks everything.",
  "STRM-PROTO-03":
    "Number every change of a channel by one, after the snapshot's own number, and send " +
    "removals as quantity 0. Changes dropped under load show as gaps.",
};
