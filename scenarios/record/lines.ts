/** Lines of a session from what passed: who, what, when, and no secret. */
import type { Redactor } from "../deployment/secrets/redact.ts";
import { isSecretName } from "../deployment/secrets/secrets-in.ts";
import { tenths } from "../session/exchange-line.ts";
import type { SessionBody } from "../session/format.ts";
import { escaped } from "../session/placeholders.ts";
import type { NewLine } from "../session/writer.ts";
import { type ReadExchange, secretsByPlace } from "./credentials.ts";
import { headerOf, type PassedBody, type RawHeaders } from "./passed.ts";
import { decodedBytes, redactedBody } from "./redacted-body.ts";

/** Who acted, and when the session began on the clock that dated what passed. */
export interface LineFacts {
  actor: string | null;
  startMs: number;
  redactor: Redactor;
}

/** Of one connection and nobody's words; or said anew with every request. */
const LEFT_OUT = new Set([
  ...["host", "connection", "keep-alive", "transfer-encoding", "content-length", "te", "trailer"],
  ...["upgrade", "expect", "accept-encoding", "content-encoding"],
]);

/** The line of an exchange. */
export function exchangeLine(exchange: ReadExchange, facts: LineFacts): NewLine {
  const { passed } = exchange;
  const { answer } = passed;
  const secret = new Set(secretsByPlace(exchange));
  const body = (bytes: PassedBody, headers: RawHeaders) =>
    bodyOf(bytes, headers, { facts, secret });
  return {
    ...timesOf(exchange, facts),
    actor: facts.actor,
    request: {
      method: passed.method,
      ...placeOf(exchange, facts.redactor),
      headers: headersOf(passed.headers, facts.redactor),
      ...body(passed.body, passed.headers),
    },
    ...(answer && {
      response: {
        status: answer.status,
        headers: headersOf(answer.headers, facts.redactor),
        ...body(answer.body, answer.headers),
      },
    }),
    ...(passed.loss && { failure: passed.loss }),
  };
}

/** The line of a command of the control protocol; `path` is relative to its endpoint. */
export function controlLine(exchange: ReadExchange, path: string, facts: LineFacts): NewLine {
  const { passed, sent } = exchange;
  const { answer } = passed;
  const redaction = { facts, secret: new Set<string>() };
  const { body = null } = sent === undefined ? {} : bodyOf(passed.body, passed.headers, redaction);
  return {
    ...timesOf(exchange, facts),
    control: { method: passed.method, path: facts.redactor.text(path), body },
    ...(answer && {
      response: { status: answer.status, ...bodyOf(answer.body, answer.headers, redaction) },
    }),
  };
}

/** The line of a handshake; a refusal when `status` is not 101, 0 when nobody answered. */
export function openLine(exchange: ReadExchange, stream: string, facts: LineFacts): NewLine {
  const { at } = timesOf(exchange, facts);
  const open = placeOf(exchange, facts.redactor);
  const status = exchange.passed.answer?.status ?? 0;
  return { at, stream, actor: facts.actor, open, status };
}

function timesOf({ passed }: ReadExchange, { startMs }: LineFacts): { at: number; took: number } {
  const { beganMs, endedMs } = passed;
  return { at: tenths(beganMs - startMs), took: tenths(endedMs - beganMs) };
}

function placeOf({ path, query, passed }: ReadExchange, redactor: Redactor) {
  const place = { path: redactor.text(escaped(path)) };
  if (query.size === 0) return passed.url === path ? place : { path: `${place.path}?` };
  const secret = new Set(secretsByPlace({ path, query, passed, sent: null, received: null }));
  const pairs = [...query].map(([name, value]) => {
    const isHidden = isSecretName(name) || secret.has(value);
    return [
      redactor.text(escaped(name)),
      isHidden ? redactor.mask(value) : redactor.text(escaped(value)),
    ];
  });
  const names = new Set(query.keys());
  if (names.size === query.size) return { ...place, query: Object.fromEntries(pairs) };
  // Names that come twice cannot be told by name: such a query stays with the path.
  const search = pairs.map((pair) => pair.map(percentEncoded).join("="));
  return { path: `${place.path}?${search.join("&")}` };
}

/** Placeholders stay as they are. */
function percentEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll("%7B", "{").replaceAll("%7D", "}");
}

function headersOf(headers: RawHeaders, redactor: Redactor): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = 0; at < headers.length; at += 2) {
    const lower = headers[at]!.toLowerCase();
    if (LEFT_OUT.has(lower)) continue;
    const name = redactor.text(lower);
    const value = redactor.header(lower, escaped(headers[at + 1]!));
    const glue = lower === "set-cookie" ? "\n" : ", ";
    found[name] = found[name] === undefined ? value : found[name] + glue + value;
  }
  return found;
}

function bodyOf(
  bytes: PassedBody,
  headers: RawHeaders,
  { facts, secret }: { facts: LineFacts; secret: ReadonlySet<string> },
): SessionBody {
  const encoding = headerOf(headers, "content-encoding");
  const plain = bytes === null ? null : decodedBytes(bytes, encoding);
  // What cannot be looked into is not written.
  return plain === null ? {} : redactedBody(plain, { redactor: facts.redactor, secret });
}
