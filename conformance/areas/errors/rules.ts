/** Rules on error answers: the envelope, validation arrays, status by status. */
import { ENDED, PREFIXES } from "../../check/cell.ts";
import { conditional, must, open, type Rule } from "../../check/rule.ts";
import { BODY_ROUTES, NUMERIC_PARAMETERS, ROUTES } from "../../spec/route-table.ts";

/** What stands for no integer in any notation. An empty value may be taken for one that is left out. */
const NO_INTEGERS = ["abc", "1.5", "NaN"];

const LISTED = ROUTES.map(({ route }) => route);
/** Where an id that nothing has is answered 404, whoever asks. */
const ROUTES_OF_IDS = LISTED.filter((route) => /\{(order|market|series|public)_id\}/.test(route));
/** Where what another agent has can be named. */
const ROUTES_OF_OTHERS = [
  ...["GET /orders/{order_id}", "DELETE /orders/{order_id}", "POST /auth/ws-ticket"],
];
const UNLISTED = [
  ...["GET /no-such-route", "POST /no-such-route", "DELETE /no-such-route"],
  ...["PUT /markets", "POST /account", "PATCH /positions", "DELETE /leaderboard"],
];

/** The rules of this area, in the spec's order; ids are permanent. */
export const RULES: readonly Rule[] = [
  must(
    "ERR-ENV-01",
    "A 4xx or 5xx (not a 422 array or 429) has code, message, request_id as non-empty strings",
    {
      section: "Error envelope",
      decisions: ["D-003"],
      fix:
        "Render every error in one place, with code, message and request_id as texts. Answers " +
        "of middleware and of the framework's defaults must pass there too.",
    },
  ),
  conditional("ERR-ENV-02", "details in an error envelope, if present, is an object", {
    section: "Error envelope",
    fix: "Make details an object; put a list under a name inside it.",
  }),
  must("ERR-ENV-03", "On listed routes only 429 and validation answers may use a detail member", {
    section: "Errors",
    follows: ["ERR-ENV-01"],
    decisions: ["D-003", "D-005"],
    fix:
      "Keep code and message at the top level. A framework that nests what you throw under " +
      "detail needs an error handler of your own.",
  }),
  must("ERR-ENV-05", "Two requests never share a request_id", {
    section: "Error envelope",
    decisions: ["D-162"],
    fix:
      "Draw the id anew for each request, where it enters. One for each connection, process or " +
      "kind of error finds nothing in a log.",
  }),
  conditional("ERR-VAL-01", "Each item of a validation detail array has loc, msg and type", {
    section: "Validation error",
    fix:
      "Give every item loc, msg and type. Other validators use path, message and keyword: " +
      "map them.",
  }),
  conditional("ERR-VAL-02", "loc is an array of strings or integers; msg and type are strings", {
    section: "Validation error",
    fix: "Send loc as a list of the steps to the field, rather than a dotted path.",
  }),
  conditional("ERR-VAL-03", "A flat envelope for a malformed order has code VALIDATION_ERROR", {
    section: "Behaviour 4",
    follows: ["ERR-ENV-01"],
    over: { prefix: PREFIXES },
    decisions: ["D-003"],
    fix:
      "Use the code VALIDATION_ERROR for a body that fails its schema, JSON that cannot be " +
      "parsed included.",
  }),
  must("ERR-VAL-04", "A numeric query parameter that is no integer is answered 422 with an array", {
    section: "Markets and data",
    follows: ["ERR-ENV-01"],
    over: { parameter: NUMERIC_PARAMETERS, value: NO_INTEGERS, status: ENDED, prefix: PREFIXES },
    decisions: ["D-002"],
    fix:
      "Validate every query parameter in the schema of its route and answer 422 with loc, msg and " +
      "type: a default in place of what cannot be read hides a mistake of the client.",
  }),
  must("ERR-VAL-05", "A body that is not JSON is refused as such on every route that reads one", {
    section: "HTTP statuses",
    follows: ["ERR-ENV-01"],
    over: { route: BODY_ROUTES, value: ["no JSON", "cut off"], prefix: PREFIXES },
    decisions: ["D-002"],
    fix:
      "Answer 400 with the envelope where the body is parsed, in one place for all routes: an " +
      "optional body that is there must be readable too.",
  }),
  must("ERR-403-01", "A 403 is an error envelope", {
    section: "Errors",
    follows: ["ERR-ENV-01", "ERR-ENV-03"],
    over: { route: ROUTES_OF_OTHERS, prefix: PREFIXES },
    decisions: ["D-160"],
    fix: "Raise 403 through the common error renderer rather than from the guard itself.",
  }),
  must("ERR-404-01", "A 404 of a listed route is an error envelope", {
    section: "Errors",
    follows: ["ERR-ENV-01", "ERR-ENV-03"],
    over: { route: ROUTES_OF_IDS, prefix: PREFIXES },
    decisions: ["D-160"],
    fix:
      "Raise 404 through the common error renderer. A gateway's page, or the framework's " +
      "own, replaces it: switch that off for listed routes.",
  }),
  open("ERR-404-02", "What an unknown route and a wrong method answer", {
    section: "(silent)",
    over: { route: UNLISTED, prefix: PREFIXES },
    decisions: ["D-161"],
  }),
  must("ERR-5XX-01", "No probe of this suite is answered 500", {
    section: "HTTP statuses",
    decisions: ["D-169"],
    fix:
      "The evidence shows the request that broke the server: validate that input before it " +
      "is used. Find it in your log by its request_id.",
  }),
  conditional("ERR-502-01", "A 502 is an error envelope", {
    section: "HTTP statuses",
    follows: ["ERR-ENV-01", "ERR-ENV-03"],
    decisions: ["D-115"],
    over: { prefix: PREFIXES },
    fix:
      "Turn a failed upstream into an envelope where it is called. A proxy's own 502 page " +
      "never passes your error renderer.",
  }),
  must("ERR-502-02", "With the reference feed cut off, what reads it is answered 200 or 502", {
    section: "HTTP statuses",
    decisions: ["D-110", "D-172"],
    over: { prefix: PREFIXES },
    fix:
      "Answer 502 where the upstream fails, unless what is known already will do. 503 is for the " +
      "kill switch and closed gates, and 404 for what does not exist.",
  }),
  open("ERR-CODE-01", "The codes seen for 401, 403, 404 and 409", {
    section: "Gaps",
    decisions: ["D-160"],
  }),
];
