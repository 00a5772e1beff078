/** Sends one request to the target and brings back the exchange: bounded, redacted, never thrown. */

import { performance } from "node:perf_hooks";
import { type Dispatcher, Pool } from "undici";
import { type Credentials, hasKey } from "../profile/credentials.ts";
import { jsonIn } from "../reading/json-in.ts";
import type { Redactor } from "../secrets/redact.ts";
import { secretsIn } from "../secrets/secrets-in.ts";
import { Deadlines } from "./after-awake.ts";
import { Delivery, type RawAnswer } from "./delivery.ts";
import type { Exchange, ReceivedResponse, RequestClass } from "./exchange.ts";
import { requestPath } from "./request-path.ts";
import { type ConnectionFault, sever, wireOf } from "./sever.ts";
import { transportFailure } from "./transport.ts";
import { trustOptions } from "./trust.ts";
import { type RequestAsSent, writtenRequest, writtenResponse } from "./written.ts";

/**
 * Longest a whole exchange may take unless a client is told otherwise: headers and body.
 * @bound {TIMEOUT_MS_DEFAULT} ms: the exchange is a timeout; scenarios/deployment/wire/client.test.ts
 */
export const TIMEOUT_MS_DEFAULT = 10_000;

const USER_AGENT = "touchstone";

/** What a client needs; `now` is a monotonic clock in milliseconds, `ending` the end of the run. */
export interface ClientOptions {
  baseUrl: string;
  timeoutMs?: number;
  redactor: Redactor;
  now?: () => number;
  ending?: AbortSignal;
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

/** A request in the form that goes out. */
interface Outgoing extends RequestAsSent {
  query: NonNullable<Request["query"]>;
  actor: string | null;
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
  /**
   * Who has sent requests so far: actor names and their owners.
   * @bound the actors of a run: an answer adds none; scenarios/deployment/wire/client.test.ts
   */
  readonly owners = new Map<string, string>();
  /** @bound the routes that were asked: ids are folded; scenarios/deployment/wire/client.test.ts */
  readonly counters: Counters = { routes: new Map(), reads: 0, writes: 0 };
  /** @bound the credentials of a run: an answer adds none; scenarios/deployment/wire/client.test.ts */
  readonly #learned = new WeakSet<Credentials>();
  readonly #pool: Pool;
  readonly #basePath: string;
  readonly #now: () => number;
  readonly #deadlines: Deadlines;
  readonly #startedAt: number;

  constructor({ baseUrl, timeoutMs = TIMEOUT_MS_DEFAULT, redactor, ...rest }: ClientOptions) {
    const { origin, pathname } = new URL(baseUrl);
    this.baseUrl = baseUrl.replace(/\/+$/, "");
    this.redactor = redactor;
    this.#basePath = pathname.replace(/\/+$/, "");
    this.#now = rest.now ?? (() => performance.now());
    this.#deadlines = new Deadlines(timeoutMs, rest.ending);
    this.#startedAt = this.#now();
    // The exchange's own deadline rules; undici's partial ones must not fire before it.
    this.#pool = new Pool(origin, {
      connect: { timeout: timeoutMs, ...trustOptions() },
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Time since the start of the run, on which exchanges are dated. Milliseconds. */
  get elapsedMs(): number {
    return this.#now() - this.#startedAt;
  }

  /** Sends the request. Trouble on the way is the exchange's `failure`, not an exception. */
  async send(asked: Request): Promise<Exchange> {
    const request = this.#asSent(asked);
    const at = this.elapsedMs;
    const { response, failure } = await this.#deliver(request);
    return this.#exchange(request, { at, response, failure });
  }

  /** Sends the request and loses its answer; see `ConnectionFault`. */
  async sever(asked: Request, fault: ConnectionFault): Promise<Exchange> {
    const request = this.#asSent(asked);
    const { headers } = request;
    const at = this.elapsedMs;
    const path = this.#basePath + request.path;
    const wire = wireOf({ ...asked, path }, { host: new URL(this.baseUrl).host, ...headers });
    await sever(new URL(this.baseUrl), wire, fault);
    return this.#exchange(request, { at, response: null, failure: "reset" });
  }

  /** Closes every connection; what is under way ends as a reset. */
  async close(): Promise<void> {
    this.#deadlines.close();
    await this.#pool.destroy();
  }

  /** The request in the form that goes out; its secrets are known from here on, and it is counted. */
  #asSent(asked: Request): Outgoing {
    const { method, query, credentials = null } = asked;
    const payload = payloadOf(asked);
    const actor = asked.actor ?? credentials?.name ?? null;
    const path = requestPath(asked.path);
    const headers = headersOf(asked, payload !== null);
    this.#learnSecrets(asked);
    this.#count(method, path);
    return { method, path, query: query ?? {}, headers, payload, actor };
  }

