/** Sentences on versions. */
import { about } from "./sentence.ts";

const { says, untold } = about("Versioning", "every route");

export const VERSIONING = [
  says(
    "The same routes are served under four prefixes",
    "GEN-PREFIX-01 GEN-PREFIX-02 GEN-PREFIX-03 GEN-PREFIX-04 GEN-PREFIX-05",
  ),
  untold("The order API is called V1 beta", "a name in prose, in no answer"),
  says("The machine-readable description says version 0.1.0", "VER-DOC-01"),
  about("Versioning", "POST /orders", "POST /auth/ws-ticket").says(
    "Unknown request fields are ignored",
    "GEN-UNK-01 GEN-UNK-02 GEN-UNK-03",
  ),
  untold("Deprecation and compatibility: not shown", "a policy, which no answer shows"),
];
