/** Requests that are wrong in one way or several: method, path, query, headers, cookies, body. */
import type { TSchema } from "typebox";
import { ROUTES } from "../../reference/http/routes/index.ts";
import type { Draws } from "../../reference/proof/consensus/draws.ts";
import { hostileString, hostileText, hostileValue, mutated, oneOf } from "./hostile.ts";

/** Whom the attacker may claim to be, and what there is to name. */
export interface Known {
  key: string;
  cookie: string;
  csrf: string;
  ids: Record<string, string>;
}

/** One request as bytes. Shape: `isWhole` is false where more of it was announced than is sent. */
export interface DrawnRequest {
  bytes: Buffer;
  method: string;
  path: string;
  isWhole: boolean;
}

const PREFIXES = ["", "/v1", "/api", "/api/v1", "/v2", "//", "/v1/v1", "/V1"];
const METHODS = [
  "GET",
  "POST",
  "PATCH",
  "DELETE",
  "PUT",
  "HEAD",
  "OPTIONS",
  "TRACE",
  "BREW",
  "get",
];
const ENDS_OF_LINE = ["\r\n", "\r\n", "\r\n", "\r\n", "\n"];

/** Draws one, of any route of the table. */
export function drawRequest(draws: Draws, known: Known): DrawnRequest {
  const route = oneOf(draws, ROUTES);
  const method = draws.chance(0.85) ? route.method : oneOf(draws, METHODS);
  const path = pathOf(draws, route.path, known);
  const body = bodyOf(draws, route.body, known);
  const lengths = lengthOf(draws, body);
  const headers = [
    "Host: 127.0.0.1",
    ...credentials(draws, known),
    ...kindOf(draws),
    ...lengths.headers,
    ...(draws.chance(0.2) ? [oddHeader(draws)] : []),
    "Connection: close",
  ];
  const target = `${oneOf(draws, draws.chance(0.9) ? PREFIXES.slice(0, 4) : PREFIXES)}${path}`;
  const version = draws.chance(0.97)
    ? "HTTP/1.1"
    : oneOf(draws, ["HTTP/1.0", "HTTP/9", "http/1.1"]);
  const end = oneOf(draws, ENDS_OF_LINE);
  const head = [`${method} ${target} ${version}`, ...headers, "", ""].join(end);
  const bytes = Buffer.concat([Buffer.from(head, "latin1"), lengths.body]);
  return { bytes, method, path: target, isWhole: lengths.isWhole };
}

function pathOf(draws: Draws, pattern: string, { ids }: Known): string {
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) =>
    draws.chance(0.5) ? (ids[name] ?? "x") : encoded(draws, hostileString(draws)),
  );
  const query = Array.from({ length: draws.below(3) }, () => {
    const name = oneOf(draws, [
      "limit",
      "cursor",
      "market_id",
      "status",
      "agent_id",
      "seconds",
      "ticket",
    ]);
    const value = draws.chance(0.3) ? (ids[name] ?? "1") : String(hostileValue(draws));
    return `${name}=${encoded(draws, value.replace("@raw ", ""))}`;
  });
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}

/** Most are encoded as they should be; some stand raw, where a line can still be read. */
function encoded(draws: Draws, text: string): string {
  const short = Buffer.from(text.slice(0, 3_000)).toString(); // no halves of characters
  return draws.chance(0.8) ? encodeURIComponent(short) : short.split(/\s|\0/).join("%20");
}

function credentials(draws: Draws, { key, cookie, csrf }: Known): string[] {
  const kind = draws.below(6);
  if (kind < 2) return [`Authorization: Bearer ${key}`];
  if (kind === 2) return [`Cookie: ${cookie}`, `X-Service-CSRF: ${csrf}`];
  if (kind === 3) return [`Authorization: ${oneLine(hostileString(draws))}`];
  if (kind === 4) return [`Cookie: sid=${oneLine(hostileString(draws))}; csrf; =; ${cookie};;`];
  return [];
}

const TYPES = ["text/plain", "application/json; charset=utf-16", "", "multipart/form-data", ";;;"];

const kindOf = (draws: Draws): string[] => [
  `Content-Type: ${draws.chance(0.85) ? "application/json" : oneOf(draws, TYPES)}`,
];

const NAMES = [
  ...["X-Agent-Id", "X-Service-CSRF", "X-Forwarded-For", "Origin", "Accept", "Range", "Expect"],
  ...["Content-Encoding", "If-None-Match", "Upgrade", "Trailer", "X-Request-Id", "Host"],
];

const oddHeader = (draws: Draws): string =>
  `${oneOf(draws, NAMES)}: ${oneLine(hostileString(draws))}`;

const oneLine = (text: string): string => text.replaceAll(/[\r\n]/g, " ").slice(0, 12_000);

function bodyOf(draws: Draws, schema: TSchema | undefined, known: Known): Buffer {
  const plain = schema === undefined ? {} : plausible(draws, schema, "", known);
  return hostileText(draws, draws.chance(0.8) ? mutated(draws, plain) : plain);
}

/** Something the schema may mean: a known id by its name, else by its type. */
function plausible(draws: Draws, schema: TSchema, name: string, known: Known): unknown {
  const { type, anyOf, enum: all, properties, items, minimum } = schema as unknown as JsonSchema;
  const constant = (schema as { const?: unknown }).const;
  if (constant !== undefined) return constant;
  if (all !== undefined) return oneOf(draws, all);
  if (anyOf !== undefined) return plausible(draws, oneOf(draws, anyOf), name, known);
  if (known.ids[name] !== undefined) return known.ids[name];
  if (type === "object") {
    return Object.fromEntries(
      Object.entries(properties ?? {})
        .filter(() => draws.chance(0.9))
        .map(([member, of]) => [member, plausible(draws, of, member, known)]),
    );
  }
  if (type === "array") return items ? [plausible(draws, items, "", known)] : [];
  if (type === "boolean") return draws.chance(0.5);
  if (type === "integer" || type === "number") return Math.max(minimum ?? 1, 1 + draws.below(60));
  return `id-${draws.below(1_000)}`;
}

interface JsonSchema {
  type?: string;
  anyOf?: TSchema[];
  enum?: unknown[];
  properties?: Record<string, TSchema>;
  items?: TSchema;
  minimum?: number;
}

/** How the body is announced: mostly as it is. */
function lengthOf(draws: Draws, body: Buffer) {
  const length = (bytes: number | string) => [`Content-Length: ${bytes}`];
  const kind = draws.below(20);
  if (kind === 0) return { headers: length(body.length + 1), body, isWhole: false };
  if (kind === 1) return { headers: length("1, 2"), body, isWhole: false };
  if (kind === 2) return { headers: length("-1"), body, isWhole: false };
  const chunked = ["Transfer-Encoding: chunked"];
  const chunk = Buffer.concat([
    Buffer.from(`${body.length.toString(16)}\r\n`),
    body,
    Buffer.from(body.length === 0 ? "\r\n" : "\r\n0\r\n\r\n"),
  ]);
  if (kind === 3) return { headers: chunked, body: chunk, isWhole: true };
  if (kind === 4) return { headers: chunked, body: chunk.subarray(1), isWhole: false };
  if (kind === 5) return { headers: [...chunked, ...length(3)], body: chunk, isWhole: false };
  return { headers: length(body.length), body, isWhole: true };
}
