/** Sentences on the realtime stream. */
import { about } from "./sentence.ts";

const { says } = about("Events", "{stream_url}/stream");

export const EVENTS = [
  says("A stream exists, opened with a ticket", "STRM-CONN-01 STRM-CONN-04"),
  says("It carries private channels of each agent", "STRM-PRIV-01 STRM-PRIV-02 STRM-PRIV-03"),
  says(
    "Subscription, channels, message kinds and payloads: not shown",
    "STRM-PROTO-01 STRM-PROTO-02 STRM-PROTO-03",
  ),
];
