/** Tells the digest of the venue's whole state, by which two runs are compared. */
import { controlCall } from "./call.ts";

export const digestCalls = [
  controlCall({
    capability: "digest",
    method: "GET",
    path: "digest",
    handle: ({ parts }) => parts.venue.digest(),
  }),
];
