/** The errors a route can answer, from what kind of route it is. Spec: HTTP statuses; D-060. */
import { STATUS_CODES } from "node:http";
import { type TSchema, Type } from "typebox";
import { type ErrorCode, STATUS_OF } from "../../wire/codes.ts";
import type { Route } from "../routes/route.ts";
import type { Components } from "./components.ts";

const envelope = {
  code: Type.String(),
  message: Type.String(),
  request_id: Type.String({ format: "uuid" }),
  details: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
};

/** Spec: Error envelope. */
const Envelope = Type.Object(envelope, { title: "ErrorEnvelope" });

/** Code and message are there twice. D-005. */
const RateLimited = Type.Object(
  { ...envelope, detail: Type.Object({ code: Type.String(), message: Type.String() }) },
  { title: "RateLimited" },
);

/** Spec: Validation error. D-003. */
const InvalidParameters = Type.Object(
  {
    detail: Type.Array(
      Type.Object({
        loc: Type.Array(Type.Union([Type.String(), Type.Integer()])),
        msg: Type.String(),
        type: Type.String(),
      }),
    ),
  },
  { title: "InvalidParameters" },
);

/** Whatever the route: bad credentials are told on public ones too, and any request may fail. */
const OF_EVERY_ROUTE: readonly ErrorCode[] = [
  "UNAUTHENTICATED",
  "FORBIDDEN",
  "AGENT_NOT_FOUND",
  "REQUEST_TIMEOUT",
  "INVALID_PARAMETER",
  "RATE_LIMITED",
  "HEADERS_TOO_LARGE",
  "INTERNAL",
];

/** Error responses by status, each naming its codes. */
export function errorResponses(route: Route, components: Components): Record<string, object> {
  const statuses = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    statuses.set(STATUS_OF[code], [...(statuses.get(STATUS_OF[code]) ?? []), code]);
  }
  const responses = [...statuses].map(([status, codes]) => [
    status,
    components.response(codes.join("."), () => errorResponse(status, codes, components)),
  ]);
  return Object.fromEntries(responses);
}

function errorsOf(route: Route): Set<ErrorCode> {
  const { auth, method, body, feature, entersOrders, isStoreless, errors = [] } = route;
  const takesKeys = auth === "agent" || auth === "public";
  const takesSessions = auth === "agent" || auth === "session";
  return new Set([
    ...OF_EVERY_ROUTE,
    ...(takesKeys ? (["INSUFFICIENT_SCOPE"] as const) : []),
    ...(auth === "session" ? (["SESSION_REQUIRED"] as const) : []),
    ...(takesSessions && method !== "GET" ? (["CSRF_FAILED"] as const) : []),
    ...(body ? (["VALIDATION_ERROR", "UNSUPPORTED_ENCODING"] as const) : []),
    ...(isStoreless ? [] : (["STORE_UNAVAILABLE"] as const)),
    ...(feature ? (["FEATURE_DISABLED"] as const) : []),
    ...(entersOrders ? (["EXCHANGE_FROZEN"] as const) : []),
    ...errors,
  ]);
}

function errorResponse(status: number, codes: ErrorCode[], components: Components): object {
  return {
    description: `${STATUS_CODES[status]}: ${codes.join(", ")}`,
    headers: headersOf(status),
    content: { "application/json": { schema: bodyOf(status, codes, components) } },
  };
}

/** The array of INVALID_PARAMETER alone has no code. */
function bodyOf(status: number, codes: ErrorCode[], components: Components): unknown {
  const refer = (schema: TSchema) => components.schema(schema);
  const named = codes.filter((code) => code !== "INVALID_PARAMETER");
  const array = named.length < codes.length ? [refer(InvalidParameters)] : [];
  const envelopes = named.length > 0 ? [envelopeOf(status, named, components)] : [];
  const [only, ...others] = [...array, ...envelopes];
  return others.length === 0 ? only : { anyOf: [only, ...others] };
}

function envelopeOf(status: number, codes: ErrorCode[], components: Components): object {
  const base = components.schema(status === 429 ? RateLimited : Envelope);
  return { allOf: [base, { properties: { code: { enum: codes } } }] };
}

function headersOf(status: number): object {
  return {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    ...(status === 401 && { "WWW-Authenticate": { schema: { const: "Bearer" } } }),
    ...(status === 429 && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
  };
}