  #exchange(
    request: Outgoing,
    { at, response, failure }: Pick<Exchange, "at" | "response" | "failure">,
  ): Exchange {
    const took = this.elapsedMs - at;
    const { actor, method, headers } = request;
    const sent = writtenRequest(request, this.redactor);
    const kind = classOf(method, headers);
    return { at, took, actor, request: sent, response, failure, class: kind };
  }

  async #deliver(request: Outgoing): Promise<Pick<Exchange, "response" | "failure">> {
    let isLate = false;
    let delivery: Delivery | undefined;
    const deadline = this.#deadlines.start(() => {
      isLate = true;
      delivery?.giveUp(new Error("too late"));
    });
    try {
      const answer = await new Promise<RawAnswer>((resolve, reject) => {
        delivery = new Delivery({ resolve, reject });
        this.#pool.dispatch(this.#onWire(request), delivery);
      });
      return { response: this.#received(answer), failure: null };
    } catch (error) {
      return { response: null, failure: transportFailure(error, isLate) };
    } finally {
      this.#deadlines.met(deadline);
    }
  }

  /** Shape: no query where none was asked for: a path that a target made up may have a `?` itself. */
  #onWire({ method, path, query, headers, payload }: Outgoing): Dispatcher.DispatchOptions {
    return {
      method: method as "GET",
      path: this.#basePath + path,
      ...(Object.keys(query).length > 0 && { query }),
      headers,
      body: payload,
    };
  }

  #learnSecrets({ credentials, body }: Request): void {
    if (credentials && !this.#learned.has(credentials)) {
      this.#learned.add(credentials);
      this.owners.set(credentials.name, credentials.owner);
      for (const [kind, value] of secretsOf(credentials)) {
        this.redactor.add(`${credentials.name}.${kind}`, value);
      }
    }
    for (const value of secretsIn(body)) this.redactor.learn(value);
  }

  #count(method: string, path: string): void {
    const route = `${method} ${routeOf(path)}`;
    this.counters.routes.set(route, (this.counters.routes.get(route) ?? 0) + 1);
    this.counters[effectOf(method) === "read" ? "reads" : "writes"] += 1;
  }

  // What is secret by its place is learned first, so that the text is written without it.
  #received({ status, headers, text }: RawAnswer): ReceivedResponse {
    const body = jsonIn(text);
    for (const value of secretsIn(body)) this.redactor.learn(value);
    const setCookies = [headers["set-cookie"] ?? []].flat();
    const raw = { status, headers: joinedHeaders(headers), text, body };
    return writtenResponse(setCookies.length > 0 ? { ...raw, setCookies } : raw, this.redactor);
  }
}

function secretsOf(credentials: Credentials): [kind: string, value: string][] {
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

function headersOf(request: Request, hasBody: boolean): Record<string, string> {
  const { credentials } = request;
  const key = request.key ?? (credentials && hasKey(credentials) ? credentials.apiKey : undefined);
  const headers: Record<string, string> = { accept: "application/json", "user-agent": USER_AGENT };
  if (key !== undefined) headers["authorization"] = `Bearer ${key}`;
  if (hasBody) headers["content-type"] = "application/json";
  for (const name in request.headers) headers[name.toLowerCase()] = request.headers[name]!;
  return headers;
}

function payloadOf({ body, rawBody }: Request): string | Uint8Array | null {
  if (rawBody !== undefined) return rawBody;
  return body === undefined ? null : JSON.stringify(body);
}

/** Headers with one text each: several lines of one name as a list, of Set-Cookie as lines. */
export function joinedHeaders(headers: RawAnswer["headers"]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    const glue = name === "set-cookie" ? "\n" : ", ";
    texts[name] = Array.isArray(value) ? value.join(glue) : (value ?? "");
  }
  return texts;
}
