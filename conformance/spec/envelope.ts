/** Sentences of the error envelope and of the framework's validation error. */
import { about } from "./sentence.ts";

const envelope = about("Resources, error envelope", "every route");
const validation = about("Resources, validation error", "every route");

export const ENVELOPE = [
  envelope.says("code: a text for machines", "ERR-ENV-01 ERR-VAL-03"),
  envelope.says("message: a text for people", "ERR-ENV-01"),
  envelope.says("request_id: correlates requests", "ERR-ENV-01 ERR-ENV-04"),
  envelope.says("details: an object, for some codes", "ERR-ENV-02"),
  about("Resources, error envelope", "POST /orders").says(
    "details: INVALID_LEVERAGE tells requested_leverage and effective_leverage",
    "REJ-LEV-03",
  ),
  validation.says("detail: an array of items, each with loc, msg and type", "ERR-VAL-01"),
  validation.says("loc: texts or integers; msg and type: texts", "ERR-VAL-02"),
];
