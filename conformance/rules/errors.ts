/** Rules on error answers: the envelope, validation arrays, status by status. */
import { conditional, must, open, type Rule } from "../check/rule.ts";

/** In the order of the spec's part; ids are permanent. */
export const ERRORS_RULES: readonly Rule[] = [
  must(
    "ERR-ENV-01",
    "A 4xx or 5xx (not a 422 array or 429) has code, message, request_id as non-empty strings",
    { section: "Error envelope", needs: ["agent"], decisions: ["D-003"] },
  ),
  conditional("ERR-ENV-02", "details in an error envelope, if present, is an object", {
    section: "Error envelope",
    needs: ["agent"],
  }),
  must("ERR-ENV-03", "On listed routes only 429 and validation answers may use a detail member", {
    section: "Errors",
    needs: ["agent"],
    decisions: ["D-003", "D-005"],
  }),
  open("ERR-ENV-04", "Whether request_id differs between answers", {
    section: "Error envelope",
    needs: ["agent"],
    decisions: ["D-162"],
  }),
  conditional("ERR-VAL-01", "Each item of a validation detail array has loc, msg and type", {
    section: "Validation error",
    needs: ["agent"],
  }),
  conditional("ERR-VAL-02", "loc is an array of strings or integers; msg and type are strings", {
    section: "Validation error",
    needs: ["agent"],
  }),
  conditional("ERR-VAL-03", "A flat envelope for a malformed order has code VALIDATION_ERROR", {
    section: "Behaviour 4",
    needs: ["agent"],
    decisions: ["D-003"],
  }),
  must("ERR-403-01", "A 403 is an error envelope", {
    section: "Errors",
    needs: ["two-owners", "market"],
    decisions: ["D-160"],
  }),
  must("ERR-404-01", "A 404 of a listed route is an error envelope", {
    section: "Errors",
    needs: ["agent"],
    decisions: ["D-160"],
  }),
  open("ERR-404-02", "What an unknown route and a wrong method answer", {
    section: "(silent)",
    decisions: ["D-161"],
  }),
  must("ERR-5XX-01", "No probe of this suite is answered 500", {
    section: "HTTP statuses",
    needs: ["agent"],
    decisions: ["D-169"],
  }),
  conditional("ERR-502-01", "A 502 is an error envelope", {
    section: "HTTP statuses",
    needs: ["agent", "feed-switch"],
    decisions: ["D-115"],
  }),
  open("ERR-CODE-01", "The codes seen for 401, 403, 404 and 409", {
    section: "Gaps",
    needs: ["agent"],
    decisions: ["D-160"],
  }),
];
