/** A recorded session as steps that any iteration can take, with agents of its own. */

import { UsageError } from "../../scenarios/deployment/usage-error.ts";
import { bodyValue } from "../../scenarios/session/body-value.ts";
import type { SessionExchange, SessionHeader } from "../../scenarios/session/format.ts";
import { openSession } from "../../scenarios/session/reader.ts";
import { bodyText } from "../../scenarios/session/writer.ts";
import { ENDPOINTS, type LoadEndpoint } from "../plan/flows.ts";
import { judge } from "../plan/outcome.ts";
import { formOf, type LoadStep, type SessionLoad } from "../plan/session-step.ts";
import { uuidsIn } from "./bindings.ts";

/** Reads a session's exchanges. Errors: UsageError (a SessionError among them) for a useless one. */
export async function stepsOf(file: string): Promise<SessionLoad> {
  const reading = await openSession(file);
  const { header } = reading;
  const indexes = indexesOf(header);
  const seen = new Set(Object.keys(header.markets));
  const steps: LoadStep[] = [];
  let others = 0;
  for await (const line of reading.lines) {
    const step = "request" in line ? stepOf(line, { header, indexes, seen }) : null;
    if (step === null) others += 1;
    else steps.push(step);
  }
  if (steps.length === 0) throw new UsageError(`${file}: has no request that can be sent again`);
  const notes = others === 0 ? [] : [`${others} lines of the session left out: ${LEFT_OUT}`];
  const agents = Math.max(indexes.size === 0 ? 0 : Math.max(...indexes.values()) + 1, 1);
  return {
    ...{ agents, steps, notes, markets: {}, described: header.markets },
    cost: costOf(steps, agents),
  };
}

const LEFT_OUT = "streams, the operator's commands, humans, and requests that hold a secret";

/** Actors with a key by their place; two of one agent are one. */
function indexesOf({ actors }: SessionHeader): Map<string, number> {
  const places = new Map<string, number>();
  const keyed = Object.entries(actors).filter(([, { caller }]) => caller === "key");
  return new Map(
    keyed.map(([name, { agent_id: id }]) => {
      const who = id ?? name;
      const place = places.get(who) ?? places.size;
      places.set(who, place);
      return [name, place];
    }),
  );
}

interface Context {
  header: SessionHeader;
  indexes: Map<string, number>;
  /** Ids that are known already; what an answer gives first is added. */
  seen: Set<string>;
}

function stepOf(line: SessionExchange, { header, indexes, seen }: Context): LoadStep | null {
  const { request, response, actor } = line;
  const place = actor === null ? null : indexes.get(actor);
  const query = new URLSearchParams(request.query ?? {}).toString();
  const path = relative(request.path, header.target.prefix) + (query === "" ? "" : `?${query}`);
  const isSecret = `${bodyText(request) ?? ""} ${path}`.includes("{{");
  if (place === undefined || isSecret || request.body_base64 !== undefined) return null;
  const sent = bodyValue(request) ?? request.body_text ?? null;
  for (const { id } of uuidsIn([sent, path])) seen.add(id);
  const answer = (response && bodyValue(response)) ?? null;
  const ids = uuidsIn(answer).filter(({ id }) => !seen.has(id));
  for (const { id } of ids) seen.add(id);
  const endpoint = endpointOf(request.method, path);
  return {
    ...{ actor: place, endpoint, method: request.method, path, body: sent, ids },
    outcome: judge(response?.status ?? 0, JSON.stringify(answer), formOf(endpoint)).outcome,
    stampOffsetMs: stampOffset(sent, Date.parse(header.started_at) + line.at),
  };
}

function relative(path: string, prefix: string): string {
  return prefix !== "" && path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

function endpointOf(method: string, path: string): LoadEndpoint {
  const route = path.replace(/\?.*$/, "").replace(/\/[0-9a-f-]{36}(?=\/|$)/gi, "/{id}");
  const names = Object.keys(ENDPOINTS) as LoadEndpoint[];
  return names.find((name) => ENDPOINTS[name] === `${method} ${route}`) ?? "other";
}

function stampOffset(body: unknown, sentMs: number): number | null {
  const stamp = Object(body ?? {})["timestamp_ms"];
  return typeof stamp === "number" ? stamp - sentMs : null;
}

/** The busiest agent of the session decides how many groups are needed. */
function costOf(steps: readonly LoadStep[], agents: number): SessionLoad["cost"] {
  const busiest = (isWrite: boolean) => {
    const counts = Array.from({ length: agents }, (_, place) => {
      const own = steps.filter(({ actor }) => (actor ?? 0) === place);
      return own.filter(({ method }) => (method !== "GET") === isWrite).length;
    });
    return Math.max(...counts) * agents;
  };
  return { writes: busiest(true), reads: busiest(false) };
}
