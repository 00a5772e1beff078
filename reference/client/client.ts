/** A client of a venue, typed by its description: any venue, by URL; Node and browsers. */
import type { VenueRoutes } from "./routes.ts";

export type { Records, VenueFrame, VenueRoutes } from "./routes.ts";

/** A route by method and path, such as `POST /orders`. */
export type RouteName = keyof VenueRoutes;

/** What a route takes: `params` of its path, `query`, `body`, and a signal that breaks it off. */
export type Input<R extends RouteName> = Omit<VenueRoutes[R], "answer"> & { signal?: AbortSignal };

/** What a route answers when it does not refuse. */
export type Answer<R extends RouteName> = VenueRoutes[R]["answer"];

/** Inputs that a route needs; where it needs none, the argument may be left out. */
type Given<R extends RouteName> =
  Partial<Input<R>> extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

/** Whom a client talks to, and as whom. */
export interface VenueClientOptions {
  /** With the prefix that is wanted, such as `http://127.0.0.1:9000/v1`. */
  url: string;
  /** An agent's API key; without one only public routes answer. */
  key?: string;
  /** Breaks off a request that has no answer by then. Units: ms. Default: 10,000. */
  timeoutMs?: number;
  /** In the place of the global one. */
  fetch?: typeof globalThis.fetch;
}

/** What a refusal says, in either of the forms that the description has. */
interface RefusalBody {
  code?: string;
  message?: string;
  request_id?: string;
  details?: Record<string, unknown>;
  detail?: unknown;
}

/**
 * The venue refused: any status of 400 and more; or something before it answered what is no JSON. An
 * order that the engine declined is an answer, with status `REJECTED`, and no error.
 */
export class VenueError extends Error {
  override readonly name = "VenueError";
  readonly status: number;
  /** Such as `RATE_LIMITED`; null where the answer has none, as from a proxy. */
  readonly code: string | null;
  readonly details: Record<string, unknown>;
  /** When a request will do again. Units: seconds. Null where the venue does not say. */
  readonly retryAfterSeconds: number | null;
  /** Names the request in the venue's log. */
  readonly requestId: string | null;

  constructor(title: string, { status, headers }: Response, body: unknown) {
    const said: RefusalBody = typeof body === "object" && body !== null ? body : {};
    const what = said.message ?? (said.detail === undefined ? "" : JSON.stringify(said.detail));
    super([`${title}: ${status}`, said.code, what].filter(Boolean).join(" "));
    this.status = status;
    this.code = said.code ?? null;
    this.details = said.details ?? {};
    const seconds = headers.get("retry-after");
    this.retryAfterSeconds = seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) : null;
    this.requestId = said.request_id ?? headers.get("x-request-id");
  }
}

/** Calls routes of one venue as one agent. */
export interface VenueClient {
  /**
   * Calls a route.
   * Errors: rejects with a VenueError where the venue refuses, with the signal's reason where it is
   * broken off, and as `fetch` does where no answer comes: what was asked may then have been done, so
   * an order that may be sent again has a `client_order_id`.
   */
  call<R extends RouteName>(route: R, ...given: Given<R>): Promise<Answer<R>>;
  /** Where the agent's stream is, for one connection within 60 seconds. Errors: those of `call`. */
  streamUrl(signal?: AbortSignal): Promise<string>;
}

/** Nothing is sent before the first call. Errors: throws for a URL that is none. */
export function createClient(options: VenueClientOptions): VenueClient {
  const base = new URL(options.url).href.replace(/\/$/, "");
  const { key, timeoutMs = 10_000 } = options;
  const send = options.fetch ?? globalThis.fetch;
  const call: VenueClient["call"] = async (route, ...[given]) => {
    const { params, query, body, signal } = (given ?? {}) as Inputs;
    const [method, path] = route.split(" ") as [string, string];
    const limit = AbortSignal.timeout(timeoutMs);
    const response = await send(base + pathOf(path, params) + queryOf(query), {
      method,
      headers: {
        Accept: "application/json",
        ...(key !== undefined && { Authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const answer = parsed(await response.text());
    if (!response.ok || answer === null) throw new VenueError(route, response, answer);
    return answer as never; // what the route answers, if the venue keeps to its description
  };
  const streamUrl = async (signal?: AbortSignal): Promise<string> => {
    const { ticket } = await call("POST /auth/ws-ticket", { body: {}, ...(signal && { signal }) });
    return `${base.replace(/^http/, "ws")}/stream?ticket=${encodeURIComponent(ticket)}`;
  };
  return { call, streamUrl };
}

interface Inputs {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

const pathOf = (path: string, params: Inputs["params"] = {}): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

function queryOf(query: Inputs["query"] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? "" : `?${search}`;
}

/** Null for what is no JSON: something between may have answered. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
