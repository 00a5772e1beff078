/** Serves requests without a socket, port or timer: the Koa callback, called with messages made by
 * hand. What a simulator calls a hundred thousand times a second. */
import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";

/** A request as a client would put it on the wire. Shape: `path` includes the query. */
export interface SocketlessRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What came back. Shape: header names in lower case; several of one name are joined by a comma. */
export interface SocketlessResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Hands requests to a listener. */
export type Handle = (request: SocketlessRequest) => Promise<SocketlessResponse>;

/** Callers whose connections are remembered at once. @internal */
export const CALLERS_MAX = 1_000;

/** The way in that needs no server. @internal */
export function socketless(listener: RequestListener): Handle {
  const sockets = new CallerSockets();
  return (request) =>
    new Promise((resolve) => {
      const req = incoming(sockets.of(request.headers?.["authorization"]), request);
      listener(req, new Captured(req, resolve));
    });
}

/** A connection for each credential, as callers have: a venue knows by it who called before. */
class CallerSockets {
  /** @bound {CALLERS_MAX} credentials: all connect anew; reference/http/socketless.test.ts */
  readonly #known = new Map<string, Socket>();

  of(credential = ""): Socket {
    const known = this.#known.get(credential);
    if (known !== undefined) return known;
    if (this.#known.size === CALLERS_MAX) this.#known.clear();
    const connection = new Socket();
    this.#known.set(credential, connection);
    return connection;
  }
}

function incoming(connection: Socket, request: SocketlessRequest): IncomingMessage {
  const req = new IncomingMessage(connection);
  req.method = request.method;
  req.url = request.path;
  for (const name in request.headers) req.headers[name.toLowerCase()] = request.headers[name];
  if (request.body) req.push(request.body);
  req.push(null);
  return req;
}

/** A response that hands itself over instead of being written. */
class Captured extends ServerResponse {
  readonly #done: (response: SocketlessResponse) => void;
  /** @bound the headers of one answer: they end with it; reference/http/socketless.test.ts */
  #headers: Record<string, string> = {};
  /** @bound one answer: it ends with it; reference/http/socketless.test.ts */
  #body = "";

  constructor(req: IncomingMessage, done: (response: SocketlessResponse) => void) {
    super(req);
    this.#done = done;
  }

  /** Shape: `headers` as the venue gives them, names and values in turn. */
  override writeHead(status: number, ...rest: unknown[]): this {
    const headers = rest.at(-1) as readonly string[];
    this.statusCode = status;
    for (let n = 0; n + 1 < headers.length; n += 2) {
      const name = headers[n]!.toLowerCase();
      const before = this.#headers[name];
      this.#headers[name] = before === undefined ? headers[n + 1]! : `${before}, ${headers[n + 1]}`;
    }
    return this;
  }

  override write(chunk: unknown): boolean {
    this.#body += String(chunk);
    return true;
  }

  override end(...rest: unknown[]): this {
    const [chunk = ""] = rest;
    const last = typeof chunk === "string" ? chunk : String(chunk);
    const body = this.#body + last;
    this.#done({ status: this.statusCode, headers: this.#headers, body });
    return this;
  }
}
