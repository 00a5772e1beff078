/** Calls of the public API with the session's cookies; each is kept on the tape. */
import { signal } from "@preact/signals";
import {
  type Answer,
  createClient,
  type Input,
  type RouteName,
  VenueError,
} from "../../client/client.ts";
import { Framed } from "./framed.ts";
import { inTurn, keepSent } from "./recording.ts";
import { type PageCommand, requestOf } from "./sendable.ts";

/** A command of this page and how it was answered. */
export interface TapeLine {
  atMs: number;
  method: string;
  path: string;
  /** The agent it was for; null for the operator's, and where nobody was chosen. */
  agent: string | null;
  isControl: boolean;
  /** 0 while no answer came, -1 where none will. */
  status: number;
  tookMs: number;
}

/** How long an answer to a command that is repeated may take. */
const ANSWER_MS = 10_000;

/** Lines of the tape. */
const LINES_MAX = 60;

/** Commands, newest first. @bound {LINES_MAX} lines: the oldest goes; reference/terminal/trading.test.ts */
export const tape = new Framed<TapeLine[]>([]);

/** Names of the CSRF cookie and header, as the venue tells them. */
export const csrf = { cookie: "csrf", header: "X-Service-CSRF" };

/** The agent that this page acts for; null before one is chosen. */
export const acting = signal<string | null>(null);

/** Counts up whenever the venue says that nobody is signed in. */
export const signedOut = signal(0);

/** Tells requests of one session from those of another; null while the venue starts over. */
export const session: { current: object | null } = { current: {} };

/** Stands before the names of cookies where the page is served beside the venue. */
const prefix = document.querySelector<HTMLMetaElement>("meta[name=cookie-prefix]")?.content ?? "";

function csrfValue(): string | null {
  for (const part of document.cookie.split("; ")) {
    const [name = "", value = ""] = part.split(/=(.*)/s);
    if (name === prefix + csrf.cookie) return value;
  }
  return null;
}

const client = createClient({ url: `${location.origin}/v1`, fetch: asTheSession });

async function asTheSession(input: string | URL | Request, init: RequestInit = {}) {
  const headers = new Headers(init.headers);
  if (acting.value !== null && !headers.has("X-Agent-Id")) {
    headers.set("X-Agent-Id", acting.value);
  }
  const isWrite = init.method !== "GET";
  const value = isWrite ? csrfValue() : null;
  if (value !== null) headers.set(csrf.header, value);
  return recorded(String(input), { ...init, headers });
}

/** Sends a request; commands are told on the tape, and kept where a link may be asked for. */
export async function recorded(url: string, init: RequestInit): Promise<Response> {
  const { method = "GET" } = init;
  const to = new URL(url, location.origin);
  const path = to.pathname;
  if (method === "GET" || path.endsWith("/ws-ticket")) return fetch(url, init);
  const line: TapeLine = {
    ...{ atMs: Date.now(), method, path, status: 0, tookMs: 0 },
    agent: new Headers(init.headers).get("X-Agent-Id"),
    isControl: path.startsWith("/_control"),
  };
  tape.set([line, ...tape.value].slice(0, LINES_MAX));
  return inTurn(() => sent(to, init, line));
}

async function sent(url: URL, init: RequestInit, line: TapeLine): Promise<Response> {
  const began = performance.now();
  const waited = init.signal?.aborted === true; // too long for its turn: it is not sent
  try {
    const answer = await fetch(url, init);
    line.status = answer.status;
    keepSent(url, init, answer.status);
    return answer;
  } catch (error) {
    line.status = -1;
    if (!waited) keepSent(url, init, null);
    throw error;
  } finally {
    line.tookMs = Math.round(performance.now() - began);
    tape.touch();
  }
}

/** Sends a command of an agent again, as it was. Errors: where no answer comes. */
export function sendAgain(command: PageCommand): Promise<Response> {
  const { method, path } = requestOf(command);
  const { agent, body } = command;
  return asTheSession(`${location.origin}${path}`, {
    method,
    headers: {
      "X-Agent-Id": agent ?? "",
      ...(body !== null && { "Content-Type": "application/json" }),
    },
    ...(body !== null && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(ANSWER_MS),
  });
}

/** Calls a route. Errors: VenueError where the venue refuses, another where no answer comes. */
export async function call<R extends RouteName>(route: R, given?: Input<R>): Promise<Answer<R>> {
  const asked = session.current;
  try {
    return await client.call(route, ...([given] as unknown as [Input<R>]));
  } catch (error) {
    const isOut = error instanceof VenueError && error.status === 401;
    const isNews = asked !== null && asked === session.current;
    if (isOut && isNews && !route.startsWith("POST /auth/log")) signedOut.value++;
    throw error;
  }
}

/** The objects of a list in an answer; nothing where the answer has no such list. */
export function listIn<T>(answer: unknown, name: string): T[] {
  const list = (Object(answer) as Record<string, unknown>)[name];
  if (!Array.isArray(list)) return [];
  return list.filter((one) => typeof one === "object" && one !== null) as T[];
}
