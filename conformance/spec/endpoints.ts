/** Sentences that hold for every endpoint. */
import { about } from "./sentence.ts";

const { says } = about("Endpoints", "every route");

export const ENDPOINTS = [
  says(
    "Every route is served under four prefixes",
    "GEN-PREFIX-01 GEN-PREFIX-02 GEN-PREFIX-03 GEN-PREFIX-04",
  ),
  says(
    "The four prefixes are equivalent",
    "GEN-PREFIX-05 GEN-PREFIX-06 GEN-PREFIX-07 PROP-META-01",
  ),
  says("Success answers are JSON", "GEN-JSON-01"),
];
