/** Sends one request to the target and brings back the exchange: bounded, redacted, never thrown. */

import { performance } from "node:perf_hooks";
import { Pool } from "undici";
import { type Credentials, hasKey } from "../profile/credentials.ts";
import { jsonIn } from "../reading/json-in.ts";
import type { Redactor } from "../secrets/redact.ts";
import { secretsIn } from "../secrets/secrets-in.ts";
import { afterAwake } from "./after-awake.ts";
import type { Exchange, ReceivedResponse, RequestClass, SentRequest } from "./exchange.ts";
import { type ConnectionFault, sever, wireOf } from "./sever.ts";
import { TooLarge, transportFailure } from "./transport.ts";

/** Longest a whole exchange may take unless a client is told otherwise: headers and body. */
export const TIMEOUT_MS_DEFAULT = 10_000;

const BODY_BYTES_MAX = 8 * 1024 * 1024;
const USER_AGENT = "touchstone";

/** What a client needs; `now` is a monotonic clock in milliseconds. */
export interface ClientOptions {
  baseUrl: string;
  timeoutMs?: number;
  redactor: Redactor;
  now?: () => number;
}

/**
 * One request to make.
 * Shape: `path` has the prefix and no query; `body` is sent as JSON, `rawBody` as it is; `credentials`
 * gives key and actor, `key` another key than the credentials'; a human's cookies are among `headers`,
 * which win over everything derived.
 */
export interface Request {
  method: string;
  path: string;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
  body?: unknown;
  rawBody?: string | Uint8Array;
  credentials?: Credentials | null;
  key?: string;
  actor?: string;
}

/** How much was sent: by route (`POST /orders`, prefixes and ids folded) and by effect. */
export interface Counters {
  routes: Map<string, number>;
  reads: number;
  writes: number;
}

/** The connections to one target. Redirects are answers like any other: none is followed. */
export class Client {
  readonly baseUrl: string;
  readonly redactor: Redactor;
  /** Who has sent requests so far: actor names and their owners. */
  readonly owners = new Map<string, string>();
  readonly counters: Counters = { routes: new Map(), reads: 0, writes: 0 };
  readonly #pool: Pool;
  readonly #basePath: string;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  readonly #startedAt: number;

