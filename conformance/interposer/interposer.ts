/** An interposer in front of a venue: every exchange passes a variant, which may change anything. */

import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { tellUnforeseen } from "../../reports/render/say.ts";
import { jsonIn } from "../../scenarios/deployment/reading/json-in.ts";
import { interposeStream, type StreamVariant } from "./stream.ts";

/** A request on its way to the venue. Shape: header names lower case; `raw` is what is sent on. */
export interface WireRequest {
  method: string;
  /** One of the four equivalent prefixes; the empty one where none was used. */
  prefix: string;
  /** Relative to the prefix, without query. */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** The JSON in `raw`; undefined where there is none. Change both with `withBody`. */
  body: unknown;
  raw: Buffer;
}

/**
 * An answer on its way back; a string body is sent as it is, anything else as JSON.
 * Shape: several `set-cookie` are joined by line breaks.
 */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Sends a request to the venue behind. */
export type Behind = (request: WireRequest) => Promise<WireAnswer>;

/** What stands between caller and venue: it may forward, rewrite, answer itself, ask for more. */
export interface WireVariant {
  (request: WireRequest, venue: Behind): Promise<WireAnswer>;
  /** Shown every exchange that did not pass it, such as one outside the cell of its defect. */
  witness?: WireWitness;
  /** Does what is due before a request that does not pass it. */
  due?: (request: WireRequest, venue: Behind) => Promise<void>;
  /** An answer that did not pass it, with what it made anew under the ids that callers know. */
  retell?: (request: WireRequest, answer: WireAnswer) => WireAnswer;
}

/** Learns from an exchange, and changes nothing. */
export type WireWitness = (request: WireRequest, answer: WireAnswer) => void;

/** A running interposer. */
export interface Interposer {
  url: string;
  close(): Promise<void>;
}

/** Changes nothing: the variant every harness must find nothing wrong with. */
export const unchanged: WireVariant = (request, venue) => venue(request);

/** Marks what a variant sends beside the request it was given. */
const ASIDE = "x-interposed-aside";

/**
 * True for what a variant sends of its own, beside the request of a caller: it may draw on no budget
 * of the caller's, or the limits would be another defect of every variant that looks around.
 */
export const isAside = ({ [ASIDE]: aside }: IncomingHttpHeaders): boolean => aside !== undefined;

/** Listens on loopback in front of the venue at `behindUrl`. */
export async function interpose(
  behindUrl: string,
  variant: WireVariant,
  stream: StreamVariant = {},
): Promise<Interposer> {
  const pool = new Pool(behindUrl, { connections: 32 });
  const minted = new Map<unknown, number>();
  let isClosed = false;
  const server = createServer(async (req, res) => {
    try {
      const request = await read(req);
      const answer = await variant(request, behind(pool, request));
      minted.set(Object(answer.body).ticket, Date.parse(answer.headers["date"] ?? ""));
      write(res, answer);
    } catch (error) {
      // Whoever hung up before the request was whole waits for no answer, nor does a run that is over.
      if (req.readableAborted || isClosed) return;
      tellUnforeseen(error);
      write(res, { status: 500, headers: {}, body: `the variant broke: ${error}` });
    }
  });
  const hangUp = interposeStream(server, { behindUrl, minted }, stream);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    isClosed = true;
    hangUp();
    server.close();
    server.closeAllConnections();
    await pool.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** The request with another JSON body, which says that it is one. */
export function withBody(request: WireRequest, body: unknown): WireRequest {
  const headers = { ...request.headers, "content-type": "application/json" };
  return { ...request, headers, body, raw: Buffer.from(JSON.stringify(body)) };
}

const PREFIXES = ["/api/v1", "/api", "/v1"];
const HOP_BY_HOP = ["host", "connection", "keep-alive", "transfer-encoding", "content-length"];

async function read(req: IncomingMessage): Promise<WireRequest> {
  const { pathname, searchParams } = new URL(req.url ?? "/", "http://venue.invalid");
  const prefix = PREFIXES.find((one) => pathname.startsWith(`${one}/`)) ?? "";
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk);
  const raw = Buffer.concat(chunks);
  return {
    method: req.method ?? "GET",
    prefix,
    path: pathname.slice(prefix.length),
    query: Object.fromEntries(searchParams),
    headers: endToEnd(req.headers),
    body: jsonIn(raw.toString()),
    raw,
  };
}

/**
 * The venue as a variant reaches it for one request. Aside is what it reads before that request goes
 * on, and all that follows; a write in its stead is not, as it counts as the caller's.
 */
function behind(pool: Pool, { method, path }: WireRequest): Behind {
  let isSent = false;
  return (request) => {
    const isTheOne = request.method === method && request.path === path;
    const aside = isSent || (!isTheOne && request.method === "GET");
    isSent ||= isTheOne;
    const headers = aside ? { ...request.headers, [ASIDE]: "1" } : request.headers;
    return forward(pool, { ...request, headers });
  };
}

async function forward(pool: Pool, request: WireRequest): Promise<WireAnswer> {
  const { method, prefix, path, headers, raw } = request;
  const query = new URLSearchParams(request.query).toString();
  const answer = await pool.request({
    method: method as "GET",
    path: prefix + path + (query === "" ? "" : `?${query}`),
    headers,
    body: raw.length > 0 ? raw : null,
  });
  const text = await answer.body.text();
  return {
    status: answer.statusCode,
    headers: endToEnd(answer.headers),
    body: jsonIn(text) ?? text,
  };
}

function write(res: ServerResponse, { status, headers, body }: WireAnswer): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  res.sendDate = false;
  const cookies = headers["set-cookie"]?.split("\n");
  const own = { ...headers, ...(cookies && { "set-cookie": cookies }) };
  res.writeHead(status, { "content-type": "application/json", ...own });
  res.end(text);
}

function endToEnd(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.includes(name)
        ? []
        : [[name, [value].flat().join(name === "set-cookie" ? "\n" : ", ")]],
    ),
  );
}
