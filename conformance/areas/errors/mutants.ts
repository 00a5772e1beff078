/** Venues whose errors are not the envelope they should be. */

import {
  answer,
  changeAnswer,
  envelope,
  type Fields,
  fieldsOf,
  matches,
} from "../../interposer/changes.ts";
import { type WireVariant, withBody } from "../../interposer/interposer.ts";
import type { Mutant } from "../../interposer/mutant.ts";
import { queries } from "./mutants-queries.ts";

/** Bodies of errors with one of these statuses, changed. */
function changeErrors(statuses: readonly number[], change: (body: Fields) => unknown): WireVariant {
  return async (request, venue) => {
    const given = await venue(request);
    const body = fieldsOf(given.body);
    return statuses.includes(given.status) ? { ...given, body: change(body) } : given;
  };
}

/** A 502, as another status. */
function unreachableAs(status: number): WireVariant {
  return async (request, venue) => {
    const given = await venue(request);
    return given.status === 502 ? { ...given, status } : given;
  };
}

/** Items of validation arrays, changed. */
function changeItems(change: (item: Fields) => Fields): WireVariant {
  return changeErrors([422], (body) =>
    Array.isArray(body["detail"]) ? { ...body, detail: body["detail"].map(change) } : body,
  );
}

const wordOnly = (body: Fields) => ({ error: body["message"] });

/** The known-bad venues of this area. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: "errors-without-request-id",
    breaks: ["ERR-ENV-01"],
    defect: "Errors of malformed requests have no request_id.",
    wire: () => changeErrors([400], ({ request_id: _, ...body }) => body),
  },
  {
    name: "details-a-list",
    breaks: ["ERR-ENV-02"],
    defect: "details of an error is a list.",
    wire: () => changeErrors([400], (body) => ({ ...body, details: ["what is wrong"] })),
  },
  {
    name: "errors-nested-under-detail",
    breaks: ["ERR-ENV-03"],
    defect: "The envelope of a 404 is nested under detail.",
    wire: () => changeErrors([404], (body) => ({ detail: body })),
  },
  {
    name: "request-id-of-the-route",
    breaks: ["ERR-ENV-05"],
    defect: "Errors of one route have one request_id.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const { request_id: id, ...body } = fieldsOf(given.body);
      const named = { ...body, request_id: `req-${request.method}-${request.path}` };
      return given.status >= 400 && id !== undefined ? { ...given, body: named } : given;
    },
  },
  {
    name: "unreadable-ticket-requests-served",
    breaks: ["ERR-VAL-05"],
    defect: "A ticket request that is not JSON is taken for an empty one.",
    wire: () => (request, venue) =>
      matches(request, "POST /auth/ws-ticket") && request.body === undefined
        ? venue(withBody(request, {}))
        : venue(request),
  },
  {
    name: "forbidden-without-envelope",
    breaks: ["ERR-403-01"],
    defect: "A 403 is one word.",
    wire: () => changeErrors([403], wordOnly),
  },
  {
    name: "not-found-without-envelope",
    breaks: ["ERR-404-01"],
    defect: "A 404 is one word.",
    wire: () => changeErrors([404], wordOnly),
  },
  {
    name: "error-pages",
    breaks: ["ERR-404-01"],
    defect: "A 404 is a page of markup.",
    wire: () => async (request, venue) => {
      const given = await venue(request);
      const headers = { ...given.headers, "content-type": "text/html" };
      const page = { status: 404, headers, body: "<html><h1>Not Found</h1></html>" };
      return given.status === 404 ? page : given;
    },
  },
  {
    name: "unreadable-body-fails",
    breaks: ["ERR-5XX-01"],
    beside: ["ORD-FIELD-22"],
    defect: "A body that is not JSON is answered 500.",
    wire: () =>
      changeAnswer("POST /orders", (given, { body }) =>
        given.status === 400 && body === undefined ? envelope(500, "INTERNAL") : given,
      ),
  },
  {
    name: "bad-gateway-without-envelope",
    breaks: ["ERR-502-01"],
    defect: "A 502 of the reference feed is one word.",
    wire: () => async (request, venue) =>
      matches(request, "GET /feed/btc-spot/health")
        ? answer(502, { error: "upstream" })
        : venue(request),
  },
  {
    name: "lost-feed-as-503",
    breaks: ["ERR-502-02"],
    defect: "Data of a feed that cannot be reached is answered 503.",
    wire: () => unreachableAs(503),
  },
  {
    name: "lost-feed-as-404",
    breaks: ["ERR-502-02"],
    defect: "Data of a feed that cannot be reached is answered 404.",
    wire: () => unreachableAs(404),
  },
  {
    name: "validation-items-without-type",
    breaks: ["ERR-VAL-01"],
    defect: "The items of a validation array have no type.",
    wire: () => changeItems(({ type: _, ...item }) => item),
  },
  {
    name: "validation-loc-a-path",
    breaks: ["ERR-VAL-02"],
    defect: "loc of a validation item is a dotted path.",
    wire: () => changeItems((item) => ({ ...item, loc: (item["loc"] as string[]).join(".") })),
  },
  {
    name: "validation-code-bad-request",
    breaks: ["ERR-VAL-03"],
    defect: "A malformed order is refused with the code BAD_REQUEST.",
    wire: () => changeErrors([400], (body) => ({ ...body, code: "BAD_REQUEST" })),
  },
  ...queries,
];