  constructor({ baseUrl, timeoutMs = TIMEOUT_MS_DEFAULT, redactor, now }: ClientOptions) {
    const { origin, pathname } = new URL(baseUrl);
    this.baseUrl = baseUrl.replace(/\/+$/, "");
    this.redactor = redactor;
    this.#basePath = pathname.replace(/\/+$/, "");
    this.#timeoutMs = timeoutMs;
    this.#now = now ?? (() => performance.now());
    this.#startedAt = this.#now();
    // The exchange's own deadline rules; undici's partial ones must not fire before it.
    this.#pool = new Pool(origin, {
      connect: { timeout: timeoutMs },
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Time since the start of the run, on which exchanges are dated. Milliseconds. */
  get elapsedMs(): number {
    return this.#now() - this.#startedAt;
  }

  /** Sends the request. Trouble on the way is the exchange's `failure`, not an exception. */
  async send(request: Request): Promise<Exchange> {
    const headers = headersOf(request);
    this.#learnSecrets(request);
    this.#count(request);
    const at = this.elapsedMs;
    const { response, failure } = await this.#deliver(request, headers);
    return {
      at,
      took: this.elapsedMs - at,
      actor: request.actor ?? request.credentials?.name ?? null,
      request: this.#sent(request, headers),
      response,
      failure,
      class: classOf(request.method, headers),
    };
  }

  /** Sends the request and loses its answer; see `Trouble`. */
  async sever(request: Request, trouble: ConnectionFault): Promise<Exchange> {
    const headers = headersOf(request);
    this.#learnSecrets(request);
    this.#count(request);
    const at = this.elapsedMs;
    const path = this.#basePath + request.path;
    const wire = wireOf({ ...request, path }, { host: new URL(this.baseUrl).host, ...headers });
    await sever(new URL(this.baseUrl), wire, trouble);
    const { method } = request;
    return {
      ...{ at, took: this.elapsedMs - at, actor: request.credentials?.name ?? null },
      request: this.#sent(request, headers),
      ...{ response: null, failure: "reset", class: classOf(method, headers) },
    };
  }

  /** Closes every connection; what is under way ends as a reset. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  async #deliver(
    request: Request,
    headers: Record<string, string>,
  ): Promise<Pick<Exchange, "response" | "failure">> {
    const deadline = new AbortController();
    const answered = afterAwake(this.#timeoutMs, () => deadline.abort());
    try {
      const answer = await this.#pool.request({
        method: request.method as "GET",
        path: this.#basePath + request.path,
        ...(request.query === undefined ? {} : { query: request.query }),
        headers,
        body: payloadOf(request),
        signal: deadline.signal,
      });
      const text = await boundedText(answer.body);
      return { response: this.#received(answer, text), failure: null };
    } catch (error) {
      return { response: null, failure: transportFailure(error, deadline.signal.aborted) };
    } finally {
      answered();
    }
  }

  #learnSecrets({ credentials, body }: Request): void {
    if (credentials) this.owners.set(credentials.name, credentials.owner);
    for (const [kind, value] of secretsOf(credentials ?? null)) {
      this.redactor.add(`${credentials?.name}.${kind}`, value);
    }
    for (const value of secretsIn(body)) this.redactor.learn(value);
  }

  #count({ method, path }: Request): void {
    const route = `${method} ${routeOf(path)}`;
    this.counters.routes.set(route, (this.counters.routes.get(route) ?? 0) + 1);
    this.counters[effectOf(method) === "read" ? "reads" : "writes"] += 1;
  }

  #sent(request: Request, headers: Record<string, string>): SentRequest {
    const payload = payloadOf(request);
    const query = Object.entries(request.query ?? {});
    return {
      method: request.method,
      path: this.redactor.text(request.path),
      query: Object.fromEntries(query.map(([name, v]) => [name, this.redactor.text(String(v))])),
      headers: this.#redacted(headers),
      bodyText: payload === null ? null : this.redactor.text(Buffer.from(payload).toString()),
    };
  }

  // What is secret by its place is learned first, so that the text is written without it.
  #received(answer: RawResponse, text: string): ReceivedResponse {
    const body = jsonIn(text);
    const setCookies = [answer.headers["set-cookie"] ?? []].flat();
    for (const value of secretsIn(body)) this.redactor.learn(value);
    return {
      status: answer.statusCode,
      headers: this.#redacted(joined(answer.headers)),
      bodyText: this.redactor.text(text),
      body,
      ...(setCookies.length > 0 && { setCookies }),
    };
  }

  #redacted(headers: Record<string, string>): Record<string, string> {
    const entries = Object.entries(headers);
    return Object.fromEntries(entries.map(([name, v]) => [name, this.redactor.header(name, v)]));
  }
}

function secretsOf(credentials: Credentials | null): [kind: string, value: string][] {
  if (credentials === null) return [];
  if (!hasKey(credentials)) {
    return [
      ["session", credentials.sessionCookie.value],
      ["csrf", credentials.csrfCookie.value],
    ];
  }
  return [
    ["key", credentials.apiKey],
    ["second_key", credentials.secondApiKey ?? ""],
  ];
}

type RawResponse = Awaited<ReturnType<Pool["request"]>>;

/**
 * The route a path belongs to, for counting: no prefix, ids folded.
 * Shape: any segment with a digit or a capital is taken for an id.
 */
export function routeOf(path: string): string {
  const relative = path.replace(/^(\/api)?(\/v1)?(?=\/)/, "");
  return relative.replace(/\/[^/]*[0-9A-Z%][^/]*/g, "/{id}");
}

/** Whose budget a request takes: that of reads, or that of what changes something. */
export function effectOf(method: string): RequestClass {
  return method === "GET" || method === "HEAD" || method === "OPTIONS" ? "read" : "write";
}

function classOf(method: string, headers: Record<string, string>): RequestClass | null {
  return "authorization" in headers || "cookie" in headers ? effectOf(method) : null;
}

function headersOf(request: Request): Record<string, string> {
  const { credentials } = request;
  const key = request.key ?? (credentials && hasKey(credentials) ? credentials.apiKey : undefined);
  const own = Object.entries(request.headers ?? {});
  return {
    accept: "application/json",
    "user-agent": USER_AGENT,
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...(payloadOf(request) === null ? {} : { "content-type": "application/json" }),
    ...Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
  };
}

function payloadOf({ body, rawBody }: Request): string | Uint8Array | null {
  if (rawBody !== undefined) return rawBody;
  return body === undefined ? null : JSON.stringify(body);
}

function joined(headers: RawResponse["headers"]): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => {
    const glue = name === "set-cookie" ? "\n" : ", ";
    return [name, Array.isArray(value) ? value.join(glue) : (value ?? "")];
  });
  return Object.fromEntries(entries);
}

async function boundedText(body: RawResponse["body"]): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) throw new TooLarge(BODY_BYTES_MAX);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
