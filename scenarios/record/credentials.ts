/** Reads the credentials that pass: what a request carries, and what an answer hands out. */

import { isObject, type Json, objectsIn } from "../deployment/reading/reading.ts";
import { isSecretParameter } from "../deployment/secrets/names.ts";
import { halves } from "../deployment/wire/cookies.ts";
import type { Actors } from "./actors.ts";
import { headerOf, type PassedBody, type PassedExchange, type RawHeaders } from "./passed.ts";

/** One exchange with its bodies read as JSON; undefined where they are none. */
export interface ReadExchange {
  passed: PassedExchange;
  /** Without query. */
  path: string;
  query: URLSearchParams;
  sent: unknown;
  received: unknown;
  /** Without content encoding. */
  sentBody: PassedBody;
  receivedBody: PassedBody;
}

const KEY = /^rk_live_[\w-]+$/;
const SESSION_LENGTH_MIN = 16;
const SIGN_IN = /\/auth\/(login|signup|idp\/(login|callback))$/;
const CALLBACK = "/auth/idp/callback";
const AGENT_IN_PATH = /\/agents\/([^/]+)\/keys$/;

/**
 * Who sent a request; null for nobody who could be told.
 * Shape: a credential that nobody knows makes a new actor, unless the venue does not know it either.
 */
export function actorOf({ passed, path }: ReadExchange, actors: Actors): string | null {
  const worked = passed.answer !== null && passed.answer.status !== 401;
  const key = /^bearer +(\S+)$/i.exec(headerOf(passed.headers, "authorization") ?? "")?.[1];
  if (key !== undefined) {
    const known = actors.whose(key);
    return known ?? (worked ? actors.meetKey(key, { bornHere: false }) : null);
  }
  const cookies = cookiesOf(passed.headers);
  const known = cookies.map(([, value]) => actors.whose(value)).find((name) => name !== undefined);
  if (known !== undefined) actors.setAside(cookies.map(([, value]) => value));
  if (known !== undefined || !worked || SIGN_IN.test(path)) return known ?? null;
  const said = headerOf(passed.headers, "x-service-csrf");
  const csrf = said ?? cookies.find(([name]) => /csrf|xsrf/i.test(name))?.[1];
  const session = cookies.find(
    ([name, value]) => isSession(name, value) && value !== csrf && !actors.isAside(value),
  )?.[1];
  return session === undefined ? null : actors.meetSession(session, csrf, { bornHere: false });
}

/** Makes known what an answer hands out: keys, tickets, sessions. */
export function learnFrom(exchange: ReadExchange, actor: string | null, actors: Actors): void {
  for (const record of objectsIn(exchange.received)) {
    for (const [name, value] of Object.entries(record)) {
      if (typeof value !== "string") continue;
      if (name === "ticket") actors.meetTicket(value, actor);
      else if (KEY.test(value)) learnKey(value, record, exchange, actors);
    }
  }
  learnSession(exchange, actors);
  // A human says which agent a ticket is for, and may only name one of theirs.
  const minted =
    exchange.path.endsWith("/auth/ws-ticket") && exchange.passed.answer?.status === 201;
  const agentId = isObject(exchange.sent) ? textOf(exchange.sent, "agent_id") : undefined;
  if (minted && actor !== null && agentId !== undefined) actors.tellAgent(actor, agentId);
}

function learnKey(key: string, record: Json, exchange: ReadExchange, actors: Actors): void {
  const asked = isObject(exchange.sent) ? exchange.sent : {};
  const agentId = textOf(record, "agent_id") ?? AGENT_IN_PATH.exec(exchange.path)?.[1];
  // What a request for a key calls it is the key's name, not the agent's.
  const name = AGENT_IN_PATH.test(exchange.path) ? undefined : textOf(asked, "name");
  const owner = textOf(record, "owner") ?? textOf(asked, "owner");
  actors.meetKey(key, { name, owner, agentId, bornHere: true });
}

function learnSession({ passed, path, sent, received }: ReadExchange, actors: Actors): void {
  const owner = isObject(sent) ? textOf(sent, "owner") : undefined;
  for (const record of objectsIn(received)) {
    const [session, csrf] = [record["session_cookie"], record["csrf_cookie"]].map(cookieIn);
    if (session !== undefined) actors.meetSession(session, csrf, { owner, bornHere: true });
  }
  const cookies = setCookiesOf(passed.answer?.headers ?? []);
  const session = cookies.find((one) => one.isHidden && isSession(one.name, one.value));
  const csrf = cookies.find((one) => !one.isHidden && /csrf|xsrf/i.test(one.name));
  if (session === undefined) return;
  // No replay gets past an identity provider: who came from there has to be signed in beforehand.
  const bornHere = !path.endsWith(CALLBACK);
  actors.meetSession(session.value, csrf?.value, { bornHere });
}

/** Texts that are secret by where they stand, whatever they look like. */
export function secretsByPlace({
  path,
  query,
  sent,
}: Pick<ReadExchange, "path" | "query" | "sent">): string[] {
  const isCallback = path.endsWith(CALLBACK);
  const secretQuery = [...query].filter(
    ([name]) => isSecretParameter(name) || (isCallback && /^(code|state)$/.test(name)),
  );
  const login = SIGN_IN.test(path) ? leavesOf(sent) : [];
  return [...secretQuery.map(([, value]) => value), ...login];
}

/** The cookies of a request. */
function cookiesOf(headers: RawHeaders): [name: string, value: string][] {
  const header = headerOf(headers, "cookie") ?? "";
  return header.split(/; */).map((pair) => halves(pair));
}

function setCookiesOf(headers: RawHeaders) {
  const lines = headers.filter(
    (_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === "set-cookie",
  );
  return lines.map((line) => {
    const [name, value] = halves(line.split(";")[0] ?? "");
    return { name, value, isHidden: /; *httponly/i.test(line) };
  });
}

// What a sign-in under way remembers is no session, and neither is what a page may read.
function isSession(name: string, value: string): boolean {
  return value.length >= SESSION_LENGTH_MIN && !/state|nonce|flow|csrf|xsrf/i.test(name);
}

function cookieIn(value: unknown): string | undefined {
  return isObject(value) ? textOf(value, "value") : undefined;
}

function leavesOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];
}

function textOf(record: Json, name: string): string | undefined {
  const value = record[name];
  return typeof value === "string" ? value : undefined;
}
