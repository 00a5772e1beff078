/** What stands in evidence stands there without secrets, and is looked through once it is read. */
import { isSecretHeader } from "../secrets/names.ts";
import { escaped } from "../secrets/placeholders.ts";
import type { Redactor } from "../secrets/redact.ts";
import type { ReceivedResponse, SentRequest } from "./exchange.ts";

/** A request as it went. Shape: `payload` is null without a body. */
export interface RequestAsSent extends Omit<SentRequest, "bodyText" | "query"> {
  query: Record<string, string | number>;
  payload: string | Uint8Array | null;
}

/** An answer as it came. */
export interface ResponseAsCame extends Omit<ReceivedResponse, "bodyText" | "chars"> {
  text: string;
}

/** The request as it may be shown. What its headers say to be secret is known at once. */
export function writtenRequest(raw: RequestAsSent, redactor: Redactor): SentRequest {
  const { payload } = raw;
  let headers: Record<string, string> | null = null;
  let text: string | null = null;
  learnHeaders(raw.headers, redactor);
  const request: SentRequest = {
    method: raw.method,
    path: written(raw.path, redactor),
    query: writtenQuery(raw.query, redactor),
    get headers() {
      headers ??= writtenHeaders(raw.headers, redactor);
      return headers;
    },
    get bodyText() {
      if (payload !== null) text ??= written(textOf(payload), redactor);
      return text;
    },
  };
  sentAs.set(request, payload);
  return request;
}

/** The answer as it may be shown. What is secret in no JSON, by name or by looks, is known at once. */
export function writtenResponse(
  { text, ...raw }: ResponseAsCame,
  redactor: Redactor,
): ReceivedResponse {
  let headers: Record<string, string> | null = null;
  let shown: string | null = null;
  if (raw.body === undefined && text !== "") redactor.learnFrom(text);
  learnHeaders(raw.headers, redactor);
  const { status, body, setCookies } = raw;
  const response: ReceivedResponse = {
    status,
    get headers() {
      headers ??= writtenHeaders(raw.headers, redactor);
      return headers;
    },
    body,
    chars: text.length,
    get bodyText() {
      shown ??= written(text, redactor);
      return shown;
    },
  };
  if (setCookies !== undefined) response.setCookies = setCookies;
  cameAs.set(response, { text, headers: raw.headers });
  return response;
}

const sentAs = new WeakMap<SentRequest, string | Uint8Array | null>();

/** A request's body with whatever is secret: to look into, never to be shown; null without one. */
export function asItWent(request: SentRequest): string | null {
  const payload = sentAs.get(request);
  if (payload === undefined) return request.bodyText;
  return payload === null ? null : textOf(payload);
}

const cameAs = new WeakMap<ReceivedResponse, Pick<ResponseAsCame, "text" | "headers">>();

/** An answer's text and header values with whatever is secret: to look into, never to be shown. */
export function asItCame(response: ReceivedResponse | null): string {
  const came = response === null ? undefined : cameAs.get(response);
  return came === undefined ? "" : [came.text, ...Object.values(came.headers)].join("\n");
}

/** The same by parts: to go on by, never to be shown; undefined for an answer that was written by hand. */
export function answerAsItCame(
  response: ReceivedResponse,
): Pick<ResponseAsCame, "text" | "headers"> | undefined {
  return cameAs.get(response);
}

/** What a header is called says that it is secret: it is known from then on. */
function learnHeaders(raw: Readonly<Record<string, string>>, redactor: Redactor): void {
  for (const name in raw) {
    if (isSecretHeader(name)) redactor.header(name, escaped(raw[name]!));
  }
}

/** Headers by name; each is looked through where it is read. */
function writtenHeaders(
  raw: Readonly<Record<string, string>>,
  redactor: Redactor,
): Record<string, string> {
  const headers: Record<string, string> = { ...raw };
  const due = new Set(Object.keys(raw));
  return new Proxy(headers, {
    get(_, name) {
      if (typeof name !== "string" || !Object.hasOwn(raw, name)) return undefined;
      if (due.delete(name)) headers[name] = redactor.header(name, escaped(raw[name]!));
      return headers[name];
    },
  });
}

function writtenQuery(
  raw: Readonly<Record<string, string | number>>,
  redactor: Redactor,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) query[name] = written(String(value), redactor);
  return query;
}

/** Without secrets; a placeholder that a target wrote is none. */
function written(text: string, redactor: Redactor): string {
  return redactor.text(escaped(text));
}

function textOf(payload: string | Uint8Array): string {
  return typeof payload === "string" ? payload : Buffer.from(payload).toString();
}
