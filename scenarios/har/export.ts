/** Makes a HAR file of a session, for the viewers other people have. */
import type {
  SessionBody,
  SessionExchange,
  SessionHeader,
  SessionLine,
  SessionOpen,
  SessionReceive,
  SessionSend,
} from "../session/format.ts";
import { bodyText } from "../session/writer.ts";
import type { Har, HarEntry, HarMessage, HarPair } from "./har.ts";

/** Where the requests went is no part of a session: viewers are shown this host. */
const BASE = "http://venue.invalid";
const VERSION = "HTTP/1.1";
const UNKNOWN = -1;
const TEXT = 1;
const BINARY = 2;

/**
 * The text of the file. Secrets stay the placeholders they are.
 * Shape: what HAR has no place for stands in members `_session`, which viewers pass over; the
 * session comes back by them when the file is imported.
 */
export async function sessionToHar(
  header: SessionHeader,
  lines: AsyncIterable<SessionLine> | Iterable<SessionLine>,
): Promise<string> {
  const startMs = Date.parse(header.started_at);
  const entries: HarEntry[] = [];
  const streams = new Map<string, OpenStream>();
  /** Commands of the control protocol, and frames of streams that never opened. */
  const others: SessionLine[] = [];
  for await (const line of lines) {
    if ("request" in line) entries.push(exchangeEntry(line, startMs));
    else if ("open" in line) {
      const stream: OpenStream = { messages: [], own: { open: line } };
      streams.set(line.stream, stream);
      entries.push(streamEntry(line, stream, startMs));
    } else if ("control" in line || !streams.has(line.stream)) others.push(line);
    else if ("close" in line) {
      streams.get(line.stream)!.own.close = line;
      streams.delete(line.stream);
    } else streams.get(line.stream)!.messages.push(messageOf(line, startMs));
  }
  const har: Har = {
    log: {
      ...{ version: "1.2", creator: { name: "touchstone", version: header.touchstone } },
      ...{ _session: { header, others }, entries },
    },
  };
  return `${JSON.stringify(har, null, 2)}\n`;
}

/** A stream's messages, and the lines that are none. */
interface OpenStream {
  messages: HarMessage[];
  own: { open: SessionOpen; close?: SessionLine };
}

function messageOf(line: SessionSend | SessionReceive, startMs: number): HarMessage {
  const [type, body] =
    "send" in line ? ["send" as const, line.send] : ["receive" as const, line.receive];
  const _session = { n: line.n, at: line.at, stream: line.stream, ...withoutBody(body) };
  return { type, time: (startMs + line.at) / 1_000, ...framed(body), _session };
}

function exchangeEntry(line: SessionExchange, startMs: number): HarEntry {
  const { at, took, request, response, failure } = line;
  const sent = bodyText(request) ?? request.body_base64;
  const entry = emptyEntry(request, startMs + at);
  const { headers = {}, status = 0 } = response ?? {};
  const received = response === undefined ? "" : bodyText(response);
  const base64 = response?.body_base64;
  const text = received ?? base64 ?? "";
  const mimeType = headers["content-type"] ?? "";
  const bare = response && { response: withoutBody(response) };
  return {
    ...entry,
    _session: { ...line, request: withoutBody(request), ...bare },
    time: took,
    request: {
      ...entry.request,
      method: request.method,
      headers: pairsOf(request.headers),
      ...(sent !== undefined &&
        sent !== null && {
          postData: {
            ...{ mimeType: request.headers["content-type"] ?? "", text: sent },
            ...(request.body_base64 !== undefined && { encoding: "base64" }),
          },
        }),
    },
    response: {
      ...entry.response,
      status,
      headers: pairsOf(headers),
      content: { size: text.length, mimeType, text, ...(base64 && { encoding: "base64" }) },
      redirectURL: headers["location"] ?? "",
      ...(failure !== undefined && { _error: failure }),
    },
    timings: { send: 0, wait: took, receive: 0 },
  };
}

function streamEntry(
  { at, open, status }: SessionOpen,
  { messages, own }: OpenStream,
  startMs: number,
): HarEntry {
  const entry = emptyEntry(open, startMs + at);
  const url = entry.request.url.replace(/^http/, "ws");
  return {
    ...entry,
    request: { ...entry.request, url },
    response: { ...entry.response, status },
    _session: own,
    _resourceType: "websocket",
    _webSocketMessages: messages,
  };
}

/** An entry with everything in it that HAR demands. */
function emptyEntry(
  { path, query = {} }: { path: string; query?: Record<string, string> },
  startedMs: number,
): HarEntry {
  const search = Object.keys(query).length === 0 ? "" : `?${new URLSearchParams(query)}`;
  const nothing = { httpVersion: VERSION, headers: [], cookies: [] };
  const sizes = { headersSize: UNKNOWN, bodySize: UNKNOWN };
  return {
    startedDateTime: new Date(startedMs).toISOString(),
    time: 0,
    request: {
      ...{ method: "GET", url: `${BASE}${path}${search}`, ...nothing },
      queryString: pairsOf(query),
      ...sizes,
    },
    response: {
      ...{ status: 0, statusText: "", ...nothing, content: { size: 0, mimeType: "" } },
      redirectURL: "",
      ...sizes,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  };
}

/** What is left is said beside; the body stands where HAR has it. */
function withoutBody<Said extends SessionBody>(said: Said) {
  const { body: _, body_text: __, body_base64: ___, ...rest } = said;
  return rest;
}

function pairsOf(record: Record<string, string>): HarPair[] {
  return Object.entries(record).flatMap(([name, value]) =>
    value.split("\n").map((line) => ({ name, value: line })),
  );
}

function framed(body: SessionBody): { opcode: number; data: string } {
  if (body.body_base64 !== undefined) return { opcode: BINARY, data: body.body_base64 };
  return { opcode: TEXT, data: bodyText(body) ?? "" };
}
